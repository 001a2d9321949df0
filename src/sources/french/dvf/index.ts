import { concat, defer, filter, map, mergeMap, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { steps } from "../../kit/compose/steps.ts";
import { type Commune, commune, place } from "../../kit/services/communes.ts";
import { departmentOf } from "../../kit/services/insee-codes.ts";
import { Count, IsoDate, Money } from "../../kit/values/fields.ts";
import type { ReadContext } from "../../source.ts";
import { FrenchItem } from "../item.ts";
import { notePrice, type Prices, type Sale } from "./sale.ts";
import { recentOf, trendsOf } from "./trends.ts";
import { type Year, yearOf } from "./year.ts";

/** Moselle, Bas-Rhin, Haut-Rhin and Mayotte keep their land registers apart. */
const ELSEWHERE = new Set(["57", "67", "68", "976"]);

const PAGE = 20;

const YEARS = 5;

const EXPLORER = "https://explore.data.gouv.fr/fr/immobilier";

function summary(
  { name, insee, postcodes }: Commune,
  prices: Prices,
  { sales, implausible }: Pick<Year, "sales" | "implausible">,
  through: string | undefined,
) {
  return {
    title: `${name}: ${sales} ${sales === 1 ? "sale" : "sales"}`,
    kind: "summary" as const,
    url: EXPLORER,
    city: name,
    insee,
    postcode: postcodes[0],
    sales,
    implausibleSales: implausible,
    through,
    trends: trendsOf(prices),
    recent: recentOf(prices),
  };
}

/** The newest sales first, year by year, then what all sales of these years come to. */
function read(commune: Commune, context: ReadContext) {
  if (ELSEWHERE.has(departmentOf(commune.insee)))
    return throwError(
      () => new SourceError("not-found", `DVF does not cover ${commune.name}: its land register is kept elsewhere.`),
    );
  return defer(() => {
    const prices: Prices = new Map();
    const shown = PAGE * context.pages;
    let sales = 0;
    let implausible = 0;
    let others = 0;
    let through: string | undefined;
    const thisYear = new Date(context.now()).getUTCFullYear();
    const years = Array.from({ length: YEARS + 1 }, (_, i) => thisYear - i);
    const ofYear = (year: number): Observable<Sale> =>
      yearOf(commune.insee, year, shown, context).pipe(
        mergeMap((read) => {
          sales += read.sales;
          implausible += read.implausible;
          others += read.others;
          through ??= read.newest[0]?.date;
          for (const price of read.prices) notePrice(prices, price);
          return read.newest;
        }),
      );
    return concat(
      concat(...years.map(ofYear)).pipe(
        filter((_, index) => index < shown),
        map((sale) => ({ ...sale, url: EXPLORER })),
      ),
      defer(() => {
        if (others > 0) context.notice({ kind: "dropped", count: others, why: "they are another commune's" });
        return sales > 0 ? of(summary(commune, prices, { sales, implausible }, through)) : [];
      }),
    );
  });
}

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
    implausible: z
      .boolean()
      .optional()
      .describe(
        "one dwelling below 9 m², or for less than 100 or more than 50,000 EUR per m²: it counts in no price per m²",
      ),
    sales: Count.optional().describe("how many sales the summary counts"),
    implausibleSales: Count.optional().describe("how many of them have an implausible price"),
    through: IsoDate.optional().describe("of the summary: day of the newest sale that is published"),
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
    recent: z
      .object({
        since: IsoDate,
        through: IsoDate,
        prices: z.array(
          z.object({
            type: z.string().optional().describe("absent: all dwellings"),
            count: Count,
            medianPriceM2: z.number().describe("EUR per m²"),
            lowerQuartileM2: z.number().describe("EUR per m²"),
            upperQuartileM2: z.number().describe("EUR per m²"),
          }),
        ),
      })
      .optional()
      .describe(
        "of the summary: what single dwellings cost that were sold in the two years up to the newest such sale",
      ),
  }),
  polite: { concurrency: 4 },
  read: steps(commune, read),
});
