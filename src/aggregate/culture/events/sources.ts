import type { SourceClient } from "../../source-client.ts";

/** The sources, in the order in which the answer tells of them. */
export const SOURCES = {
  nominatim: { kind: "primary", resolves: true },
  communes: { kind: "fallback", resolves: true },
  paris_events: "primary",
  openagenda: "primary",
  artic: "primary",
  cleveland_museum: "primary",
  overpass: "primary",
  wikivoyage: "primary",
  monuments: "primary",
  musees: "primary",
  gares: "primary",
  transports: "primary",
  wikimedia_geosearch: "enriching",
  citybikes: "enriching",
} as const;

export type Door = SourceClient<keyof typeof SOURCES>;
