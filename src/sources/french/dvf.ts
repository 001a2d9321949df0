import { z } from "zod";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose.ts";
import { Count, Money } from "../kit/fields.ts";
import { commune, place } from "./commune.ts";
import { read } from "./dvf-reading.ts";
import { FrenchItem } from "./item.ts";

export const dvf = defineSource({
  id: "dvf",
  title: "DVF: real-estate sales",
  docs: "https://www.data.gouv.fr/datasets/demandes-de-valeurs-foncieres-geolocalisees",
  terms: "Licence Ouverte 2.0; single sales must not be indexed by search engines",
  query: place("Boulogne-Billancourt"),
  item: FrenchItem.extend({
    kind: z.enum(["sale", "summary"]).describe("one sale, or what all of the commune's sales come to (the last item)"),
    nature: z.string().optional().describe("Vente, Adjudication, Echange …"),
    type: z.string().optional().describe("Maison, Appartement, Dépendance, Local industriel. commercial ou assimilé"),
    price: Money.optional().describe("of the whole sale"),
    priceM2: z.number().optional().describe("EUR per m², where exactly one dwelling was sold"),
    surface: z.number().optional().describe("m² of all dwellings of the sale"),
    rooms: Count.optional().describe("main rooms of all dwellings of the sale"),
    land: z.number().optional().describe("m² of land"),
    parcel: z.string().optional().describe("cadastral parcel"),
    sales: Count.optional().describe("how many sales the summary counts"),
    trends: z
      .array(
        z.object({
          type: z.string(),
          years: z.array(z.object({ year: z.int(), count: Count, medianPriceM2: z.number().describe("EUR per m²") })),
          change1YearPercent: z.number().optional().describe("the newest year's median against the year before"),
          change5YearsPercent: z
            .number()
            .optional()
            .describe("over five years of sales: against the fourth year before"),
        }),
      )
      .optional(),
  }),
  polite: { concurrency: 4 },
  read: steps(commune, read),
});
