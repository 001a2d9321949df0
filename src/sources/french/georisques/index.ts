import type { Observable } from "rxjs";
import { z } from "zod";
import { defineSource } from "../../define.ts";
import { tolerateFailure } from "../../kit/compose/partial-failures.ts";
import { place } from "../../kit/services/communes.ts";
import type { Draft, ReadContext } from "../../source.ts";
import { atCommune } from "../at-place.ts";
import { FrenchItem } from "../item.ts";
import { type Asked, Options } from "./api.ts";
import { risks } from "./report.ts";
import { clay, decrees, radon, seismicity } from "./zones.ts";

const Item = FrenchItem.extend({
  kind: z
    .enum(["risk", "seismic-zone", "radon", "clay", "disaster"])
    .describe("a risk of the report, a zone that the place lies in, or a decree on a disaster that was"),
  category: z.enum(["natural", "technological"]),
  present: z.boolean().optional().describe("whether the risk is there; absent: not said"),
  statusCommune: z.string().optional().describe("in the report's words, of the commune"),
  statusAddress: z.string().optional().describe("in the report's words, of the point"),
  level: z
    .int()
    .optional()
    .describe(
      "seismic zone from 1 (very weak) to 5 (strong), radon potential from 1 to 3, exposure to clay from 0 to 3",
    ),
  endDate: FrenchItem.shape.date.describe("of the disaster"),
});

const read = (asked: Asked, context: ReadContext) => {
  const { point, disasters } = asked;
  const readings: Observable<Draft<Omit<z.input<typeof Item>, "source">>>[] = [
    risks(asked, context),
    seismicity(asked, context),
    radon(asked, context),
    ...(point ? [clay({ point }, context)] : []),
    ...(disasters ? [decrees(asked, context)] : []),
  ];
  return tolerateFailure(readings, 2, context);
};

export const georisques = defineSource({
  id: "georisques",
  title: "Géorisques: natural and industrial risks",
  docs: "https://www.georisques.gouv.fr/doc-api",
  terms: "Licence Ouverte 2.0; one report a second, five of other requests",
  query: place("Saint-Malo", Options),
  item: Item,
  polite: { minIntervalMs: 250, concurrency: 2 },
  read: atCommune(read),
});
