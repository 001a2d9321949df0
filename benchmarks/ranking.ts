/**
 * What merging, scoring and ranking cost one search: 15 engines of 50 items each, arriving in turns, over 400 pages.
 * Run: `node benchmarks/ranking.ts`
 */
import { from, lastValueFrom } from "rxjs";
import { dedupeByUrl } from "../src/operators/dedupeByUrl.ts";
import { finalRanking } from "../src/operators/finalRanking.ts";
import { rank } from "../src/operators/rank.ts";
import { score } from "../src/operators/score.ts";
import { answers, interleaved, randomFrom } from "../test/pipelines/search/corpus.ts";

const ENGINES = 15;
const PER_ENGINE = 50;
const SEARCHES = 60;
const WARM_UP = 10;

const times: number[] = [];
let pages = 0;
for (let search = 0; search < WARM_UP + SEARCHES; search += 1) {
  const hits = interleaved(answers(search + 1, ENGINES, PER_ENGINE, 400), randomFrom(search));
  const begin = performance.now();
  const ranking = await lastValueFrom(
    from(hits).pipe(dedupeByUrl(), score("rxjs backpressure guide"), rank(), finalRanking()),
  );
  if (search >= WARM_UP) times.push(performance.now() - begin);
  pages = ranking.length;
}

const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
console.log(`dedupe + score + rank, ${ENGINES} engines x ${PER_ENGINE} items -> ${pages} pages, ${SEARCHES} searches`);
console.log(`ms per search: median ${at(0.5)}, p95 ${at(0.95)}, min ${at(0)}, max ${at(1)}`);
