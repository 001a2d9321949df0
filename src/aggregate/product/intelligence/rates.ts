import { catchError, filter, map, type Observable, of, toArray } from "rxjs";
import type { ecb } from "../../../sources/finance/ecb.ts";
import type { frankfurter } from "../../../sources/finance/frankfurter.ts";
import type { SourceClient } from "../../source-client.ts";

/** What one unit of a currency is worth in another, by the rates of a day. */
export interface Rate {
  readonly currency: string;
  readonly rate: number;
  readonly date: string;
}

/** The worth of a currency in another; nothing where nobody tells it. */
export function rateOf(
  ask: SourceClient<"frankfurter" | "ecb">,
  currency: string,
  into: string,
): Observable<Rate | undefined> {
  const primary$ = ask.items<typeof frankfurter>("frankfurter", `${currency}/${into}`, { options: { days: 7 } }).pipe(
    filter(({ quote }) => quote === into),
    map(({ rate, time = "" }): Rate => ({ currency, rate: Number(rate), date: time.slice(0, 10) })),
  );
  const codes = [currency, into].filter((code) => code !== "EUR");
  const fallback$ = ask.items<typeof ecb>("ecb", codes.join("+"), { options: { observations: 1 } }).pipe(
    toArray(),
    map((series): Rate | undefined => {
      const perEuro = (code: string): number | undefined => {
        if (code === "EUR") return 1;
        const value = series.find((one) => one.base === "EUR" && one.currency === code)?.value;
        return value === undefined ? undefined : Number(value);
      };
      const [one, other] = [perEuro(currency), perEuro(into)];
      return one && other ? { currency, rate: other / one, date: series[0]?.period ?? "" } : undefined;
    }),
    filter((rate) => rate !== undefined),
  );
  return ask.withFallback(primary$, fallback$).pipe(catchError(() => of(undefined)));
}
