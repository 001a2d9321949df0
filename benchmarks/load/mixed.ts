import { setTimeout as sleep } from "node:timers/promises";
import { type Bench, PLAN } from "./bench.ts";
import { answered, figure, msOf, percentile, refused, told } from "./figures.ts";
import { descriptors, kindsOpen, machineSince, processors, residentMb, treeMb, treeOf, workedMs } from "./machine.ts";
import type { Came, Plan } from "./requests.ts";

/** What mixed clients ask, in shares. */
const MIX = { search: 50, extract: 15, parser: 12, crawl: 4, mcp: 8, upload: 5, screenshot: 1, list: 5 };
/** Milliseconds that an answer may take by docs/limits.md, with what its class may wait before. */
const DEADLINES: Readonly<Record<string, number>> = {
  search: 35_000,
  mcp: 35_000,
  parser: 35_000,
  extract: 35_000,
  crawl: 60_000,
  upload: 40_000,
  screenshot: 70_000,
};
const WARM = { group: "warm", clients: 2, times: 2, seconds: 20 };
const LEVELS = [30, 120, 400];
const MOST = 1_000;
const LIGHT: Omit<Plan, "target" | "seconds"> = {
  ...PLAN,
  group: "light",
  clients: 8,
  everyMs: 250,
  kinds: { health: 1, list: 1 },
};

/** Mixed clients, more and more of them: nobody is left without an answer, and what is answered does not become less. */
export async function mixed(
  bench: Bench,
  { seconds, only }: { readonly seconds: number; readonly only?: number },
): Promise<void> {
  // What is loaded and compiled at first use is no figure of this benchmark.
  await bench.run(...Object.keys(MIX).map((kind) => ({ ...PLAN, ...WARM, kinds: { [kind]: 1 } })));
  const before = descriptors(bench.pid);
  const levelSeconds = Math.max(10, seconds / 4);
  let best = 0;
  const most = only ?? MOST;
  for (const clients of only === undefined ? LEVELS : []) {
    const { came, rate } = await level(bench, clients, levelSeconds);
    best = Math.max(best, rate);
    console.log(`       ${clients} clients: ${rate.toFixed(1)} answers a second; ${refused(came).length} refused`);
  }
  const { came, rate, mostMb, mostTreeMb } = await level(bench, most, seconds);
  told(came, seconds);
  const heavy = came.filter(({ group, kind }) => group !== "light" && kind !== "list");
  const unanswered = came.filter(({ status }) => status === 0);
  figure(`${most} clients: requests without an answer`, unanswered.length, "0", unanswered.length === 0);
  const wrong = came.filter(({ status }) => ![0, 200, 503].includes(status));
  figure(
    `${most} clients: answers that are neither 200 nor 503`,
    wrong.length,
    "< 1 %",
    wrong.length < came.length / 100,
  );
  for (const [kind, deadline] of Object.entries(DEADLINES)) {
    const p99 = percentile(msOf(answered(heavy.filter((one) => one.kind === kind))), 0.99);
    if (!Number.isNaN(p99)) figure(`${kind}: p99 of what is admitted`, p99, `≤ ${deadline}`, p99 <= deadline, "ms");
  }
  const atOnce = percentile(msOf(refused(heavy)), 0.5);
  figure("refusals: median", atOnce, "≤ 50", !(atOnce > 50), "ms");
  const late = percentile(msOf(refused(heavy)), 0.99);
  for (const [kind, some] of Map.groupBy(refused(heavy), (one) => one.kind)) {
    const [p50, p90, p99] = [0.5, 0.9, 0.99].map((share) => percentile(msOf(some), share).toFixed(0));
    console.log(`       refused ${kind}: p50 ${p50} p90 ${p90} p99 ${p99} ms`);
  }
  figure("refusals: p99", late, "≤ 50", !(late > 50), "ms");
  const light = percentile(msOf(came.filter(({ group, kind }) => group === "light" || kind === "list")), 0.99);
  figure("light requests: p99", light, "≤ 250", light <= 250, "ms");
  best = Math.max(best, rate);
  // One level alone is compared with no other.
  if (only === undefined)
    figure(
      `answers a second at ${most} clients, of the best (${best.toFixed(1)})`,
      rate / best,
      "≥ 0.9",
      rate >= 0.9 * best,
    );
  figure("memory of the serving process, at most", mostMb, "≤ 1229", mostMb <= 1_229, "MB");
  console.log(`       with all that it starts: at most ${mostTreeMb.toFixed(0)} MB`);
  await sleep(20_000);
  const after = descriptors(bench.pid);
  console.log(`       open then: ${kindsOpen(bench.pid)}`);
  figure("descriptors 20 s after, above those before", after - before, "≤ 40", after - before <= 40);
  console.log(
    `       memory 20 s after: ${residentMb(bench.pid).toFixed(0)} MB, with all that it starts ${treeMb(bench.pid).toFixed(0)} MB`,
  );
}

async function level(bench: Bench, clients: number, seconds: number) {
  const machine = processors();
  const worked = workOf(bench);
  const before = worked();
  let [mostMb, mostTreeMb] = [0, 0];
  const watch = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(bench.pid));
    mostTreeMb = Math.max(mostTreeMb, treeMb(bench.pid));
  }, 500);
  const came: readonly Came[] = await bench.run(
    { ...PLAN, group: "mixed", clients, kinds: MIX, seconds },
    { ...LIGHT, seconds },
  );
  clearInterval(watch);
  const inTime = answered(came).filter(
    ({ group, kind, at }) => group === "mixed" && kind !== "list" && at <= seconds * 1000,
  );
  console.log(`${clients} mixed clients, ${seconds} s; ${machineSince(machine)}`);
  const cores = worked().map(
    ([who, ms], at) => `${who} ${((ms - (before[at]?.[1] ?? 0)) / 1000 / seconds).toFixed(2)}`,
  );
  console.log(`       cores: ${cores.join(", ")}`);
  return { came, rate: inTime.length / seconds, mostMb, mostTreeMb };
}

/** What each of the benchmark's processes has had of the processors: they share the machine. */
const workOf =
  ({ pid, others }: Bench) =>
  (): readonly (readonly [who: string, ms: number])[] => [
    ["the service", workedMs(pid)],
    [
      "what it started",
      treeOf(pid)
        .slice(1)
        .reduce((sum, child) => sum + workedMs(child), 0),
    ],
    ["clients", workedMs(others.clients)],
    ["world", workedMs(others.world)],
  ];
