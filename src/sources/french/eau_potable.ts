import { concatMap } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { adjacent } from "../kit/compose/adjacent.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { type Commune, place } from "../kit/services/communes.ts";
import { wholeOf } from "../kit/services/insee-codes.ts";
import { isoDate } from "../kit/values/dates.ts";
import { excerpt } from "../kit/values/text.ts";
import { atCommune } from "./at-place.ts";
import { FrenchItem } from "./item.ts";

/** Rows of a page, each one parameter of one sample. */
const ROWS = 100;

/** Rows beyond are refused: page × size. */
const FURTHEST = 20_000;

const Options = z.object({
  parameter: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,19}$/, "codes of parameters, joined by commas")
    .optional()
    .describe("SANDRE codes of the parameters: 1340 nitrates, 8847,9268 sums of PFAS"),
});

type Asked = z.output<typeof Options> & { readonly commune: Commune };

const Row = z.object({
  code_prelevement: z.string().nullish(),
  date_prelevement: z.string(),
  nom_commune: z.string().nullish(),
  code_commune: z.string().nullish(),
  nom_distributeur: z.string().nullish(),
  nom_uge: z.string().nullish(),
  nom_moa: z.string().nullish(),
  reseaux: z.array(z.object({ code: z.string().nullish(), nom: z.string().nullish() })).nullish(),
  conclusion_conformite_prelevement: z.string().nullish(),
  conformite_limites_bact_prelevement: z.string().nullish(),
  conformite_limites_pc_prelevement: z.string().nullish(),
  conformite_references_bact_prelevement: z.string().nullish(),
  conformite_references_pc_prelevement: z.string().nullish(),
  code_parametre: z.string().nullish(),
  code_parametre_se: z.string().nullish(),
  libelle_parametre: z.string().nullish(),
  resultat_alphanumerique: z.string().nullish(),
  resultat_numerique: figure,
  libelle_unite: z.string().nullish(),
  limite_qualite_parametre: z.string().nullish(),
  reference_qualite_parametre: z.string().nullish(),
});

type Line = z.output<typeof Row>;

/** "<0,029" is below what can be measured: its number in the answer is 0, which it is not. */
const measured = ({ resultat_alphanumerique: text, resultat_numerique: number }: Line) =>
  text && /^\s*[<>]/.test(text) ? undefined : number;

const parameterOf = (line: Line) => ({
  name: line.libelle_parametre,
  code: line.code_parametre,
  symbol: line.code_parametre_se,
  result: line.resultat_alphanumerique,
  value: measured(line),
  unit: line.libelle_unite,
  limit: line.limite_qualite_parametre,
  reference: line.reference_qualite_parametre,
});

/** One sample: its lines are neighbours. */
function sampleOf(lines: readonly Line[]) {
  const [first] = lines;
  if (!first) return [];
  const conclusion = first.conclusion_conformite_prelevement;
  const sample = {
    title: excerpt(conclusion, 120) ?? `Prélèvement du ${first.date_prelevement.slice(0, 10)}`,
    url: "https://orobnat.sante.gouv.fr/",
    snippet: conclusion,
    id: first.code_prelevement || first.date_prelevement,
    date: isoDate(first.date_prelevement),
    city: first.nom_commune,
    insee: first.code_commune,
    bacteriology: first.conformite_limites_bact_prelevement,
    physicoChemical: first.conformite_limites_pc_prelevement,
    bacteriologyReferences: first.conformite_references_bact_prelevement,
    physicoChemicalReferences: first.conformite_references_pc_prelevement,
    distributor: first.nom_distributeur,
    operator: first.nom_uge,
    owner: first.nom_moa,
    networks: first.reseaux?.flatMap(({ nom }) => nom ?? []),
    parameters: lines.map(parameterOf),
  };
  return [sample];
}

const results = json({
  pages: ({ commune, parameter, page }: Asked & PageRequest) =>
    page * ROWS > FURTHEST
      ? undefined
      : get("https://hubeau.eaufrance.fr/api/v1/qualite_eau_potable/resultats_dis", {
          // Arrondissements have no samples of their own.
          code_commune: wholeOf(commune.insee),
          code_parametre: parameter,
          sort: "desc",
          size: ROWS,
          page,
        }),
  body: z.object({ count: z.number().nullish(), next: z.string().nullish(), data: z.array(Row) }),
  items: ({ data }) => data,
  next: ({ next }) => (next ? undefined : null),
});

const Verdict = z.string().optional();

export const eauPotable = defineSource({
  id: "eau_potable",
  title: "Hub'Eau: quality of drinking water",
  docs: "https://hubeau.eaufrance.fr/page/api-qualite-eau-potable",
  terms: "Licence Ouverte 2.0; renewed monthly, two to five months late",
  query: place("Saint-Véran", Options),
  item: FrenchItem.extend({
    bacteriology: Verdict.describe("against the limits: C conforms, N does not, D by exemption, S not judged"),
    physicoChemical: Verdict.describe("against the limits, likewise"),
    bacteriologyReferences: Verdict.describe("against the reference values, likewise"),
    physicoChemicalReferences: Verdict.describe("against the reference values, likewise"),
    distributor: z.string().optional(),
    operator: z.string().optional().describe("operating unit (UGE)"),
    owner: z.string().optional(),
    networks: z.array(z.string()).optional(),
    parameters: z
      .array(
        z.object({
          name: z.string().optional(),
          code: z.string().optional().describe("SANDRE code"),
          symbol: z.string().optional().describe("code of the health authorities: NO3, PESTOT …"),
          result: z.string().optional().describe("as it was written: <0,029 is below what can be measured"),
          value: z.number().optional().describe("in the unit; absent below or above what can be measured"),
          unit: z.string().optional(),
          limit: z.string().optional(),
          reference: z.string().optional(),
        }),
      )
      .describe("of the last sample of an answer perhaps not all: a further page has the rest"),
  }),
  polite: { concurrency: 2 },
  read: atCommune((asked: Asked, context) =>
    results(asked, context).pipe(
      adjacent((line) => line.code_prelevement || line.date_prelevement),
      concatMap(sampleOf),
    ),
  ),
});
