import { concat, defer, map, type Observable, type OperatorFunction, of, tap } from "rxjs";
import type { Hit, MergedHit } from "./dedupeByUrl.ts";
import { type QueryWords, type ShownText, wordsOf } from "./relevance.ts";

/** A merged hit and what it is worth. */
export interface ScoredHit extends MergedHit {
  /** 0–1. */
  readonly score: number;
}

/** What a score is made of. */
export interface ScoreParts {
  /** The fused ranks: 1 for one engine's first place. */
  readonly agreement: number;
  /** How well the text answers the query's words, rare ones more than common ones: 0–1. Absent for a query without words. */
  readonly relevance?: number | undefined;
  /** The share of the query's telling words that it shows, by their weight: 0–1. */
  readonly coverage?: number | undefined;
  /** Each engine's place and what its ranks weighed. */
  readonly ranks: readonly { readonly engine: string; readonly rank: number; readonly weight: number }[];
  /** Each word of the query and its weight beside the weightiest, which is 1. */
  readonly words: Readonly<Record<string, number>>;
}

export interface SettledHit extends ScoredHit {
  /** Where it is asked for. */
  readonly parts?: ScoreParts;
}

export interface ScoreOptions {
  /** The language that the search names: its function words tell nothing. */
  readonly language?: string | undefined;
  /** The settled hits say what their scores are made of. */
  readonly explain?: boolean | undefined;
}

/** A merged hit with its score of the moment; at the end all of them, the best first, with their last scores. */
export type Scoring =
  | { readonly event: "change"; readonly data: ScoredHit }
  | { readonly event: "settled"; readonly data: readonly SettledHit[] };

/** The constant of reciprocal-rank fusion: Cormack, Clarke and Büttcher, SIGIR 2009. */
const K = 60;

/** What a result keeps of its fused rank when its text says next to nothing of the query's words. */
const WITHOUT_RELEVANCE = 0.5;

/**
 * What a result keeps that shows none of the query's telling words: less than any number of agreeing engines could make
 * up for, beside one that shows them.
 */
const WITHOUT_A_WORD = 0.03;

/** The share of the telling words, by weight, that is as good as all: a snippet does not show everything. */
const ENOUGH_WORDS = 0.8;

/** A stop word's weight, and the weight that a telling word keeps even if it stands in every result. */
const STOP_WORD = 0.05;
const EVERYWHERE = 0.25;

/** An engine ignores the query that gave so many results at least, none with a telling word, while others have them. */
const PLAINLY = 3;
const IGNORING = 0.2;

/**
 * Scores merged hits by what is known so far, and settles the scores at the end, when everything is: the last ones do not
 * depend on which hit came first.
 *
 *     merged: --A-----B-----A'----|
 *     scored: --A.47--B.41--A'.6--(S|)      S: A', B with their last scores
 *
 * Weighted reciprocal-rank fusion (k = 60) over families of engines: those that show one index (`backedBy`) are one
 * witness and count once, with their best. Words count by their rarity among the results at hand (inverse document frequency
 * as in BM25, so that it is 1 for a word in no result and near 0 for one in all); stop words count next to nothing.
 *
 *     rarity    = ln(1 + (N − n + ½) / (n + ½)) / ln(2N + 2)                n of the N results hold the word
 *     w         = ¼ + ¾ · rarity, of a stop word 1/20 of that
 *     relevance = Σ w · found / Σ w                      over the query's words; `found` as `QueryWords` says
 *     coverage  = Σ w of the telling words found / Σ w of the telling words
 *     agreement = Σ over families of max over its engines of weight · (k + 1) / (k + rank)      a first rank of weight 1: 1
 *     y         = agreement · (0.03 + 0.97 · min(1, coverage / 0.8)) · (½ + ½ · relevance)
 *     score     = y / (1 + y)                            keeps the order, bounds to 0–1
 *
 * So a result without the query's telling words stays behind those that have them, whoever agrees on it; where none
 * has any, the engines' agreement alone decides. An engine whose every result (three at least) lacks them, while other
 * engines have them, did not answer this query: its ranks weigh a fifth. A query without words leaves the words out.
 */
