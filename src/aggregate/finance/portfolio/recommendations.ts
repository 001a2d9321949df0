import type { Sampled } from "../../formulas/returns.ts";
import type { Market } from "./market.ts";

/** What recommendations are made from. */
interface Judged {
  readonly markets: readonly Market[];
  /** Two assets, by their places, and how they went together. */
  readonly pairs: readonly {
    readonly one: number;
    readonly other: number;
    readonly r?: Sampled | undefined;
    readonly n: number;
  }[];
  /** Of a year, as a ratio. */
  readonly volatility?: number | undefined;
  readonly effectiveBets?: number | undefined;
}

export interface Recommendation {
  readonly id: string;
  readonly sentence: string;
  readonly evidence: string;
}

/** Above these something is said. */
const WEIGHT = 0.4;
const KIND = 0.8;
const MEAN_R = 0.7;
const PAIR_R = 0.9;
const VOLATILITY = 0.6;
const FEW = 3;
/** The share of the number of assets below which bets are few, for which the rating is poor. */
export const FEW_BETS = 0.4;

const percent = (ratio: number): string => `${Math.round(ratio * 1000) / 10} %`;
const two = (value: number): string => value.toFixed(2);

/** What would spread a portfolio's risk, the plainest first; correlations of under 20 returns are not built on. */
export function recommendations({ markets, pairs, volatility, effectiveBets }: Judged): readonly Recommendation[] {
  const firm = pairs.flatMap(({ one, other, r, n }) => (r && !r.smallSample ? [{ one, other, r: r.value, n }] : []));
  const mean = firm.reduce((sum, { r }) => sum + r, 0) / firm.length;
  const name = (at: number): string => markets[at]?.symbol ?? "";
  const kinds = [...Map.groupBy(markets, ({ kind }) => kind)].map(([kind, same]) => ({
    kind,
    weight: same.reduce((sum, { weight }) => sum + weight, 0),
  }));
  return [
    ...markets
      .filter(({ weight }, place) => {
        const others = markets.filter((_, other) => other !== place);
        return weight > WEIGHT && others.length > 0 && others.every((other) => other.weight < weight);
      })
      .map(({ symbol, weight }) => ({
        id: "weight-above-40",
        sentence: `${symbol} has the largest part in what the portfolio does: a smaller one would spread its risk.`,
        evidence: `${symbol} weighs ${percent(weight)}`,
      })),
    ...(markets.length < FEW
      ? [
          {
            id: "few-assets",
            sentence: "Fewer than three assets spread little: others that move on their own would.",
            evidence: `${markets.length} of ${FEW} assets`,
          },
        ]
      : []),
    ...kinds
      .filter(({ weight }) => weight > KIND && markets.length > 1)
      .map(({ kind, weight }) => ({
        id: "kind-above-80",
        sentence: `Nearly all is of one kind (${kind}): another kind would not fall for the same reasons.`,
        evidence: `${kind} weighs ${percent(weight)}`,
      })),
    ...(mean > MEAN_R
      ? [
          {
            id: "mean-correlation-above-0.7",
            sentence: "The assets rise and fall together, so that holding several of them spreads little.",
            evidence: `mean correlation ${two(mean)} of ${firm.length} pairs`,
          },
        ]
      : []),
    ...firm
      .filter(({ r }) => r > PAIR_R)
      .map(({ one, other, r, n }) => ({
        id: "pair-above-0.9",
        sentence: `${name(one)} and ${name(other)} are nearly the same bet.`,
        evidence: `correlation ${two(r)} over ${n} returns`,
      })),
    ...(effectiveBets !== undefined && markets.length > 1 && effectiveBets < FEW_BETS * markets.length
      ? [
          {
            id: "few-bets",
            sentence: "The assets make few independent bets: others that move on their own would spread more.",
            evidence: `${two(effectiveBets)} effective bets of ${markets.length} assets`,
          },
        ]
      : []),
    ...(volatility !== undefined && volatility > VOLATILITY
      ? [
          {
            id: "volatility-above-60",
            sentence: "The portfolio swings far: calmer assets would steady it.",
            evidence: `volatility ${percent(volatility)} a year`,
          },
        ]
      : []),
  ];
}
