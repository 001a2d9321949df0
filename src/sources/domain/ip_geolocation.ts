import ipaddr from "ipaddr.js";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/json.ts";
import { parseDomain, query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { itemOf, Place } from "./ip_geolocation-record.ts";
import { NetworkItem } from "./item.ts";

/** The sum of the bits of all fields, https://ip-api.com/docs/api:json */
const ALL_FIELDS = 66_846_719;

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
      if (!/range$/.test(said)) throw new SourceError("bad-query", `ip-api.com refused the query: ${said}.`);
      context.notice({ kind: "note", text: `${place.query} is nowhere on the public network: ${said}.` });
      return [];
    },
  }),
});
