import { z } from "zod";
import { type ErrorKind, SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { type AskedSpot, languageOption, spotQuery } from "../kit/services/open-meteo.ts";
import { Count } from "../kit/values/fields.ts";
import { LanguageTag, languageTag } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { AddressItem, type Bounds, onOneLine } from "./item.ts";

const API = "https://secure.geonames.org";
/** The search goes no deeper. */
const LAST_ROW = 5_000;

const Options = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(50).describe("places a page"),
  language: languageOption,
});

type Input = AskedSpot & z.output<typeof Options>;

const Text = z.string().nullish();
/** Some numbers come as text, and some figures only where they are known. */
const Id = z.union([z.string(), z.number()]).nullish();

const Place = z.object({
  geonameId: z.int(),
  name: z.string(),
  asciiName: Text,
  toponymName: Text,
  lat: numeric,
  lng: numeric,
  countryName: Text,
  countryCode: Text,
  continentCode: Text,
  adminName1: Text,
  adminName2: Text,
  adminName3: Text,
  adminName4: Text,
  adminName5: Text,
  adminCode1: Id,
  fcl: Text,
  fclName: Text,
  fcode: Text,
  fcodeName: Text,
  population: figure,
  elevation: figure,
  astergdem: figure,
  srtm3: figure,
  timezone: z.object({ timeZoneId: Text, gmtOffset: z.number().nullish(), dstOffset: z.number().nullish() }).nullish(),
  bbox: z.object({ east: z.number(), south: z.number(), north: z.number(), west: z.number() }).nullish(),
  alternateNames: z.array(z.object({ name: z.string(), lang: Text })).nullish(),
  distance: figure,
  score: z.number().nullish(),
});

/** Among the languages of names these are none: addresses, postal codes, Wikidata's numbers. */
const NO_NAMES: ReadonlySet<string> = new Set(["link", "post", "wkdt"]);

const boundsOf = (box: z.output<typeof Place>["bbox"]): z.output<typeof Bounds> | undefined =>
  box ? { south: box.south, west: box.west, north: box.north, east: box.east } : undefined;

/** No height is -9999 (SRTM) or -32768 (ASTER). */
const known = (metres: number | null | undefined): number | undefined =>
  typeof metres === "number" && metres > -1_000 ? metres : undefined;

/** What GeoNames says of a place. */
function itemOf(place: z.output<typeof Place>) {
  const others = place.alternateNames ?? [];
  const one = (lang: string) => others.find((other) => other.lang === lang)?.name;
  const regions = [place.adminName1, place.adminName2, place.adminName3, place.adminName4, place.adminName5];
  return {
    title: place.name,
    url: `https://www.geonames.org/${place.geonameId}`,
    snippet: onOneLine(place.fcodeName, place.adminName1, place.countryName),
    id: place.geonameId,
    asciiName: place.asciiName,
    toponymName: place.toponymName,
    latitude: place.lat,
    longitude: place.lng,
    kind: place.fcodeName,
    featureClass: place.fcl,
    featureCode: place.fcode,
    state: place.adminName1,
    county: place.adminName2,
    regions: regions.map((name) => name ?? "").filter(Boolean),
    country: place.countryName,
    countryCode: place.countryCode,
    continentCode: place.continentCode,
    postcodes: others.flatMap(({ name, lang }) => (lang === "post" ? [name] : [])),
    // Places whose inhabitants nobody counted have 0.
    population: place.population || undefined,
    elevationMetres: known(place.elevation) ?? known(place.astergdem) ?? known(place.srtm3),
    timeZone: place.timezone?.timeZoneId,
    bounds: boundsOf(place.bbox),
    otherNames: others.flatMap(({ name, lang }) =>
      NO_NAMES.has(lang ?? "") ? [] : [{ name, language: languageTag(lang) }],
    ),
    wikidata: one("wkdt"),
    wikipedia: webUrl(others.find(({ name, lang }) => lang === "link" && name.includes("wikipedia.org"))?.name),
    distanceMetres: typeof place.distance === "number" ? Math.round(place.distance * 1_000) : undefined,
    relevance: place.score,
  };
}

const Status = z.object({ status: z.object({ message: z.string().nullish(), value: numeric }) });

/** https://www.geonames.org/export/webservice-exception.html */
const KINDS: ReadonlyMap<number, ErrorKind> = new Map([
  [10, "missing-key"],
  [11, "not-found"],
  [12, "unreachable"],
  [13, "timeout"],
  [18, "rate-limited"],
  [19, "rate-limited"],
  [20, "rate-limited"],
  [22, "unreachable"],
  [23, "unreachable"],
]);

/** Failures have any status and say what they are by a number. */
function refused(body: unknown): Verdict {
  const { status } = Status.safeParse(body).data ?? {};
  if (!status) return undefined;
  if (status.value === 15 || status.value === 17) return "empty";
  const said = `GeoNames refuses (${status.value}): ${quotedSaying(status.message ?? "no reason given")}.`;
  return new SourceError(KINDS.get(status.value) ?? "bad-query", said);
}

export const geonames = defineSource({
  id: "geonames",
  title: "GeoNames",
  docs: "https://www.geonames.org/export/web-services.html",
  terms: "free user name, to be enabled for web services; 10,000 credits a day, 1,000 an hour; CC BY 4.0",
  key: { env: ["GEONAMES_USERNAME"], required: true, from: "https://www.geonames.org/login" },
  query: spotQuery("a place", "London", Options),
  item: AddressItem.extend({
    id: z.int().describe("GeoNames number"),
    asciiName: z.string().optional(),
    toponymName: z.string().optional().describe("its name in the language of the place"),
    featureClass: z.string().optional().describe("https://www.geonames.org/export/codes.html"),
    featureCode: z.string().optional(),
    regions: z.array(z.string()).optional().describe("what it lies in, the largest first"),
    continentCode: z.string().optional(),
    postcodes: z.array(z.string()).optional(),
    population: Count.optional(),
    elevationMetres: z.number().optional(),
    timeZone: z.string().optional().describe("IANA name"),
    otherNames: z.array(z.object({ name: z.string(), language: LanguageTag.optional() })).optional(),
    wikidata: z.string().optional(),
    wikipedia: z.url().optional(),
    relevance: z.number().optional().describe("the search's own figure"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: json({
    pages: ({ text: q, spot, limit: maxRows, language: lang, page, key: username }: Input & PageRequest) => {
      const startRow = (page - 1) * maxRows;
      if (startRow > (spot ? 0 : LAST_ROW)) return undefined;
      const given = { maxRows, style: "full", lang, username };
      return spot
        ? get(`${API}/findNearbyPlaceNameJSON`, { lat: spot.latitude, lng: spot.longitude, ...given })
        : get(`${API}/searchJSON`, { q, startRow, ...given });
    },
    refused,
    body: z.object({ totalResultsCount: Count.nullish(), geonames: z.array(Place) }),
    items: ({ geonames: places }) => places.map(itemOf),
    next: ({ totalResultsCount, geonames: places }, { spot }, response) =>
      spot ? null : rowsRemain(response, "startRow", places.length, totalResultsCount),
  }),
});
