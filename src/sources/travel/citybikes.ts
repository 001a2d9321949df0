import { concatMap, EMPTY, from, type Observable, toArray } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { json, listOf } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { TravelItem } from "./item.ts";

const API = "https://api.citybik.es/v2/networks";
const DAY_MS = 86_400_000;

const Text = z.string().nullish();

const Network = z.object({
  id: z.string(),
  name: z.string(),
  href: Text,
  location: z.object({ latitude: z.number(), longitude: z.number(), city: Text, country: Text }),
  company: listOf(z.string()),
  system: Text,
  ebikes: z.boolean().nullish(),
  scooters: z.boolean().nullish(),
  gbfs_href: Text,
});

type Network = z.output<typeof Network>;

const Station = z.object({
  id: z.string(),
  name: z.string(),
  latitude: z.number().nullish(),
  longitude: z.number().nullish(),
  free_bikes: Count.nullish(),
  empty_slots: z.int().nullish(),
  timestamp: Text,
  extra: z
    .object({
      ebikes: z.number().nullish(),
      slots: z.number().nullish(),
      address: Text,
      renting: z.union([z.boolean(), z.number()]).nullish(),
      online: z.union([z.boolean(), z.number()]).nullish(),
    })
    .nullish(),
});

const pageOf = (id: string): string => `https://citybik.es/networks/${encodeURIComponent(id)}`;

/** What CityBikes says of a network of bicycles. */
const networkOf = (network: Network) => ({
  title: network.name,
  kind: "network" as const,
  url: webUrl(network.href && `https://citybik.es${network.href.replace(/^\/v2/, "")}`) ?? pageOf(network.id),
  snippet: [network.location.city, network.location.country].filter(Boolean).join(", "),
  id: network.id,
  network: network.id,
  city: network.location.city,
  country: network.location.country,
  latitude: network.location.latitude,
  longitude: network.location.longitude,
  operators: network.company,
  system: network.system,
  ebikes: network.ebikes,
  scooters: network.scooters,
  gbfs: webUrl(network.gbfs_href),
});

/** "true", 1 and 0 as yes and no. */
const yes = (value: boolean | number | null | undefined): boolean | undefined =>
  typeof value === "number" ? value !== 0 : (value ?? undefined);

/** What CityBikes says of a station. Some times have both an offset and a Z. */
const stationOf = (station: z.output<typeof Station>, network: string, place: Network["location"] | undefined) => ({
  title: station.name,
  kind: "station" as const,
  url: pageOf(network),
  snippet: station.extra?.address,
  id: station.id,
  network,
  city: place?.city,
  country: place?.country,
  latitude: station.latitude,
  longitude: station.longitude,
  freeBikes: station.free_bikes,
  emptySlots: station.empty_slots,
  updatedAt: isoDate(station.timestamp?.replace(/([+-]\d{2}:\d{2})Z$/, "$1")),
  electricBikes: station.extra?.ebikes,
  slots: station.extra?.slots,
  address: station.extra?.address,
  renting: yes(station.extra?.renting),
  online: yes(station.extra?.online),
});

const Stations = z.object({
  network: z.object({ id: z.string(), location: Network.shape.location.nullish(), stations: z.array(Station) }),
});

const networks = cachedReader(
  DAY_MS,
  json({
    request: () => get(API),
    body: z.object({ networks: z.array(Network) }),
    items: ({ networks: all }) => all,
  }),
);

const stations = json({
  request: ({ id }: { readonly id: string }) => get(`${API}/${encodeURIComponent(id)}`),
  body: Stations,
  items: ({ network: { id, location, stations: all } }) =>
    all.map((station) => stationOf(station, id, location ?? undefined)),
});

/** Without case and diacritics. */
const plain = (words: string | null | undefined): string =>
  (words ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** The networks that a question means: by their id, their country's code, or their city, with or without its state. */
function meant(all: readonly Network[], q: string): readonly Network[] {
  if (q === "*") return all;
  const words = plain(q);
  const exact = all.filter(({ id }) => id === words);
  if (exact.length > 0) return exact;
  if (/^[a-z]{2}$/.test(words)) return all.filter(({ location }) => plain(location.country) === words);
  return all.filter(({ name, location: { city } }) =>
    [plain(city), plain(city).split(",")[0]?.trim(), plain(name)].includes(words),
  );
}

type Found = ReturnType<typeof networkOf> | ReturnType<typeof stationOf>;

/** Its stations where one network is meant by name or city; else the networks. */
function read({ text: q }: { readonly text: string }, context: ReadContext): Observable<Found> {
  return networks({}, { ...context, pages: 1 }).pipe(
    // Which are meant is known only when all are there.
    toArray(),
    concatMap((all): Observable<Found> => {
      const found = meant(all, q);
      const [one] = found;
      if (!one) return EMPTY;
      if (found.length > 1 || q === "*" || /^[A-Za-z]{2}$/.test(q)) return from(found.map(networkOf));
      context.notice({ kind: "note", text: `understood as ${one.name} (${one.id}) in ${one.location.city ?? "?"}` });
      return stations({ id: one.id }, context);
    }),
  );
}

export const citybikes = defineSource({
  id: "citybikes",
  title: "CityBikes networks and stations",
  docs: "https://docs.citybik.es/api/v2/",
  terms: "no key; 300 requests an hour",
  query: text("a network's id or a city, for the stations there; a country's two letters or * for networks", "Nantes"),
  item: TravelItem.extend({
    id: z.string(),
    network: z.string().describe("the network's id"),
    city: z.string().optional(),
    country: z.string().optional().describe("ISO 3166-1"),
    operators: z.array(z.string()).optional(),
    system: z.string().optional().describe("the software that runs it"),
    ebikes: z.boolean().optional().describe("whether the network has electric bicycles"),
    scooters: z.boolean().optional(),
    gbfs: z.url().optional().describe("its own feed: https://gbfs.org"),
    freeBikes: Count.optional(),
    emptySlots: Count.optional(),
    electricBikes: Count.optional(),
    slots: Count.optional(),
    address: z.string().optional(),
    renting: z.boolean().optional(),
    online: z.boolean().optional(),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read,
});
