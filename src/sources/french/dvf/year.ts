import { defer, filter, from, map, mergeMap, type Observable, tap, toArray } from "rxjs";
import { adjacent } from "../../kit/compose/adjacent.ts";
import { newest } from "../../kit/compose/newest.ts";
import { csv } from "../../kit/readers/csv.ts";
import { get } from "../../kit/requests/request.ts";
import { emptyOn } from "../../kit/responses/answer.ts";
import { departmentOf, districtsOf } from "../../kit/services/insee-codes.ts";
import type { ReadContext } from "../../source.ts";
import { COLUMNS, type Line, type Price, priceOf, type Sale, saleOf } from "./sale.ts";

/** One year's file of a commune; a year or a commune without a file has no sales. */
const file = csv({
  request: ({ insee, year }: { readonly insee: string; readonly year: number }) =>
    get(`https://files.data.gouv.fr/geo-dvf/latest/csv/${year}/communes/${departmentOf(insee)}/${insee}.csv`),
  columns: COLUMNS,
  judge: emptyOn(404),
  row: (line): Line => line,
});

/** What is held of a year: its newest sales, as many as are shown at most, and what all of them come to. */
export interface Year {
  readonly newest: readonly Sale[];
  readonly sales: number;
  /** Sales of single dwellings whose price cannot be one. */
  readonly implausible: number;
  /** Sales whose lines have another commune's code. */
  readonly others: number;
  readonly prices: readonly Price[];
}

/** A year's sales as their lines come in; the lines of one sale are neighbours. */
const salesOf = (insee: string, year: number, context: ReadContext): Observable<Sale> =>
  file({ insee, year }, context).pipe(
    adjacent((line) => line["id_mutation"] ?? ""),
    map(saleOf),
  );

/** A year read whole and held, one without a file too; some arrondissements at once. */
export const yearOf = (insee: string, year: number, shown: number, context: ReadContext): Observable<Year> =>
  context.cached(
    `${insee} ${year}, ${shown} newest, plausible`,
    defer(() => {
      const prices: Price[] = [];
      let sales = 0;
      let implausible = 0;
      let others = 0;
      return from(districtsOf(insee)).pipe(
        mergeMap(
          (district) =>
            salesOf(district, year, context).pipe(
              filter((sale) => {
                const own = sale.insee === undefined || sale.insee === district;
                if (!own) others += 1;
                return own;
              }),
            ),
          4,
        ),
        tap((sale) => {
          sales += 1;
          if (sale.implausible) implausible += 1;
          prices.push(...priceOf(sale));
        }),
        newest(shown, ({ date }) => date ?? ""),
        toArray(),
        map((latest): Year => ({ newest: latest, sales, implausible, others, prices })),
      );
    }),
  );
