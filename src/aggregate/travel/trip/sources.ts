import type { SourceClient } from "../../source-client.ts";

/** The sources, in the order in which the answer tells of them. */
export const SOURCES = {
  nominatim: { kind: "primary", resolves: true },
  photon: { kind: "fallback", resolves: true },
  open_meteo: "primary",
  met_no: "fallback",
  wttr: "fallback",
  wikivoyage: "primary",
  overpass: "primary",
  opentripmap: "keyed",
  wikimedia_geosearch: "enriching",
  osrm: "enriching",
  transitous: "enriching",
  sncf: "keyed",
  irail: "enriching",
  transport_opendata_ch: "enriching",
  entur: "enriching",
  tfl: "enriching",
  citybikes: "enriching",
  eurostat: "enriching",
  worldbank: "enriching",
  frankfurter: "enriching",
  ecb: "fallback",
} as const;

export type Door = SourceClient<keyof typeof SOURCES>;
