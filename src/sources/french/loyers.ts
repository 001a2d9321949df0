import { map } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { tolerateFailure } from "../kit/compose/partial-failures.ts";
import { figure, numeric } from "../kit/readers/json.ts";
import { type Commune, place } from "../kit/services/communes.ts";
import { districtsOf } from "../kit/services/insee-codes.ts";
import { Count } from "../kit/values/fields.ts";
import type { ReadContext } from "../source.ts";
import { atCommune } from "./at-place.ts";
import { FrenchItem } from "./item.ts";
import { among, rows } from "./tabular.ts";

/* No recording of a file of rents was found: the columns are those of the data set's documentation. */

/** The edition that is read: each December a new one comes, with files of its own. */
const YEAR = 2025;

const PAGE = "https://www.data.gouv.fr/datasets/carte-des-loyers-indicateurs-de-loyers-dannonce-par-commune-en-2025";

/** The files of the edition, each with the floor area, in m², of the dwelling that its rents are those of. */
const FILES = {
  apartment: { resource: "55b34088-0964-415f-9df7-d87dd98a09be", surface: 52 },
  apartment_1_2_rooms: { resource: "14a1fe11-b2d1-49b3-9f6b-83d12df9482c", surface: 37 },
  apartment_3_plus_rooms: { resource: "5e3b28a4-cf56-43a3-ae79-43cceeb27f8c", surface: 72 },
  house: { resource: "129f764d-b613-44e4-952c-5ff50a8c9b73", surface: 92 },
} as const;

const SEGMENTS = ["apartment", "apartment_1_2_rooms", "apartment_3_plus_rooms", "house"] as const;

type Segment = (typeof SEGMENTS)[number];

/** A number, as the file's own CSV writes it, too: "29,73". */
const Decimal = z.preprocess((value) => (typeof value === "string" ? value.replace(",", ".") : value), numeric);

const Row = z.object({
  INSEE_C: z.union([z.string(), z.number().transform((code) => String(code).padStart(5, "0"))]),
  LIBGEO: z.string(),
  DEP: z.union([z.string(), z.number().transform(String)]).nullish(),
  loypredm2: Decimal,
  "lwr.IPm2": Decimal.nullish(),
  "upr.IPm2": Decimal.nullish(),
  TYPPRED: z.string().nullish(),
  nbobs_com: figure,
  nbobs_mail: figure,
  R2_adj: Decimal.nullish(),
});

/** Each arrondissement of Paris, Lyon and Marseille has rents of its own. */
const table = rows({
  resource: ({ segment }: { readonly segment: Segment; readonly insee: string }) => FILES[segment].resource,
  filters: ({ insee }) => among("INSEE_C", districtsOf(insee)),
  row: Row,
});

const cents = (value: number): number => Math.round(value * 100) / 100;

function itemOf(row: z.output<typeof Row>, segment: Segment) {
  const rent = cents(row.loypredm2);
  const bound = (value: number | null | undefined) => (typeof value === "number" ? cents(value) : undefined);
  return {
    title: `${row.LIBGEO}: ${rent} €/m² (${segment})`,
    url: PAGE,
    type: segment,
    segment,
    city: row.LIBGEO,
    insee: row.INSEE_C,
    department: row.DEP,
    year: YEAR,
    rentM2: rent,
    lowM2: bound(row["lwr.IPm2"]),
    highM2: bound(row["upr.IPm2"]),
    estimatedOn: row.TYPPRED,
    observations: row.nbobs_com,
    observationsAround: row.nbobs_mail,
    adjustedR2: row.R2_adj,
    referenceSurface: FILES[segment].surface,
  };
}

const read = ({ commune: { insee } }: { readonly commune: Commune }, context: ReadContext) =>
  tolerateFailure(
    SEGMENTS.map((segment) => table({ segment, insee }, context).pipe(map((row) => itemOf(row, segment)))),
    SEGMENTS.length,
    context,
  );

export const loyers = defineSource({
  id: "loyers",
  title: "Carte des loyers: rents by commune",
  docs: PAGE,
  terms: "Licence Ouverte 2.0; estimated by a model from advertisements; not Mayotte",
  query: place("Boulogne-Billancourt"),
  item: FrenchItem.extend({
    segment: z.enum(SEGMENTS).describe("kind of dwelling"),
    year: z.int(),
    rentM2: z.number().describe("EUR per m² and month, charges included, unfurnished, as advertised"),
    lowM2: z.number().optional().describe("lower bound of the prediction, EUR per m² and month"),
    highM2: z.number().optional().describe("upper bound of the prediction, EUR per m² and month"),
    estimatedOn: z.string().optional().describe("commune, or maille: the commune with its like neighbours"),
    observations: Count.optional().describe("advertisements in the commune"),
    observationsAround: Count.optional().describe("advertisements in the commune and its like neighbours"),
    adjustedR2: z.number().optional().describe("how much of the rents the model explains, at most 1"),
    referenceSurface: z.number().describe("m² of the dwelling whose rent it is"),
  }),
  polite: { concurrency: 4 },
  read: atCommune(read),
});
