import { catchError, mergeMap, of } from "rxjs";
import { z } from "zod";
import { SourceError, toSourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch, steps } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { coordinatesIn } from "../../kit/requests/coordinates.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn, type Judge } from "../../kit/responses/answer.ts";
import { upstreamMessage } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import type { Reader } from "../../source.ts";
import { TravelItem } from "../item.ts";
import { Full, itemOf, Listed, type Sight } from "./record.ts";

const API = "https://api.opentripmap.com/0.1/en/places";
/** So many sights of a page are asked for in full. */
const IN_FULL = 5;

const Options = z.object({
  radius: z.coerce.number().int().min(100).max(50_000).default(5_000).describe("metres around the place"),
  kinds: z
    .string()
    .regex(/^[a-z_]{1,60}(,[a-z_]{1,60}){0,9}$/, "kinds of https://dev.opentripmap.org/catalog")
    .optional()
    .describe("only such sights, e.g. museums,castles"),
  limit: z.coerce.number().int().min(1).max(500).default(50).describe("sights a page"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  readonly spot: Spot | undefined;
}

/** "Nantes", "Nantes: museums", "47.2,-1.55: castles, palaces". */
function asked(q: string, options: z.output<typeof Options>): Input {
  const [, text = q, kinds] = /^([^:]{1,200}):\s*([a-z_]{1,60}(?:\s*,\s*[a-z_]{1,60}){0,9})$/i.exec(q) ?? [];
  const said = kinds?.toLowerCase().replace(/\s+/g, "");
  return { ...options, text: text.trim(), kinds: said ?? options.kinds, spot: coordinatesIn(text.trim()) };
}

type There = Input & { readonly spot: Spot };

const Text = z.string().nullish();

const Nowhere = z.object({ status: z.literal("NOT_FOUND") });

/** A key that is no good is refused like a visitor. */
const judge: Judge = (response) =>
  response.status === 403
    ? new SourceError(
        "missing-key",
        `OpenTripMap refuses the key: ${quotedSaying(upstreamMessage(response) ?? "no reason given")}`,
      )
    : undefined;

const located = json({
  request: ({ text: name, key: apikey }: Input & PageRequest) => get(`${API}/geoname`, { name, apikey }),
  judge: (response) => judge(response) ?? emptyOn(404)(response),
  refused: (body) => (Nowhere.safeParse(body).success ? "empty" : undefined),
  body: z.object({ name: Text, country: Text, lat: z.number(), lon: z.number() }),
  items: ({ name, country, lat, lon }, input, _response, { notice }): There[] => {
    notice({ kind: "note", text: `understood as ${[name, country].filter(Boolean).join(", ")} (${lat}, ${lon})` });
    return [{ ...input, spot: { latitude: lat, longitude: lon, place: name ?? undefined } }];
  },
});

const around = json({
  pages: ({ spot, radius, kinds = "interesting_places", limit, page, key: apikey }: There & PageRequest) =>
    get(`${API}/radius`, {
      radius,
      lon: spot.longitude,
      lat: spot.latitude,
      kinds,
      rate: 2,
      format: "json",
      limit,
      offset: (page - 1) * limit,
      apikey,
    }),
  judge,
  body: Listed,
  // Some have no name: nothing that could be visited.
  items: (sights) =>
    sights.filter(({ name }) => name?.trim()).map((sight, place) => ({ sight, full: place < IN_FULL })),
  next: (sights, { limit }) => (sights.length < limit ? null : undefined),
});

const details = json({
  request: ({ sight, key: apikey }: { readonly sight: Sight } & PageRequest) =>
    get(`${API}/xid/${encodeURIComponent(sight.xid)}`, { apikey }),
  judge,
  body: Full,
  items: (full, { sight }) => [itemOf(sight, full)],
});

/** The first ones in full; where that fails, as the list has them. */
const sights: Reader<There, ReturnType<typeof itemOf>> = (input, context) =>
  around(input, context).pipe(
    mergeMap(({ sight, full }) => {
      if (!full) return of(itemOf(sight));
      return details({ sight }, { ...context, pages: 1, at: undefined }).pipe(
        catchError((error) => {
          context.notice({ kind: "note", text: `${sight.name} without details: ${toSourceError(error).message}` });
          return of(itemOf(sight));
        }),
      );
    }, 3),
  );

const here: Reader<Input, There> = ({ spot, ...input }) => (spot ? of({ ...input, spot }) : of());

export const opentripmap = defineSource({
  id: "opentripmap",
  title: "OpenTripMap places to see",
  docs: "https://dev.opentripmap.org/docs",
  terms: "free key, 5,000 requests a day; ODbL, from OpenStreetMap, Wikidata and Wikipedia",
  key: { env: ["OPENTRIPMAP_API_KEY"], required: true, from: "https://dev.opentripmap.org/product" },
  query: query({
    describe: "a city or latitude,longitude, and perhaps kinds of sights after a colon (Nantes: museums)",
    example: "Nantes",
    options: Options,
    parse: asked,
  }),
  item: TravelItem.extend({
    id: z.string().describe("OpenTripMap's xid"),
    kinds: z.array(z.string()).optional().describe("https://dev.opentripmap.org/catalog"),
    rating: z.int().min(1).max(7).optional().describe("how well known, from 1 to 7"),
    heritage: z.boolean().optional().describe("whether it is cultural heritage"),
    distanceMetres: z.number().nonnegative().optional().describe("from the place that was asked for"),
    osm: z.string().optional().describe("type/number of OpenStreetMap"),
    wikidata: z.string().optional(),
    wikipedia: z.url().optional(),
    image: z.url().optional(),
    website: z.url().optional(),
    address: z.string().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 150 },
  read: steps(
    branch(({ spot }) => spot !== undefined, here, located),
    sights,
  ),
});