export function score(query: string, options: ScoreOptions = {}): OperatorFunction<MergedHit, Scoring> {
  return (merged$): Observable<Scoring> =>
    defer(() => {
      const tally = new Tally(query, options);
      return concat(
        merged$.pipe(
          tap((merged) => tally.take(merged)),
          map((merged): Scoring => ({ event: "change", data: { ...merged, score: tally.scoreOf(merged) } })),
        ),
        defer(() => of<Scoring>({ event: "settled", data: tally.settled() })),
      );
    });
}

/** All hits with the scores that they settle at, the best first. */
export function settledOf(
  merged: readonly MergedHit[],
  query: string,
  options: ScoreOptions = {},
): readonly SettledHit[] {
  const tally = new Tally(query, options);
  for (const one of merged) tally.take(one);
  return tally.settled();
}

/** The order of scored hits: the higher score, then the better of the best engine ranks, then the canonical URL: a total order. */
export const compareScored = (a: ScoredHit, b: ScoredHit): number =>
  b.score - a.score || a.hits[0].rank - b.hits[0].rank || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

interface Page {
  merged: MergedHit;
  readonly text: ShownText;
  readonly found: readonly number[];
  /** Whether it shows a telling word. */
  readonly tells: boolean;
}

interface Weights {
  readonly each: readonly number[];
  readonly all: number;
  readonly telling: number;
}

/** What is known of one search's results: which hold which word, and which engine's tell something. */
class Tally {
  readonly #query: QueryWords;
  readonly #pages = new Map<string, Page>();
  /** Of each word: the results that hold it. */
  readonly #holding: number[];
  readonly #engines = new Map<string, { pages: number; telling: number }>();
  readonly #explain: boolean;
  #telling = 0;

  constructor(query: string, { language, explain = false }: ScoreOptions) {
    this.#query = wordsOf(query, language);
    this.#holding = this.#query.words.map(() => 0);
    this.#explain = explain;
  }

  take(merged: MergedHit): void {
    const text = shownText(merged);
    const before = this.#pages.get(merged.id);
    const same = before && sameText(before.text, text) ? before : undefined;
    const found = same?.found ?? this.#query.found(text);
    const tells = same?.tells ?? this.#tells(found);
    if (before) this.#count(before, -1);
    const page = { merged, text, found, tells };
    this.#count(page, 1);
    this.#pages.set(merged.id, page);
  }

  scoreOf(merged: MergedHit): number {
    const page = this.#pages.get(merged.id);
    return page ? this.#score(page, this.#weights()) : 0;
  }

  settled(): readonly SettledHit[] {
    const weights = this.#weights();
    const words = this.#explain ? this.#besideTheWeightiest(weights) : {};
    const settled: SettledHit[] = [];
    for (const page of this.#pages.values()) {
      const { id, hits, item } = page.merged;
      const score = this.#score(page, weights);
      settled.push(
        this.#explain ? { id, hits, item, score, parts: this.#parts(page, weights, words) } : { id, hits, item, score },
      );
    }
    return settled.sort(compareScored);
  }

  #tells(found: readonly number[]): boolean {
    for (let index = 0; index < found.length; index += 1)
      if ((found[index] ?? 0) > 0 && this.#query.telling[index]) return true;
    return false;
  }

