/**
 * Whether the service grows: half an hour of mixed clients over engines of which some hang and some refuse; the slope of its
 * memory over the second half, and its descriptors. Run: `npm run bench -- soak [--minutes=30]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { PLAN, startBench } from "./load/bench.ts";
import { figure, held, told } from "./load/figures.ts";
import { descriptors, machineSince, processors, residentMb, treeMb } from "./load/machine.ts";

const MIX = { search: 50, extract: 20, parser: 12, crawl: 4, mcp: 8, upload: 5, screenshot: 1, list: 5 };
const CLIENTS = 24;
const EVERY_MS = 5_000;
const TOLD_EVERY = 12;
const MINUTE_MS = 60_000;
/** A megabyte a minute would fill a machine within a week. */
const MOST_SLOPE = 1;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "30" } } });
const minutes = Number(values.minutes);
const bench = await startBench();
const machine = processors();
const idle = descriptors(bench.pid);
const samples: { readonly minute: number; readonly mb: number; readonly treeMb: number; readonly open: number }[] = [];
const begin = performance.now();
const watch = setInterval(() => {
  const { pid } = bench;
  samples.push({
    minute: (performance.now() - begin) / MINUTE_MS,
    mb: residentMb(pid),
    treeMb: treeMb(pid),
    open: descriptors(pid),
  });
  const last = samples.at(-1);
  if (last && samples.length % TOLD_EVERY === 0)
    console.log(
      `       minute ${last.minute.toFixed(0)}: ${last.mb.toFixed(0)} MB, with all that it starts ${last.treeMb.toFixed(0)} MB; ${last.open} descriptors`,
    );
}, EVERY_MS);
const came = await bench.run({ ...PLAN, group: "soak", clients: CLIENTS, kinds: MIX, seconds: minutes * 60 });
clearInterval(watch);
told(came, minutes * 60);
const second = samples.filter(({ minute }) => minute > minutes / 2);
const slope = slopeOf(second.map(({ minute, mb }) => [minute, mb]));
figure(
  `${minutes} minutes: growth of memory in the second half`,
  slope,
  `< ${MOST_SLOPE}`,
  slope < MOST_SLOPE,
  "MB/min",
);
const most = Math.max(...second.map(({ mb }) => mb));
figure("memory of the serving process, at most", most, "≤ 1229", most <= 1_229, "MB");
const unanswered = came.filter(({ status }) => status === 0).length;
figure("requests without an answer", unanswered, "0", unanswered === 0);
await sleep(20_000);
const left = descriptors(bench.pid) - idle;
figure("descriptors 20 s after, above those before", left, "≤ 40", left <= 40);
console.log(`       ${machineSince(machine)}`);
if (!bench.lives()) held.all = false;
await bench.end();
process.exit(held.all ? 0 : 1);

/** Least squares. */
function slopeOf(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (of: (point: readonly [number, number]) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean(([at]) => at), mean(([, value]) => value)];
  const over = points.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return over / points.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}
