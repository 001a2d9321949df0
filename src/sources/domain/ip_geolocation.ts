import ipaddr from "ipaddr.js";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { NetworkItem } from "./item.ts";

/** The sum of the bits of all fields, https://ip-api.com/docs/api:json */
const ALL_FIELDS = 66_846_719;

/** Where an address is, as the API answers it. */
const Place = z.object({
  status: z.enum(["success", "fail"]),
  message: z.string().nullish(),
  query: z.string(),
  continent: z.string().nullish(),
  country: z.string().nullish(),
  countryCode: z.string().nullish(),
  region: z.string().nullish(),
  regionName: z.string().nullish(),
  city: z.string().nullish(),
  district: z.string().nullish(),
  zip: z.string().nullish(),
  lat: z.number().nullish(),
  lon: z.number().nullish(),
  timezone: z.string().nullish(),
  offset: z.int().nullish(),
  currency: z.string().nullish(),
  isp: z.string().nullish(),
  org: z.string().nullish(),
  as: z.string().nullish(),
  asname: z.string().nullish(),
  reverse: z.string().nullish(),
  mobile: z.boolean().nullish(),
  proxy: z.boolean().nullish(),
  hosting: z.boolean().nullish(),
});

/** What the API says of an address. */
function itemOf(place: z.output<typeof Place>, target: string) {
  const network = /^AS(\d{1,10})\s*(.*)$/.exec(place.as ?? "");
  const where = [place.city, place.country].filter(Boolean).join(", ");
  return {
    title: where ? `${place.query}: ${where}` : place.query,
    ip: place.query,
    domain: target && !ipaddr.isValid(target) ? target : undefined,
    asn: network?.[1] ? Number(network[1]) : undefined,
    holder: network?.[2],
    as: place.as,
    asName: place.asname,
    isp: place.isp,
    organisation: place.org,
    continent: place.continent,
    country: place.country,
    countryCode: place.countryCode,
    region: place.regionName,
    regionCode: place.region,
    city: place.city,
    district: place.district,
    zip: place.zip,
    latitude: place.lat,
    longitude: place.lon,
    timezone: place.timezone,
    utcOffsetSeconds: place.offset,
    currency: place.currency,
    reverse: place.reverse,
    mobile: place.mobile,
    proxy: place.proxy,
    hosting: place.hosting,
  };
}

export const ipGeolocation = defineSource({
  id: "ip_geolocation",
  title: "IP geolocation (ip-api.com)",
  docs: "https://ip-api.com/docs/api:json",
  terms: "no key; 45 requests a minute, non-commercial use, unencrypted HTTP",
  query: query({
    describe: "an IPv4 or IPv6 address, a host name, or “me” for this service's own address",
    example: "74.200.247.59",
    options: z.object({
      lang: z.enum(["en", "de", "es", "pt-BR", "fr", "ja", "zh-CN", "ru"]).optional().describe("language of the names"),
    }),
    parse: (q, { lang }) => ({ lang, target: /^me$/i.test(q) ? "" : ipaddr.isValid(q) ? q : parseDomain(q) }),
  }),
  item: NetworkItem.extend({
    as: z.string().optional().describe("number and holder of the autonomous system"),
    asName: z.string().optional().describe("its short name in the registry"),
    isp: z.string().optional(),
    organisation: z.string().optional(),
    continent: z.string().optional(),
    countryCode: z.string().optional().describe("ISO 3166-1 alpha-2"),
    region: z.string().optional(),
    regionCode: z.string().optional(),
    city: z.string().optional(),
    district: z.string().optional(),
    zip: z.string().optional(),
    latitude: z.number().min(-90).max(90).optional().describe("degrees"),
    longitude: z.number().min(-180).max(180).optional().describe("degrees"),
    timezone: z.string().optional().describe("IANA name"),
    utcOffsetSeconds: z.int().optional(),
    currency: z.string().optional().describe("of the country, ISO 4217"),
    reverse: z.string().optional().describe("the name that the address points back to"),
    mobile: z.boolean().optional(),
    proxy: z.boolean().optional().describe("proxy, VPN or Tor exit"),
    hosting: z.boolean().optional().describe("a data centre's address"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1_334 },
  read: json({
    request: ({ target, lang }) => get(`http://ip-api.com/json/${target}`, { fields: ALL_FIELDS, lang }),
    body: Place,
    items: (place, { target }, _response, context) => {
      if (place.status === "success") return [itemOf(place, target)];
      const said = place.message ?? "no reason given";
      if (!/range$/.test(said))
        throw new SourceError("bad-query", `ip-api.com refused the query: ${quotedSaying(said)}.`);
      context.notice({ kind: "note", text: `${place.query} is nowhere on the public network: ${quotedSaying(said)}.` });
      return [];
    },
  }),
});
