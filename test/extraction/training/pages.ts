import { existsSync, readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { z } from "zod";

/** What the page says of itself; undefined where it says nothing. */
export interface Fields {
  readonly title: string | undefined;
  readonly author: string | undefined;
  /** `2024-03-05`. */
  readonly date: string | undefined;
}

/** A page of WCXB with the text that people found to be its content. */
export interface Page {
  readonly url: string;
  readonly type: string;
  readonly truth: string;
  readonly fields: Fields;
  readonly html: string;
  /** 0 to 3, the same for all pages of a domain. */
  readonly fold: number;
}

/** WCXB's development set (Murrough Foley, arXiv 2605.21097, CC-BY-4.0), beside the repository. */
export const WCXB = new URL("../../../../shared/benchmarks/wcxb/dev/", import.meta.url);

const Truth = z.object({
  url: z.string().default(""),
  _internal: z.object({ page_type: z.object({ primary: z.string() }) }),
  ground_truth: z.object({
    main_content: z.string().nullish(),
    title: z.string().nullish(),
    author: z.string().nullish(),
    publish_date: z.string().nullish(),
  }),
});

export function hasWcxb(): boolean {
  return existsSync(WCXB);
}

/**
 * The pages to tune rules on and to teach `apart.json` from, or those held back: the domains, a third, whose hash is divisible by
 * three. What is shipped was taught on both.
 */
export function* pages(part: "taught" | "held"): Generator<Page> {
  for (const name of readdirSync(new URL("ground-truth/", WCXB)).sort()) {
    const { url, _internal, ground_truth } = Truth.parse(
      JSON.parse(readFileSync(new URL(`ground-truth/${name}`, WCXB), "utf8")),
    );
    const hash = domainHash(url);
    if ((hash % 3 === 0) !== (part === "held")) continue;
    const { primary } = _internal.page_type;
    yield {
      url,
      type: primary === "category" ? "collection" : primary,
      truth: ground_truth.main_content ?? "",
      fields: {
        title: ground_truth.title || undefined,
        author: ground_truth.author || undefined,
        date: ground_truth.publish_date || undefined,
      },
      html: gunzipSync(readFileSync(new URL(`html/${name.replace(".json", ".html.gz")}`, WCXB))).toString("utf8"),
      fold: Math.floor(hash / 3) % 4,
    };
  }
}

/** A number that the pages of a domain share: FNV-1a of the host's last two labels. */
function domainHash(url: string): number {
  const host = (URL.parse(url)?.hostname ?? url)
    .replace(/^www\./, "")
    .split(".")
    .slice(-2)
    .join(".");
  let hash = 0x811c9dc5;
  for (const char of host) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
}

/** Words as WCXB counts them. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** How a text agrees with the truth; all three are 1 where both are empty. */
export interface Overlap {
  readonly f1: number;
  readonly precision: number;
  readonly recall: number;
}

/** WCXB's measure: the overlap of the two multisets of words. */
export function overlap(predicted: string, truth: string): Overlap {
  const have = wordsOf(predicted);
  const want = wordsOf(truth);
  if (have.length === 0 || want.length === 0) {
    const both = have.length === want.length ? 1 : 0;
    return { f1: both, precision: both, recall: both };
  }
  const counts = new Map<string, number>();
  for (const word of want) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of have) {
    const left = counts.get(word) ?? 0;
    if (left > 0) shared += 1;
    counts.set(word, left - 1);
  }
  return {
    f1: (2 * shared) / (have.length + want.length),
    precision: shared / have.length,
    recall: shared / want.length,
  };
}

/** Means of several scores, by a key of the pages. */
export class Means {
  readonly #sums = new Map<string, { pages: number; readonly sums: number[] }>();

  add(key: string, scores: readonly number[]): void {
    const mean = this.#sums.get(key) ?? { pages: 0, sums: scores.map(() => 0) };
    mean.pages += 1;
    for (const [index, score] of scores.entries()) mean.sums[index] = (mean.sums[index] ?? 0) + score;
    this.#sums.set(key, mean);
  }

  /** Those of the most pages first. */
  rows(): { key: string; pages: number; means: number[] }[] {
    return [...this.#sums]
      .map(([key, { pages, sums }]) => ({ key, pages, means: sums.map((sum) => sum / pages) }))
      .sort((left, right) => right.pages - left.pages);
  }
}
