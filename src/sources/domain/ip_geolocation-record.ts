import ipaddr from "ipaddr.js";
import { z } from "zod";

/** Where an address is, as the API answers it. */
export const Place = z.object({
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
export function itemOf(place: z.output<typeof Place>, target: string) {
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
