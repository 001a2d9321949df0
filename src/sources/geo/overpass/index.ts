import { concatMap, map, type Observable, of, take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import { defineSource } from "../../define.ts";
import { onEmpty, readingOf } from "../../kit/compose/steps.ts";
import { textOfHtml } from "../../kit/html/dom.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { coordinatesIn } from "../../kit/requests/coordinates.ts";
import { operatorsInstance } from "../../kit/requests/instance.ts";
import { query } from "../../kit/requests/query.ts";
import { postForm } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { languageOption, type Spot, unheardOf } from "../../kit/services/open-meteo.ts";
import { IsoDate } from "../../kit/values/fields.ts";
import { clip } from "../../kit/values/text.ts";
import type { ReadContext } from "../../source.ts";
import { OsmItem } from "../item.ts";
import { places, type SearchOptions } from "../nominatim.ts";
import { Element, itemOf } from "./element.ts";
import { type Kind, KNOWN, kindOf } from "./kinds.ts";

/** Seconds that the upstream may take. */
const SECONDS = 25;
/** The number of an area is its relation's and this: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL */
const RELATION_AREA = 3_600_000_000;

const Options = z.object({
  radius: z.coerce.number().int().min(10).max(25_000).default(1_500).describe("metres around a point"),
  limit: z.coerce.number().int().min(1).max(200).default(60),
  language: languageOption,
});

interface Input extends z.output<typeof Options> {
  readonly what: string;
  readonly kind: Kind;
  readonly where: string;
  readonly around: boolean;
  readonly spot: Spot | undefined;
}

function asked(q: string, options: z.output<typeof Options>): Input {
  const [, what, link, where] =
    /^(\S.{0,100}?)\s+(in|near|around|à|dans|en|près de|autour de)\s+(\S.{0,300})$/i.exec(q) ?? [];
  if (!what || !link || !where)
    throw new SourceError("bad-query", "q: a kind of thing and a place, for example “pharmacies in Nantes”.");
  const kind = kindOf(what);
  if (!kind)
    throw new SourceError(
      "bad-query",
      `q: “${clip(what)}” is no kind of thing that is known; known are ${KNOWN} …, or a tag of OpenStreetMap: “amenity=bench in Nantes”.`,
    );
  const spot = coordinatesIn(where);
  return { ...options, what, kind, where, spot, around: spot !== undefined || /near|around|près|autour/i.test(link) };
}

/** Where to look: within a relation's boundary, or around a point. */
interface Ground extends Input {
  readonly centre: Spot;
  readonly relation?: number | undefined;
}

const named = onEmpty(readingOf("nominatim", places), unheardOf);

/** The ground of a question; a place that nobody knows has none, which is said. */
function groundOf(input: Input, context: ReadContext): Observable<Ground> {
  if (input.spot) return of({ ...input, centre: input.spot });
  const { where: text, language } = input;
  const search: SearchOptions & { readonly text: string } = { text, limit: 1, language };
  return named(search, { ...context, pages: 1 }).pipe(
    take(1),
    map((place) => {
      const area = !input.around && place.osmType === "relation" && /^(boundary|place)$/.test(place.class ?? "");
      const relation = area ? (place.id ?? undefined) : undefined;
      const within = relation
        ? `relation ${relation}`
        : `${input.radius} m around ${place.latitude}, ${place.longitude}`;
      const tag = `${input.kind.key}=${input.kind.values.join("|")}`;
      context.notice({ kind: "note", text: `understood as ${tag} in ${place.title} (${within})` });
      return { ...input, relation, centre: { latitude: place.latitude, longitude: place.longitude } };
    }),
  );
}

/** The bounded question in the upstream's language; the kinds are of letters only, so nothing can slip in. */
function questionOf({ kind: { key, values }, centre, relation, radius, limit }: Ground): string {
  const tag = `["${key}"~"^(${values.join("|")})$"]`;
  const place = relation
    ? `(area:${RELATION_AREA + relation})`
    : `(around:${radius},${centre.latitude},${centre.longitude})`;
  return `[out:json][timeout:${SECONDS}];nwr${tag}${place};out center tags ${limit};`;
}

const Body = z.object({
  osm3s: z.object({ timestamp_osm_base: z.string().nullish() }).nullish(),
  elements: z.array(Element),
  remark: z.string().nullish(),
});

const Broken = z.object({ elements: z.array(z.unknown()).length(0), remark: z.string().regex(/error/i) });

/** A question that took too long, or too much, has status 200 and says so in a remark. */
function broken(body: unknown): SourceError | undefined {
  const { remark } = Broken.safeParse(body).data ?? {};
  if (!remark) return undefined;
  const kind = /timed out/i.test(remark) ? "timeout" : "unreachable";
  return new SourceError(kind, `Overpass gave up: ${clip(remark, 200)}`);
}

/** How long to leave it alone when it has no slot: https://dev.overpass-api.de/overpass-doc/en/preface/commons.html */
const NO_SLOT_MS = 30_000;

const judge: Judge = (response) => {
  if (response.status === 429)
    return new SourceError("rate-limited", "Overpass has no free slot (HTTP 429).", { retryAfterMs: NO_SLOT_MS });
  if (response.status === 406)
    return new SourceError("blocked", "Overpass refuses the service's User-Agent (HTTP 406).");
  if (response.status !== 400) return undefined;
  const said = /Error<\/strong>:([^<]{1,300})/.exec(decodeText(response))?.[1];
  return said
    ? new SourceError("bad-query", `Overpass refuses the question: ${quotedSaying(textOfHtml(said) ?? said)}`)
    : undefined;
};

const elements = json({
  request: (ask: Ground & PageRequest) =>
    postForm(
      operatorsInstance("OVERPASS_URL", ask.keys["OVERPASS_URL"] ?? "", "https://overpass-api.de/api/interpreter"),
      {
        data: questionOf(ask),
      },
    ),
  judge,
  refused: broken,
  body: Body,
  items: ({ osm3s, elements: found, remark }, { centre }, _response, { notice }) => {
    if (remark) notice({ kind: "note", text: `Overpass: ${clip(remark, 200)}` });
    return found.map((element) => itemOf(element, centre, osm3s?.timestamp_osm_base));
  },
});

export const overpass = defineSource({
  id: "overpass",
  title: "Places of a kind (OpenStreetMap, Overpass)",
  docs: "https://wiki.openstreetmap.org/wiki/Overpass_API",
  terms:
    "no key; identifying User-Agent, one question at a time; an own instance may be set; ODbL, © OpenStreetMap contributors",
  key: {
    env: ["OVERPASS_URL"],
    also: ["NOMINATIM_URL"],
    required: false,
    from: "https://wiki.openstreetmap.org/wiki/Overpass_API#Public_Overpass_API_instances",
  },
  query: query({
    describe:
      "a kind of thing, in English or French or as key=value, and where: in a place, near a place or latitude,longitude",
    example: "pharmacies in Nantes",
    options: Options,
    parse: asked,
  }),
  item: OsmItem.extend({
    brand: z.string().optional(),
    operator: z.string().optional(),
    phone: z.string().optional(),
    email: z.string().optional(),
    website: z.url().optional(),
    openingHours: z.string().optional().describe("https://wiki.openstreetmap.org/wiki/Key:opening_hours"),
    stars: z.number().optional(),
    rooms: z.number().optional(),
    cuisine: z.string().optional(),
    fee: z.string().optional(),
    wheelchair: z.string().optional().describe("yes, limited or no"),
    wikidata: z.string().optional(),
    wikipedia: z.string().optional().describe("language:title"),
    tags: z.record(z.string(), z.string()).optional().describe("all tags, as they are"),
    dataDate: IsoDate.optional().describe("of when the data are"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (input, context) => groundOf(input, context).pipe(concatMap((ground) => elements(ground, context))),
});
