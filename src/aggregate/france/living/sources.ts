import type { SourceRoles } from "../../source-roles.ts";

/** The sources of the analysis, in the order in which it tells of them. */
export const SOURCES = {
  communes: { kind: "primary", resolves: true },
  dvf: "primary",
  loyers: "primary",
  equipements: "primary",
  gares: "primary",
  transports: "primary",
  irve: "primary",
  annuaire_education: "primary",
  annuaire_sante: "primary",
  espaces_verts: { kind: "primary", ms: 25_000 },
  musees: "primary",
  monuments: "primary",
  georisques: { kind: "primary", ms: 20_000 },
  finess: "fallback",
  insee: "fallback",
  dpe: "enriching",
  eau_potable: "enriching",
  air_quality: "enriching",
  service_public: "enriching",
} as const satisfies SourceRoles;

export type Id = keyof typeof SOURCES;
