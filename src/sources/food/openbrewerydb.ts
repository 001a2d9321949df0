import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { distinctBy } from "../kit/compose/distinct.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { webUrl } from "../kit/values/links.ts";
import { FoodItem } from "./item.ts";

const API = "https://api.openbrewerydb.org/v1/breweries";
const PER_PAGE = 25;

interface Asked {
  readonly kind: "id" | "words" | "city" | "near";
  /** Of `near`: a latitude and a longitude, with a comma between. */
  readonly text: string;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

function asked(q: string): Asked {
  const [, near] = /^near\s*:\s*(.+)$/i.exec(q) ?? [];
  if (near !== undefined) {
    const [, latitude, longitude] =
      /^(-?\d{1,2}(?:\.\d{1,10})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,10})?)$/.exec(near.trim()) ?? [];
    if (!latitude || !longitude || Math.abs(Number(latitude)) > 90 || Math.abs(Number(longitude)) > 180)
      throw new SourceError("bad-query", "near: wants a latitude and a longitude, such as near:45.52,-122.67.");
    return { kind: "near", text: `${latitude},${longitude}` };
  }
  const [, city] = /^city\s*:\s*(.+)$/i.exec(q) ?? [];
  if (city) return { kind: "city", text: city.trim() };
  return { kind: UUID.test(q) ? "id" : "words", text: q };
}

function request(ask: Asked & PageRequest) {
  const paging = { per_page: PER_PAGE, page: ask.page };
  if (ask.kind === "near") return get(API, { by_dist: ask.text, ...paging });
  if (ask.kind === "city") return get(API, { by_city: ask.text, ...paging });
  if (ask.kind === "words") return get(`${API}/search`, { query: ask.text, ...paging });
  return ask.page === 1 ? get(`${API}/${ask.text}`) : undefined;
}

const Text = z.string().nullish();

const Brewery = z.object({
  id: z.string(),
  name: z.string(),
  brewery_type: Text,
  address_1: Text,
  address_2: Text,
  address_3: Text,
  street: Text,
  city: Text,
  state_province: Text,
  state: Text,
  postal_code: Text,
  country: Text,
  phone: Text,
  website_url: Text,
  latitude: numeric.nullish(),
  longitude: numeric.nullish(),
});

function itemOf({
  id,
  name,
  brewery_type: type,
  city,
  country,
  latitude,
  longitude,
  ...place
}: z.output<typeof Brewery>) {
  const address = place.address_1 ?? place.street;
  const region = place.state_province ?? place.state;
  return {
    title: name,
    url: webUrl(place.website_url) ?? `https://www.openbrewerydb.org/breweries/${id}`,
    snippet: [type && `${type} brewery`, address, city, region, country].filter(Boolean).join(", "),
    id,
    type,
    address: [address, place.address_2, place.address_3].filter(Boolean).join(", "),
    city,
    region,
    postalCode: place.postal_code,
    country,
    phone: place.phone,
    latitude,
    longitude,
  };
}

/** What is listed twice under two ids is the same place. */
const placeOf = ({ id: _id, ...place }: ReturnType<typeof itemOf>): string => JSON.stringify(place);

export const openbrewerydb = defineSource({
  id: "openbrewerydb",
  title: "Open Brewery DB",
  docs: "https://www.openbrewerydb.org/documentation",
  terms: "no key; 120 requests a minute",
  query: query({
    describe: "a brewery's name or id; city:portland lists a city's, near:45.52,-122.67 the nearest to a place",
    example: "critz farms",
    parse: asked,
  }),
  item: FoodItem.extend({
    type: z.string().optional().describe("micro, brewpub, regional, large, bar …"),
    address: z.string().optional(),
    city: z.string().optional(),
    region: z.string().optional().describe("state or province"),
    postalCode: z.string().optional(),
    phone: z.string().optional(),
    latitude: z.number().optional().describe("as the database says: of some places (Berlin) it has the two exchanged"),
    longitude: z.number().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: distinctBy(
    placeOf,
    json({
      pages: request,
      judge: emptyOn(404),
      body: listOf(Brewery),
      items: (breweries) => breweries.map(itemOf),
      next: (breweries) => (breweries.length < PER_PAGE ? null : undefined),
    }),
  ),
});
