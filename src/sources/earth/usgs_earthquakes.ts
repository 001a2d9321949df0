import { filter } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { coordinatesIn } from "../kit/requests/coordinates.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import type { Spot } from "../kit/services/open-meteo.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { saysAll } from "../kit/values/text.ts";
import { EarthItem, longitudeWithin } from "./item.ts";

const PER_PAGE = 100;
/** Where a place's name is looked for here, more rows are asked for at once. */
const LOOKED_THROUGH = 2000;
/** The largest circle that the service takes, in km: half the globe's girth. */
const WIDEST = 20_001.6;

const Day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, "a day, e.g. 2026-11-21")
  .optional();

const Options = z.object({
  min_magnitude: z
    .string()
    .regex(/^-?\d(?:\.\d{1,2})?$|^10$/, "a magnitude, e.g. 4.5")
    .optional()
    .describe("only quakes of at least this magnitude, default 2.5"),
  from: Day.describe("first day, default 30 days ago"),
  to: Day.describe("last day, default today"),
});

interface Input extends z.output<typeof Options> {
  /** A word of the place; "" for every place. */
  readonly text: string;
  readonly circle?: (Spot & { readonly km: number }) | undefined;
}

function parse(q: string, options: z.output<typeof Options>): Input {
  const [, point = "", km = ""] = /^(.*),\s*(\d{1,5}(?:\.\d{1,3})?)(?:\s?km)?$/.exec(q) ?? [];
  const spot = coordinatesIn(point);
  if (spot && Number(km) <= WIDEST) return { ...options, text: "", circle: { ...spot, km: Number(km) } };
  if (spot || coordinatesIn(q))
    throw new SourceError(
      "bad-query",
      `q: a circle is latitude,longitude,km with at most ${WIDEST} km: 35.7,139.7,300.`,
    );
  return { ...options, text: q === "*" ? "" : q };
}

const Figure = z.number().nullish();
const Text = z.string().nullish();

/** An event as the service answers it. */
const Feature = z.object({
  id: z.string(),
  properties: z.object({
    title: Text,
    mag: Figure,
    magType: Text,
    place: Text,
    time: Figure,
    updated: Figure,
    url: Text,
    felt: Count.nullish(),
    cdi: Figure,
    mmi: Figure,
    alert: Text,
    tsunami: Figure,
    sig: z.int().nullish(),
    status: Text,
    type: Text,
  }),
  geometry: z.object({ coordinates: z.array(z.number().nullable()) }).nullish(),
});

/** What the USGS says of an earthquake. */
function itemOf({ id, properties: quake, geometry }: z.output<typeof Feature>) {
  const [longitude, latitude, depth] = geometry?.coordinates ?? [];
  const parts = [
    quake.place,
    typeof quake.mag === "number" && `magnitude ${quake.mag}`,
    typeof depth === "number" && `depth ${depth} km`,
  ];
  return {
    title: quake.title ?? quake.place ?? id,
    url: quake.url ?? `https://earthquake.usgs.gov/earthquakes/eventpage/${encodeURIComponent(id)}`,
    snippet: parts.filter(Boolean).join(", "),
    id,
    time: unixMillis(quake.time),
    updatedAt: unixMillis(quake.updated),
    place: quake.place,
    latitude,
    longitude: longitudeWithin(longitude),
    depthKm: depth,
    magnitude: quake.mag,
    magnitudeType: quake.magType,
    feltReports: quake.felt,
    intensity: quake.mmi ?? quake.cdi,
    alert: quake.alert,
    tsunami: typeof quake.tsunami === "number" ? quake.tsunami === 1 : undefined,
    significance: quake.sig,
    status: quake.status,
    category: quake.type,
  };
}

const rowsFor = ({ text }: Input): number => (text ? LOOKED_THROUGH : PER_PAGE);

const quakes = json({
  pages: (ask: Input & PageRequest) =>
    get("https://earthquake.usgs.gov/fdsnws/event/1/query", {
      format: "geojson",
      orderby: "time",
      limit: rowsFor(ask),
      // Counted from 1.
      offset: (ask.page - 1) * rowsFor(ask) + 1,
      minmagnitude: ask.min_magnitude ?? "2.5",
      starttime: ask.from,
      endtime: ask.to && `${ask.to}T23:59:59`,
      latitude: ask.circle?.latitude,
      longitude: ask.circle?.longitude,
      maxradiuskm: ask.circle?.km,
    }),
  judge: emptyOn(204),
  body: z.object({ features: z.array(Feature) }),
  items: ({ features }) => features.map(itemOf),
  next: ({ features }, input) => (features.length < rowsFor(input) ? null : undefined),
});

export const usgsEarthquakes = defineSource({
  id: "usgs_earthquakes",
  title: "USGS earthquakes",
  docs: "https://earthquake.usgs.gov/fdsnws/event/1/",
  terms: "no key; public domain",
  query: query({
    describe: "a word of the place, a circle latitude,longitude,km, or * for every place",
    example: "Japan",
    options: Options,
    parse,
  }),
  item: EarthItem.extend({
    depthKm: z.number().optional(),
    magnitude: z.number().optional().describe("may be below 0"),
    magnitudeType: z.string().optional().describe("mww, ml, md …"),
    feltReports: Count.optional(),
    intensity: z.number().optional().describe("greatest, Modified Mercalli: estimated, else as reported"),
    alert: z.string().optional().describe("PAGER's colour of the harm to expect: green, yellow, orange, red"),
    tsunami: z.boolean().optional().describe("whether a tsunami message was issued"),
    significance: z.int().optional().describe("0 to 1000 and more"),
    status: z.string().optional().describe("automatic, reviewed or deleted"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: (input, context) => quakes(input, context).pipe(filter(({ place }) => saysAll(input.text, place ?? undefined))),
});
