import { z } from "zod";
import { Count, Ratio } from "../../../sources/kit/values/fields.ts";
import type { keyword_volume } from "../../../sources/serp/keyword_volume.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { samePhrase } from "../keyword.ts";

const MARKET = "Yandex, Russia and CIS" as const;
const UNIT = "searches a month" as const;

export const answer = z.object({
  suggestions: z
    .array(z.object({ query: z.string(), rank: z.int().positive() }))
    .describe("of Yandex, without figures"),
  keywords: z
    .array(
      z.object({
        keyword: z.string(),
        words: Count,
        characters: Count,
        volume_broad: Count.optional().describe("searches a month with these words"),
        volume_exact: Count.optional().describe("searches a month of exactly these words"),
        exact_share: Ratio.optional(),
      }),
    )
    .describe("the largest first"),
  keyword: z
    .object({
      text: z.string(),
      volume_broad: Count.optional(),
      volume_exact: Count.optional(),
      unit: z.literal(UNIT),
      market: z.literal(MARKET),
    })
    .describe("the row of q itself; absent where the provider has none"),
  totals: z.object({
    keywords: Count,
    volume_broad: Count.optional().describe("sum of the rows, which contain each other: no number of searches"),
    volume_exact: Count.optional().describe("of the keywords whose exact volume is known"),
  }),
});

type Volume = ItemOf<typeof keyword_volume>;

export const keywordsOf = (volumes: readonly Volume[]) =>
  volumes
    .map(({ title, words, characters, frequencyBroad: broad, frequencyExact: exact }) => ({
      keyword: title,
      words,
      characters,
      volume_broad: broad,
      volume_exact: exact,
      exact_share: broad && exact !== undefined && exact <= broad ? Math.round((exact / broad) * 1e4) / 1e4 : undefined,
    }))
    .toSorted((one, other) => (other.volume_broad ?? -1) - (one.volume_broad ?? -1));
type Keyword = ReturnType<typeof keywordsOf>[number];

/** The row of the words that were asked for. */
export function keywordOf(keywords: readonly Keyword[], q: string) {
  const own = keywords.find(({ keyword }) => samePhrase(keyword, q));
  return (
    own && {
      text: own.keyword,
      volume_broad: own.volume_broad,
      volume_exact: own.volume_exact,
      unit: UNIT,
      market: MARKET,
    }
  );
}

const sum = (figures: readonly (number | undefined)[]): number | undefined => {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length > 0 ? known.reduce((total, figure) => total + figure, 0) : undefined;
};

export const totalsOf = (keywords: readonly Keyword[]) => ({
  keywords: keywords.length,
  volume_broad: sum(keywords.map(({ volume_broad }) => volume_broad)),
  volume_exact: sum(keywords.map(({ volume_exact }) => volume_exact)),
});
