import { z } from "zod";
import { defineSource } from "../define.ts";
import { fallback, whenKey } from "../kit/compose/steps.ts";
import { figure, json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { LanguageTag, languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { Known, MusicItem } from "./item.ts";

const PER_PAGE = 25;
const VARIABLE = "RADIO_BROWSER_URL";
/** Volunteers' servers, which hold the same. */
const SERVERS = [
  "https://de1.api.radio-browser.info",
  "https://de2.api.radio-browser.info",
  "https://fi1.api.radio-browser.info",
] as const;

interface Input {
  /** The API's name of what is looked for: `name`, `tag`, `countrycode`, … */
  readonly field: string;
  readonly text: string;
}

/** `tag:jazz`, `country:FR`, `language:french`; everything else is a station's name. */
function parse(q: string): Input {
  const [, field = "", text = ""] = /^(tag|country|countrycode|language|name):\s*(\S.*)$/i.exec(q) ?? [];
  if (!text) return { field: "name", text: q };
  const code = /^country/i.test(field) && /^[a-z]{2}$/i.test(text);
  return code ? { field: "countrycode", text: text.toUpperCase() } : { field: field.toLowerCase(), text };
}

const Text = z.string().nullish();
/** 1 or 0, also as text. */
const Flag = z.union([z.boolean(), numeric.transform((bit) => bit !== 0)]).nullish();

/** A station as the API answers it. */
const Station = z.object({
  stationuuid: z.string(),
  name: z.string(),
  url: Text,
  url_resolved: Text,
  homepage: Text,
  favicon: Text,
  tags: Text,
  country: Text,
  countrycode: Text,
  state: Text,
  language: Text,
  votes: figure,
  lastcheckok: Flag,
  lastchecktime_iso8601: Text,
  codec: Text,
  bitrate: Known,
  hls: Flag,
  clickcount: figure,
  geo_lat: figure,
  geo_long: figure,
});

const split = (list: string | null | undefined): string[] =>
  (list ?? "").split(",").flatMap((word) => word.trim() || []);

/** What Radio Browser says of a station. */
function itemOf(station: z.output<typeof Station>) {
  const stream = webUrl(station.url_resolved) ?? webUrl(station.url);
  const tags = split(station.tags);
  const sound = [station.codec, station.bitrate && `${station.bitrate} kbit/s`].filter(Boolean).join(" ");
  return {
    title: station.name,
    url: webUrl(station.homepage) ?? stream,
    snippet: [station.country, tags.slice(0, 8).join(", "), sound].filter(Boolean).join(", "),
    id: station.stationuuid,
    type: "station",
    streamUrl: stream,
    country: station.country,
    countryCode: station.countrycode,
    state: station.state,
    languages: languageTags(split(station.language)),
    tags,
    codec: station.codec,
    bitrateKbps: station.bitrate,
    votes: station.votes,
    clicks24h: station.clickcount,
    online: station.lastcheckok,
    checkedAt: isoDate(station.lastchecktime_iso8601),
    latitude: station.geo_lat,
    longitude: station.geo_long,
    hls: station.hls,
    image: webUrl(station.favicon),
  };
}

/** Asks one of the volunteers' servers, or the operator's own. */
const askedAt = (server: string) =>
  json({
    pages: ({ field, text, page, keys }: Input & PageRequest) =>
      get(`${operatorsInstance(VARIABLE, keys[VARIABLE] ?? "", server)}/json/stations/search`, {
        [field]: text,
        limit: PER_PAGE,
        offset: (page - 1) * PER_PAGE,
        hidebroken: true,
        order: "clickcount",
        reverse: true,
      }),
    body: z.array(Station),
    items: (stations) => stations.map(itemOf),
    next: (stations) => (stations.length < PER_PAGE ? null : undefined),
  });

export const radioBrowser = defineSource({
  id: "radio_browser",
  title: "Radio Browser",
  docs: "https://docs.radio-browser.info/",
  terms: "no key; servers of volunteers, who ask for a User-Agent that speaks; public domain",
  key: { env: [VARIABLE], required: false, from: "https://docs.radio-browser.info/" },
  query: query({
    describe: "a station's name, or tag:jazz, country:FR, language:french",
    example: "fip",
    parse,
  }),
  item: MusicItem.extend({
    url: HttpUrl.optional().describe("the station's site, else its stream"),
    streamUrl: HttpUrl.optional(),
    countryCode: z.string().optional(),
    state: z.string().optional(),
    languages: z.array(LanguageTag).optional(),
    tags: z.array(z.string()).optional(),
    codec: z.string().optional(),
    bitrateKbps: z.number().positive().optional().describe("kbit/s"),
    votes: z.int().optional(),
    clicks24h: Count.optional().describe("of the last day"),
    online: z.boolean().optional().describe("whether the stream answered when it was last checked"),
    checkedAt: IsoDate.optional(),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    hls: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: whenKey(
    VARIABLE,
    askedAt(SERVERS[0]),
    fallback(askedAt(SERVERS[0]), fallback(askedAt(SERVERS[1]), askedAt(SERVERS[2]))),
  ),
});
