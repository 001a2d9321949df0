import { KINDS } from "../test/aggregate/invariants/fed.ts";
import { drawn, pairsOf, playedOut, runsOf } from "../test/aggregate/invariants/plays.ts";
import { QUESTIONS } from "../test/aggregate/invariants/questions.ts";
import { stageOf } from "../test/aggregate/invariants/stage.ts";

/*
 * Every analysis over its world, with each of its sources answering rows of another entity, nothing, a failure, a list that was
 * cut, a value a thousand times too large and a zero; then a share of all pairs of those. What holds whatever a source answers is
 * in test/aggregate/invariants/rules.ts. Parts are families: `npm run bench -- analyses:france,seo`. `--pairs=0.01` says how many
 * of the pairs are played, `--seed=1` which.
 */
const [families, options] = [
  process.argv.slice(2).filter((word) => !word.startsWith("--")),
  new Map(
    process.argv
      .slice(2)
      .filter((word) => word.startsWith("--"))
      .map((word): [string, string] => [word.split("=")[0] ?? word, word.split("=")[1] ?? ""]),
  ),
];
const [share, seed] = [Number(options.get("--pairs") ?? "0.01"), Number(options.get("--seed") ?? "1")];

let failed = false;
for (const question of QUESTIONS) {
  if (families.length > 0 && !families.some((family) => question.path.startsWith(`/${family}/`))) continue;
  const stage = await stageOf(question, KINDS);
  const [alone, pairs] = [runsOf(stage), drawn(pairsOf(stage), share, seed)];
  const times: number[] = [];
  const broken: string[] = [];
  for (const play of [...alone, ...pairs]) {
    const begun = performance.now();
    broken.push(...(await playedOut(stage, play)));
    times.push(performance.now() - begun);
  }
  const middle = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  const counts = `${alone.length} single, ${pairs.length} pairs`;
  console.log(`${question.path}: ${counts}, ${broken.length} broken, p50 ${middle.toFixed(0)} ms a play`);
  for (const fault of broken) console.log(`    ${fault}`);
  failed ||= broken.length > 0;
  await stage.close();
}
process.exit(failed ? 1 : 0);
