import { z } from "zod";
import { json } from "../../kit/readers/json.ts";
import { get, type Params } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import type { Commune } from "../../kit/services/communes.ts";
import type { Spot } from "../../kit/services/open-meteo.ts";
import { Text } from "../tabular.ts";

export const API = "https://www.georisques.gouv.fr/api/v1";

export const REPORT = "https://www.georisques.gouv.fr/mes-risques/connaitre-les-risques-pres-de-chez-moi";

export const Options = z.object({
  disasters: z.stringbool().optional().describe("also the decrees on natural disasters, the newest first"),
});

export interface Asked extends z.output<typeof Options> {
  readonly commune: Commune;
  readonly point?: Spot | undefined;
}

/** The interface writes points the other way round. */
export const lonLat = ({ latitude, longitude }: Spot): string => `${longitude},${latitude}`;

/** A list of the interface, as it is wrapped. */
const listed = <T extends z.ZodType>(row: T) => z.object({ results: z.number(), data: z.array(row).nullish() });

export const TownRow = { code_insee: Text.nullish(), libelle_commune: z.string().nullish() };

export const townOf = (row: z.output<z.ZodObject<typeof TownRow>>) => ({
  city: row.libelle_commune,
  insee: row.code_insee,
});

/** What a list of the interface says of a commune. */
export const list = <Row, Out>(
  path: string,
  ask: (asked: Asked) => Params,
  row: z.ZodType<Row>,
  itemsOf: (row: Row) => readonly Out[],
) =>
  json({
    request: (asked: Asked) => get(`${API}/${path}`, ask(asked)),
    body: listed(row),
    judge: emptyOn(404),
    items: ({ data }) => (data ?? []).flatMap(itemsOf),
  });
