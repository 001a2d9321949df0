import { fixtures } from "../playing.ts";
import type { Page, World } from "../world.ts";
import { type Bicycles, bicyclesOf } from "./bicycles.ts";

export const PATH = "/travel/trip";
export const NOW = Date.parse("2026-11-22T09:00:00Z");

/** A place as Nominatim tells it. */
export const place = (name: string, lat: number, lon: number, code: string, country: string) => ({
  place_id: 1,
  osm_type: "relation",
  osm_id: 5_400_890,
  lat: String(lat),
  lon: String(lon),
  name,
  display_name: `${name}, ${country}`,
  category: "boundary",
  type: "administrative",
  addresstype: "city",
  address: { city: name, country, country_code: code },
});

const PLACES: Readonly<Record<string, object>> = {
  Lisbon: place("Lisbon", 38.7078, -9.1366, "pt", "Portugal"),
  Porto: place("Porto", 41.1496, -8.611, "pt", "Portugal"),
};

/** Days of a forecast, or of the archive: each a degree warmer than the one before. */
export const weather = (url: URL): Page => {
  const start = url.searchParams.get("start_date") ?? "2026-11-22";
  const end = url.searchParams.get("end_date");
  const days = end
    ? (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1
    : Number(url.searchParams.get("forecast_days"));
  const year = Number(start.slice(0, 4));
  const time = Array.from({ length: days }, (_, day) =>
    new Date(Date.parse(start) + day * 86_400_000).toISOString().slice(0, 10),
  );
  const past = url.hostname.startsWith("archive");
  return {
    body: {
      latitude: 38.7,
      longitude: -9.1,
      utc_offset_seconds: 0,
      timezone: "Europe/Lisbon",
      daily_units: {
        temperature_2m_max: "°C",
        temperature_2m_min: "°C",
        precipitation_sum: "mm",
        precipitation_probability_max: "%",
      },
      daily: {
        time,
        weather_code: time.map(() => 61),
        // In the past 20, 21 and 22 degrees in 2023, 2024 and 2025.
        temperature_2m_max: time.map((_, day) => (past ? year - 2003 : 15 + day)),
        temperature_2m_min: time.map((_, day) => (past ? 10 : 8 + day)),
        precipitation_sum: time.map((_, day) => (past ? (year === 2024 ? 4 : 0) : day % 2 ? 2.4 : 0)),
        ...(!past && { precipitation_probability_max: time.map(() => 40) }),
      },
    },
  };
};

/** Price levels of Eurostat: rooms and food 90, all of consumption 85. */
const LEVELS = {
  version: "2.0",
  class: "dataset",
  label: "Purchasing power parities",
  id: ["freq", "na_item", "ppp_cat", "geo", "time"],
  size: [1, 1, 2, 1, 1],
  value: { "0": 90, "1": 85 },
  dimension: {
    freq: { category: { index: { A: 0 }, label: { A: "Annual" } } },
    na_item: { category: { index: { PLI_EU27_2020: 0 }, label: { PLI_EU27_2020: "Price level indices" } } },
    ppp_cat: {
      category: {
        index: { A0111: 0, A01: 1 },
        label: { A0111: "Restaurants and hotels", A01: "Actual individual consumption" },
      },
    },
    geo: { category: { index: { PT: 0 }, label: { PT: "Portugal" } } },
    time: { category: { index: { "2024": 0 }, label: { "2024": "2024" } } },
  },
};

const leg = (mode: string, from: string, to: string, start: string, end: string) => ({
  mode,
  from: { name: from },
  to: { name: to },
  startTime: start,
  endTime: end,
  duration: (Date.parse(end) - Date.parse(start)) / 1000,
  agencyName: mode === "WALK" ? undefined : "CP",
});

export const GIRA: Bicycles = {
  id: "gira",
  name: "Gira",
  location: { latitude: 38.7, longitude: -9.1, city: "Lisbon", country: "PT" },
  stations: [
    { id: "1", name: "A" },
    { id: "2", name: "B" },
  ],
};

export const HOSTS: NonNullable<World["hosts"]> = {
  "nominatim.openstreetmap.org": (url) => {
    const found = PLACES[url.searchParams.get("q") ?? ""];
    return { body: found ? [found] : [] };
  },
  "api.open-meteo.com": weather,
  "archive-api.open-meteo.com": weather,
  "overpass-api.de": () => ({
    body: {
      elements: [
        {
          type: "node",
          id: 1,
          lat: 38.7168,
          lon: -9.1366,
          tags: { name: "Hotel Rossio", tourism: "hotel", stars: "3" },
        },
        { type: "node", id: 2, lat: 38.7078, lon: -9.1366, tags: { tourism: "hotel" } },
      ],
    },
  }),
  "en.wikipedia.org": () => ({ body: { query: { geosearch: [], pages: [] } } }),
  "router.project-osrm.org": () => ({
    body: { code: "Ok", routes: [{ distance: 313_000, duration: 10_800 }], waypoints: [] },
  }),
  "api.transitous.org": () => ({
    body: {
      itineraries: [
        {
          startTime: "2026-11-25T08:10:00Z",
          endTime: "2026-11-25T11:20:00Z",
          duration: 11_400,
          transfers: 0,
          legs: [
            leg("WALK", "START", "Campanhã", "2026-11-25T08:10:00Z", "2026-11-25T08:20:00Z"),
            leg("HIGHSPEED_RAIL", "Campanhã", "Oriente", "2026-11-25T08:20:00Z", "2026-11-25T11:10:00Z"),
            leg("BUS", "Oriente", "END", "2026-11-25T11:10:00Z", "2026-11-25T11:20:00Z"),
          ],
        },
      ],
      direct: [],
    },
  }),
  "api.citybik.es": bicyclesOf(GIRA),
  "ec.europa.eu": () => ({ body: LEVELS }),
  "api.frankfurter.dev": () => ({
    body: {
      amount: 1,
      base: "EUR",
      start_date: "2026-11-20",
      end_date: "2026-11-20",
      rates: { "2026-11-20": { USD: 1.2 } },
    },
  }),
};
export const WORLD: World = { hosts: HOSTS, recordings: fixtures("encyclopedia/wikivoyage"), now: () => NOW };
export const Q = { q: "Lisbon", start: "2026-11-25", end: "2026-11-28" };