  #count({ merged, found, tells }: Page, by: 1 | -1): void {
    for (let index = 0; index < found.length; index += 1)
      if ((found[index] ?? 0) > 0) this.#holding[index] = (this.#holding[index] ?? 0) + by;
    if (tells) this.#telling += by;
    for (const { engine } of merged.hits) {
      const counts = this.#countsOf(engine.id);
      counts.pages += by;
      if (tells) counts.telling += by;
    }
  }

  #countsOf(engine: string): { pages: number; telling: number } {
    const known = this.#engines.get(engine);
    if (known) return known;
    const counts = { pages: 0, telling: 0 };
    this.#engines.set(engine, counts);
    return counts;
  }

  #weights(): Weights {
    const total = this.#pages.size;
    let all = 0;
    let telling = 0;
    const each = this.#holding.map((holding, index) => {
      const rarity = Math.log(1 + (total - holding + 0.5) / (holding + 0.5)) / Math.log(2 * total + 2);
      const weight = EVERYWHERE + (1 - EVERYWHERE) * rarity;
      const tells = this.#query.telling[index];
      if (tells) telling += weight;
      all += tells ? weight : STOP_WORD * weight;
      return tells ? weight : STOP_WORD * weight;
    });
    return { each, all, telling };
  }

  #score(page: Page, weights: Weights): number {
    const agreement = this.#agreement(page.merged.hits);
    const words = this.#words(page, weights);
    const y = words
      ? agreement * this.#shown(words.coverage) * (WITHOUT_RELEVANCE + (1 - WITHOUT_RELEVANCE) * words.relevance)
      : agreement;
    return y / (1 + y);
  }

  /** Coverage as a factor; where no result shows a telling word, it tells nothing. */
  #shown(coverage: number): number {
    if (this.#telling === 0) return 1;
    return WITHOUT_A_WORD + (1 - WITHOUT_A_WORD) * Math.min(1, coverage / ENOUGH_WORDS);
  }

  #words({ found }: Page, { each, all, telling }: Weights): { relevance: number; coverage: number } | undefined {
    if (found.length === 0) return undefined;
    let relevance = 0;
    let coverage = 0;
    for (let index = 0; index < found.length; index += 1) {
      const part = found[index] ?? 0;
      const weight = each[index] ?? 0;
      relevance += weight * part;
      if (part > 0 && this.#query.telling[index]) coverage += weight;
    }
    return { relevance: relevance / all, coverage: coverage / telling };
  }

  #besideTheWeightiest({ each }: Weights): ScoreParts["words"] {
    const most = Math.max(...each);
    return Object.fromEntries(this.#query.words.map((word, index) => [word, (each[index] ?? 0) / most]));
  }

  #parts(page: Page, weights: Weights, words: ScoreParts["words"]): ScoreParts {
    const { hits } = page.merged;
    return {
      agreement: this.#agreement(hits),
      ...this.#words(page, weights),
      ranks: hits.map((hit) => ({ engine: hit.engine.id, rank: hit.rank, weight: this.#weightOf(hit) })),
      words,
    };
  }

  #agreement(hits: MergedHit["hits"]): number {
    // Most pages are found by one engine alone.
    if (hits.length === 1) return this.#worth(hits[0]);
    const families = new Map<string, number>();
    for (const hit of hits) {
      const family = hit.engine.backedBy ?? hit.engine.id;
      families.set(family, Math.max(families.get(family) ?? 0, this.#worth(hit)));
    }
    // The hits come in one order, so that the sum is the same to the last bit.
    return [...families.values()].reduce((sum, worth) => sum + worth, 0);
  }

  #worth(hit: Hit): number {
    return (this.#weightOf(hit) * (K + 1)) / (K + hit.rank);
  }

  #weightOf({ engine }: Hit): number {
    const { pages, telling } = this.#countsOf(engine.id);
    const ignores = pages >= PLAINLY && telling === 0 && this.#telling > 0;
    return (engine.weight ?? 1) * (ignores ? IGNORING : 1);
  }
}

function shownText({ item }: MergedHit): ShownText {
  const { title, snippet, url } = item;
  return {
    title: typeof title === "string" ? title : undefined,
    snippet: typeof snippet === "string" ? snippet : undefined,
    url: typeof url === "string" ? url : undefined,
  };
}

const sameText = (a: ShownText, b: ShownText): boolean =>
  a.title === b.title && a.snippet === b.snippet && a.url === b.url;
