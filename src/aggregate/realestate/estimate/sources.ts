import type { SourceRoles } from "../../source-roles.ts";

/** The sources of the analysis, in the order in which it tells of them. */
export const SOURCES = {
  communes: { kind: "primary", resolves: true },
  dvf: "primary",
  loyers: "primary",
  dpe: "enriching",
  adresse: { kind: "enriching", resolves: true },
} as const satisfies SourceRoles;
