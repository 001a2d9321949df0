/**
 * The order of merged results, and what it costs.
 *
 * Order: queries over recorded answers, with the answers of other queries mixed in, two engines agreeing on one of these:
 * nDCG@10 (Järvelin and Kekäläinen 2002; gain 1 for a result of an answer about the query) of this order, and of
 * the plain one: fused ranks and the mean of the query's words, all alike. Wants ../shared/recordings.
 * Cost: 15 engines of 50 items each, arriving in turns, over 400 pages.
 * Run: `node benchmarks/ranking.ts`
 */
import { answers, interleaved, randomFrom } from "../test/pipelines/search/corpus.ts";
import { judgedQueries, settled } from "../test/pipelines/search/judged.ts";

const judged = await judgedQueries();
const mean = (values: readonly number[]): string =>
  (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3);
if (judged.length === 0) console.log("order: ../shared/recordings is not here, nothing measured");
else {
  console.log(`order, ${judged.length} queries over recorded answers, other queries' answers mixed in`);
  for (const { q, before, after } of judged) console.log(`  ${before.toFixed(2)} -> ${after.toFixed(2)}  ${q}`);
  const [before, after] = [judged.map((one) => one.before), judged.map((one) => one.after)];
  console.log(`nDCG@10: plain ${mean(before)}, this order ${mean(after)}`);
}

const ENGINES = 15;
const PER_ENGINE = 50;
const SEARCHES = 60;
const WARM_UP = 10;

const times: number[] = [];
let pages = 0;
for (let search = 0; search < WARM_UP + SEARCHES; search += 1) {
  const hits = interleaved(answers(search + 1, ENGINES, PER_ENGINE, 400), randomFrom(search));
  const begin = performance.now();
  const order = await settled("rxjs backpressure guide", hits);
  if (search >= WARM_UP) times.push(performance.now() - begin);
  pages = order.length;
}

const sorted = times.toSorted((a, b) => a - b);
const at = (share: number): string =>
  (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
console.log(`dedupe + score + rank, ${ENGINES} engines x ${PER_ENGINE} items -> ${pages} pages, ${SEARCHES} searches`);
console.log(`ms per search: median ${at(0.5)}, p95 ${at(0.95)}, min ${at(0)}, max ${at(1)}`);
