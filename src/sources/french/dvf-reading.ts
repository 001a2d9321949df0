import { concat, defer, filter, from, map, mergeMap, type Observable, of, tap, throwError } from "rxjs";
import { SourceError } from "../../errors.ts";
import { adjacent } from "../kit/adjacent.ts";
import { emptyOn } from "../kit/answer.ts";
import { csv } from "../kit/csv.ts";
import { get } from "../kit/request.ts";
import type { ReadContext } from "../source.ts";
import { type Commune, departmentOf, districtsOf } from "./commune.ts";
import { newest } from "./newest.ts";
import { notePrice, type Prices, trendsOf } from "./prices.ts";
import { COLUMNS, type Line, type Sale, saleOf } from "./sale.ts";

const PAGE = 20;

const YEARS = 5;

const EXPLORER = "https://explore.data.gouv.fr/fr/immobilier";

/** Moselle, Bas-Rhin, Haut-Rhin and Mayotte keep their land registers apart. */
const ELSEWHERE = new Set(["57", "67", "68", "976"]);

/** One year's file of a commune; a year or a commune without a file has no sales. */
const file = csv({
  request: ({ insee, year }: { readonly insee: string; readonly year: number }) =>
    get(`https://files.data.gouv.fr/geo-dvf/latest/csv/${year}/communes/${departmentOf(insee)}/${insee}.csv`),
  columns: COLUMNS,
  judge: emptyOn(404),
  row: (line): Line => line,
});

/** A year's sales as their lines come in; the lines of one sale are neighbours. */
const salesOf = (insee: string, year: number, context: ReadContext): Observable<Sale> =>
  file({ insee, year }, context).pipe(
    adjacent((line) => line["id_mutation"] ?? ""),
    map(saleOf),
  );

function summary({ name, insee, postcodes }: Commune, prices: Prices, sales: number) {
  return {
    title: `${name}: ${sales} sales`,
    kind: "summary" as const,
    url: EXPLORER,
    city: name,
    insee,
    postcode: postcodes[0],
    sales,
    trends: trendsOf(prices),
  };
}

/** The newest sales first, year by year, then what all sales of these years come to. */
export function read(commune: Commune, context: ReadContext) {
  if (ELSEWHERE.has(departmentOf(commune.insee)))
    return throwError(
      () => new SourceError("not-found", `DVF does not cover ${commune.name}: its land register is kept elsewhere.`),
    );
  return defer(() => {
    const prices: Prices = new Map();
    const shown = PAGE * context.pages;
    let sales = 0;
    const thisYear = new Date(context.now()).getUTCFullYear();
    const years = Array.from({ length: YEARS + 1 }, (_, i) => thisYear - i);
    const ofYear = (year: number): Observable<Sale> =>
      from(districtsOf(commune.insee)).pipe(
        mergeMap((insee) => salesOf(insee, year, context), 4),
        tap((sale) => {
          sales += 1;
          notePrice(prices, sale);
        }),
        newest(shown, ({ date }) => date ?? ""),
      );
    return concat(
      concat(...years.map(ofYear)).pipe(
        filter((_, index) => index < shown),
        map((sale) => ({ ...sale, url: EXPLORER })),
      ),
      defer(() => (sales > 0 ? of(summary(commune, prices, sales)) : [])),
    );
  });
}
