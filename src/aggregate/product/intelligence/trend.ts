import { type Observable, of, switchMap } from "rxjs";
import type { Draft } from "../../../sources/source.ts";
import { productTrend } from "../../formulas/product-trend.ts";
import { percent, rounded } from "../../formulas/rounding.ts";
import { productWords } from "../../formulas/same-product.ts";
import { fewForMedian, LEAST, statistic } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import type { PriceDay, PricedProduct, PriceMemory } from "../../state/prices.ts";
import type { Answer } from "./answer.ts";
import { compared, type Shelf } from "./shelf.ts";

/** What is remembered of a product's prices, today's among them. */
export function remembered(
  memory: Omit<PriceMemory, "close">,
  shelf: Shelf,
  { region, keep }: { readonly region: string; readonly keep: boolean },
): Observable<readonly PriceDay[]> {
  const { wanted, currency, asOf } = shelf;
  const { fresh, median: middle } = compared(shelf);
  // A marketplace that refuses today changes the median and no price: days are compared with those of the same ones only.
  const offering = [...new Set(fresh.map(({ marketplace }) => marketplace))].toSorted().join("+");
  const product: PricedProduct = {
    product: `${wanted.gtin ?? productWords(wanted.name).join(" ")} @ ${offering}`,
    region,
    currency,
  };
  const kept$ =
    keep && middle !== undefined
      ? memory.keep(product, {
          date: new Date(asOf).toISOString().slice(0, 10),
          n: fresh.length,
          min: Math.min(...fresh.map(({ price }) => price)),
          median: middle,
        })
      : of(undefined);
  return kept$.pipe(switchMap(() => memory.days(product)));
}

/** What the prices did on the days remembered, and what is reduced now. */
export function trendOf(days: readonly PriceDay[], shelf: Shelf): Draft<Answer["price_trend"]> {
  const trend = productTrend(days);
  const { fresh } = compared(shelf);
  const discounts = fresh.flatMap(({ price, oldPrice }) =>
    oldPrice !== undefined && oldPrice > price ? [100 * (1 - price / oldPrice)] : [],
  );
  const discount = statistic(discounts, median, { least: LEAST.median }).value;
  return {
    direction: trend?.direction ?? "unknown",
    slope_pct_30d: trend && percent(trend.slopePct30d),
    days: days.length,
    observations: days.reduce((sum, { observations }) => sum + observations, 0),
    since: days[0]?.date,
    history: days.map(({ date, median: middle, min, n }) => ({
      date,
      median: rounded(middle, 2),
      min: rounded(min, 2),
      n,
      small_sample: fewForMedian(n),
    })),
    discounted_share: fewForMedian(fresh.length) ? undefined : rounded(discounts.length / fresh.length, 4),
    median_discount_pct: discount === undefined ? undefined : percent(discount),
  };
}
