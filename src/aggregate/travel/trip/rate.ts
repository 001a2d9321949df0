import { concatMap, type Observable, take } from "rxjs";
import type { ecb } from "../../../sources/finance/ecb.ts";
import type { frankfurter } from "../../../sources/finance/frankfurter.ts";
import type { Door } from "./sources.ts";

/** What one euro is worth. */
export interface Rate {
  readonly pair: string;
  readonly value: number;
  readonly date: string;
}

const rateOf = (currency: string, value: string | undefined, date: string | undefined): readonly Rate[] =>
  value !== undefined && date !== undefined && Number(value) > 0
    ? [{ pair: `EUR/${currency}`, value: Number(value), date }]
    : [];

/** The euro's rate in a currency, by one source or the other. One value or none. */
export const rateIn = (currency: string, ask: Door): Observable<Rate> =>
  ask
    .withFallback(
      ask
        .items<typeof frankfurter>("frankfurter", `EUR/${currency}`)
        .pipe(
          concatMap(({ quote, rate, time }) => (quote === currency ? rateOf(currency, rate, time?.slice(0, 10)) : [])),
        ),
      ask
        .items<typeof ecb>("ecb", currency)
        .pipe(
          concatMap((told) =>
            told.currency === undefined || told.currency === currency ? rateOf(currency, told.value, told.period) : [],
          ),
        ),
    )
    .pipe(take(1));
