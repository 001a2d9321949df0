import { concatMap, forkJoin, map, type Observable, take } from "rxjs";
import type { fearGreed } from "../../../sources/crypto/fear_greed.ts";
import type { fred } from "../../../sources/finance/fred/index.ts";
import { askedWith } from "../../settled-result.ts";
import { type Desk, numberOf } from "./market.ts";
import type { Meant } from "./meaning.ts";

/** Treasury bills of three months: https://fred.stlouisfed.org/series/DGS3MO */
const RISK_FREE = "DGS3MO";

/** How greedy those are who hold coins, where there is one, and what money earns without risk. */
export function moodOf(meant$: Observable<readonly Meant[]>, { ask }: Desk) {
  const fear$ = meant$.pipe(
    take(1),
    concatMap((meant) =>
      askedWith(meant.some(({ coin }) => coin) ? "1" : undefined, (days) =>
        ask.answer<typeof fearGreed>("fear_greed", days),
      ),
    ),
  );
  const rate$ = ask.answer<typeof fred>("fred", RISK_FREE, { options: { observations: 10 } });
  return forkJoin([fear$, rate$]).pipe(
    map(
      ([
        {
          items: [mood],
        },
        {
          items: [rate],
        },
      ]) => ({
        fear_greed: mood?.value,
        classification: mood?.classification,
        as_of: mood?.time,
        risk_free_pct: numberOf(rate?.value),
        risk_free_as_of: rate?.valueDate,
      }),
    ),
  );
}
