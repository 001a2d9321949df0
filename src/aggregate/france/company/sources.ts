import type { SourceRoles } from "../../source-roles.ts";

/** The sources of the analysis, in the order in which it tells of them. */
export const SOURCES = {
  recherche_entreprises: { kind: "primary", resolves: true },
  bodacc: "primary",
  associations: "primary",
  dvf: "primary",
  sirene: "keyed",
  opencorporates: "keyed",
  adresse: "enriching",
  gleif: "enriching",
  vies: "enriching",
  boamp: "enriching",
} as const satisfies SourceRoles;

export type Id = keyof typeof SOURCES;
