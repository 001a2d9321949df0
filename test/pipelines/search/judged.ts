import { filter, from, lastValueFrom, map } from "rxjs";
import { dedupeByUrl, type Hit, pageOf } from "../../../src/operators/dedupeByUrl.ts";
import { ranking } from "../../../src/operators/ranking.ts";
import { wordsOf } from "../../../src/operators/relevance.ts";
import type { SettledHit } from "../../../src/operators/score.ts";
import { recordedItems } from "../../support/recorded-items.ts";
import { QUERIES } from "./queries.ts";

const PLACES = 10;
const PER_ENGINE_READ = 20;

interface Mixed {
  readonly q: string;
  readonly hits: readonly Hit[];
  readonly relevant: ReadonlySet<string>;
}

async function mixed({ q, about, off }: (typeof QUERIES)[number]): Promise<Mixed | undefined> {
  const lists: (readonly Hit[])[] = [];
  for (const place of [...about, ...off.slice(0, 1), ...off]) {
    const items = await recordedItems(place);
    if (!items) return undefined;
    const engine = { id: `e${lists.length}` };
    lists.push(items.slice(0, PER_ENGINE_READ).map((item, index) => ({ engine, rank: index + 1, item })));
  }
  return { q, hits: lists.flat(), relevant: new Set(lists.slice(0, about.length).flat().map(pageOf)) };
}

/** The settled order of an engine's hits. */
export const settled = (q: string, hits: readonly Hit[]): Promise<readonly SettledHit[]> =>
  lastValueFrom(
    from(hits).pipe(
      dedupeByUrl(),
      ranking(q),
      filter((event) => event.event === "settled"),
      map(({ data }) => data),
    ),
  );

/** Fused ranks, and every word of the query as good as another. */
async function plain(q: string, hits: readonly Hit[]): Promise<readonly { readonly id: string }[]> {
  const { words, found } = wordsOf(q);
  const worth = ({ hits, item }: SettledHit): number => {
    const parts = found({ title: String(item["title"] ?? ""), snippet: String(item["snippet"] ?? "") });
    const relevance = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, words.length);
    return hits.reduce((sum, { rank }) => sum + 61 / (60 + rank), 0) * (0.5 + 0.5 * relevance);
  };
  return (await settled("", hits)).toSorted((a, b) => worth(b) - worth(a));
}

function ndcg(order: readonly { readonly id: string }[], relevant: ReadonlySet<string>): number {
  const gain = (place: number): number => 1 / Math.log2(place + 2);
  const dcg = order.slice(0, PLACES).reduce((sum, { id }, place) => sum + (relevant.has(id) ? gain(place) : 0), 0);
  const ideal = Array.from({ length: Math.min(PLACES, relevant.size) }, (_, place) => gain(place));
  return dcg / ideal.reduce((sum, one) => sum + one, 0);
}

export interface Judged {
  readonly q: string;
  /** nDCG@10 of the plain order. */
  readonly before: number;
  /** nDCG@10 of this order. */
  readonly after: number;
}

/** Every query's two orders, judged; nothing where the recordings are not here. */
export async function judgedQueries(): Promise<readonly Judged[]> {
  const judged: Judged[] = [];
  for (const query of QUERIES) {
    const one = await mixed(query);
    if (!one) continue;
    const before = ndcg(await plain(one.q, one.hits), one.relevant);
    judged.push({ q: one.q, before, after: ndcg(await settled(one.q, one.hits), one.relevant) });
  }
  return judged;
}
