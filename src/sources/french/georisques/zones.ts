import { z } from "zod";
import { json } from "../../kit/readers/json.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import { districtsOf, wholeOf } from "../../kit/services/insee-codes.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { Text } from "../tabular.ts";
import { API, list, lonLat, REPORT, TownRow, townOf } from "./api.ts";

export const seismicity = list(
  "zonage_sismique",
  ({ commune }) => ({ code_insee: wholeOf(commune.insee) }),
  z.object({ ...TownRow, zone_sismicite: z.string(), code_zone: Text.nullish() }),
  (row) => [
    {
      ...townOf(row),
      kind: "seismic-zone" as const,
      category: "natural" as const,
      id: "zonage_sismique",
      title: `Zone de sismicité ${row.zone_sismicite}`,
      url: REPORT,
      level: Number.parseInt(row.code_zone ?? row.zone_sismicite, 10),
    },
  ],
);

/** Radon is known by arrondissement. */
export const radon = list(
  "radon",
  ({ commune }) => ({ code_insee: districtsOf(commune.insee)[0] }),
  z.object({ ...TownRow, classe_potentiel: Text }),
  (row) => [
    {
      ...townOf(row),
      kind: "radon" as const,
      category: "natural" as const,
      id: "radon_potentiel",
      title: `Potentiel radon de classe ${row.classe_potentiel}`,
      url: REPORT,
      level: Number.parseInt(row.classe_potentiel, 10),
    },
  ],
);

/** "25/12/1999" */
const dayOf = (written: string | null | undefined) => written?.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, "$3-$2-$1");

/** The decrees on natural disasters. */
export const decrees = list(
  "gaspar/catnat",
  ({ commune }) => ({ code_insee: wholeOf(commune.insee), page_size: 100 }),
  z.object({
    ...TownRow,
    code_national_catnat: z.string().nullish(),
    libelle_risque_jo: z.string(),
    date_debut_evt: z.string().nullish(),
    date_fin_evt: z.string().nullish(),
  }),
  (row) => [
    {
      ...townOf(row),
      kind: "disaster" as const,
      category: "natural" as const,
      id: row.code_national_catnat,
      title: row.libelle_risque_jo,
      url: REPORT,
      date: dayOf(row.date_debut_evt),
      endDate: dayOf(row.date_fin_evt),
    },
  ],
);

/** How far clay swells and shrinks at a point. */
export const clay = json({
  request: ({ point }: { readonly point: Spot }) => get(`${API}/rga`, { latlon: lonLat(point) }),
  body: z.object({ codeExposition: Text.nullish(), exposition: z.string() }),
  judge: emptyOn(404),
  items: ({ codeExposition, exposition }) => [
    {
      kind: "clay" as const,
      category: "natural" as const,
      id: "rga",
      title: `Retrait-gonflement des argiles: ${exposition}`,
      url: REPORT,
      level: codeExposition ? Number.parseInt(codeExposition, 10) : undefined,
    },
  ],
});
