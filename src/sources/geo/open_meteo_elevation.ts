import { concatMap, from, reduce } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed } from "../kit/responses/answer.ts";
import { type AskedSpot, languageOption, type Spot, spotted } from "../kit/services/open-meteo.ts";
import type { Reader } from "../source.ts";
import { GeoItem, osmPoint } from "./item.ts";

const MOST_POINTS = 100;

interface Input {
  readonly places: readonly AskedSpot[];
}

interface Located {
  readonly spots: readonly Spot[];
}

function asked(q: string, { language }: { readonly language?: string | undefined }): Input {
  const places = q
    .split("|")
    .map((text) => text.trim())
    .filter(Boolean);
  if (places.length === 0 || places.length > MOST_POINTS)
    throw new SourceError("bad-query", `q: 1 to ${MOST_POINTS} points, separated by |.`);
  return { places: places.map((text) => ({ text, language, spot: coordinatesIn(text) })) };
}

/** Every place's point, in the order of the question; a name that nobody knows has none. */
const everySpot: Reader<Input, Located> = ({ places }, context) =>
  from(places).pipe(
    concatMap((place) => spotted(place, context)),
    reduce((spots: readonly Spot[], spot) => [...spots, spot], []),
    concatMap((spots) => (spots.length > 0 ? [{ spots }] : [])),
  );

const heights = json({
  request: ({ spots }: Located) =>
    get("https://api.open-meteo.com/v1/elevation", {
      latitude: spots.map(({ latitude }) => latitude).join(","),
      longitude: spots.map(({ longitude }) => longitude).join(","),
    }),
  // Without coordinates: the heights stand in the order of the question.
  body: z.object({ elevation: z.array(z.number().nullable()) }),
  items: ({ elevation }, { spots }, _response, { source }) => {
    if (elevation.length !== spots.length) throw changed(source, "not as many heights as points");
    return spots.map(({ latitude, longitude, place, country }, at) => ({
      title: `${place ?? `${latitude},${longitude}`}: ${elevation[at] ?? "unknown"} m`,
      url: osmPoint(latitude, longitude),
      latitude,
      longitude,
      place,
      country,
      elevationMetres: elevation[at],
      dataset: "Copernicus DEM GLO-90",
    }));
  },
});

export const openMeteoElevation = defineSource({
  id: "open_meteo_elevation",
  title: "Elevation (Open-Meteo, Copernicus DEM)",
  docs: "https://open-meteo.com/en/docs/elevation-api",
  terms: "no key for non-commercial use, 10,000 requests a day; Copernicus DEM GLO-90, 90 m",
  query: query({
    describe: "latitude,longitude in degrees or a place's name; several separated by |",
    example: "45.8326,6.8652",
    options: z.object({ language: languageOption }),
    parse: asked,
  }),
  item: GeoItem.extend({
    place: z.string().optional(),
    country: z.string().optional(),
    elevationMetres: z.number().optional().describe("above the sea; 0 at sea"),
    dataset: z.string(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: (input, context) => everySpot(input, context).pipe(concatMap((located) => heights(located, context))),
});
