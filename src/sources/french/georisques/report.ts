import { z } from "zod";
import { fallback } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import { get } from "../../kit/requests/request.ts";
import { districtsOf, wholeOf } from "../../kit/services/insee-codes.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { centreOf } from "../at-place.ts";
import { Text } from "../tabular.ts";
import { API, type Asked, list, lonLat, REPORT, TownRow, townOf } from "./api.ts";

/** The report is long in the making. */
const PATIENCE_MS = 20_000;

/** Paris, Lyon and Marseille, whole or in part, have no report by their code: that of their centre is read. */
function spotOf({ point, commune }: Asked): Spot | undefined {
  const divided = wholeOf(commune.insee) !== commune.insee || districtsOf(commune.insee).length > 1;
  return point ?? (divided ? centreOf(commune) : undefined);
}

const Risk = z.object({
  present: z.boolean().nullish(),
  libelle: z.string(),
  libelleStatutCommune: z.string().nullish(),
  libelleStatutAdresse: z.string().nullish(),
});

const Report = z.object({
  url: z.string().nullish(),
  commune: z.object({ libelle: z.string().nullish(), codePostal: Text.nullish(), codeInsee: Text.nullish() }).nullish(),
  risquesNaturels: z.record(z.string(), Risk),
  risquesTechnologiques: z.record(z.string(), Risk),
});

/** Whether a risk is there: as it is said, or as its status says ("Risque Existant", "Risque non Connu"). */
function presence({ present, libelleStatutAdresse, libelleStatutCommune }: z.output<typeof Risk>) {
  const status = libelleStatutAdresse ?? libelleStatutCommune ?? "";
  if (typeof present === "boolean") return present;
  if (/non connu|inconnu|inexistant|pas de risque/i.test(status)) return false;
  return /existant/i.test(status) ? true : undefined;
}

const risksOf = (report: z.output<typeof Report>, category: "natural" | "technological") =>
  Object.entries(category === "natural" ? report.risquesNaturels : report.risquesTechnologiques).map(([id, risk]) => ({
    kind: "risk" as const,
    category,
    id,
    title: risk.libelle,
    url: report.url ?? REPORT,
    present: presence(risk),
    statusCommune: risk.libelleStatutCommune,
    statusAddress: risk.libelleStatutAdresse,
    city: report.commune?.libelle,
    postcode: report.commune?.codePostal,
    insee: report.commune?.codeInsee,
  }));

const report = json({
  request: (asked: Asked) => {
    const spot = spotOf(asked);
    const where = spot ? { latlon: lonLat(spot) } : { code_insee: asked.commune.insee };
    return get(`${API}/resultats_rapport_risque`, where, { timeoutMs: PATIENCE_MS });
  },
  body: Report,
  items: (body) => [...risksOf(body, "natural"), ...risksOf(body, "technological")],
});

/** The risks that are known of a commune, where there is no report. */
const known = list(
  "gaspar/risques",
  ({ commune }) => ({ code_insee: wholeOf(commune.insee) }),
  z.object({ ...TownRow, risques_detail: z.array(z.object({ num_risque: Text, libelle_risque_long: z.string() })) }),
  (row) =>
    row.risques_detail.map(({ num_risque: id, libelle_risque_long: title }) => ({
      ...townOf(row),
      kind: "risk" as const,
      // The families of risks by human works begin with 2.
      category: id.startsWith("2") ? ("technological" as const) : ("natural" as const),
      id,
      title,
      url: REPORT,
      present: true,
    })),
);

/** The risks of a place, each with whether it is there; where no report can be had, those that are known of the commune. */
export const risks = fallback(report, known);
