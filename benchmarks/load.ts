/**
 * The service under load, its clients and the engines that it asks in processes of their own on one machine; each figure stands beside its
 * goal. `--mixed`, `--shares`, `--uploads`, `--chaos` choose a part (default: the first three); `--short` gives each
 * less time; `--kind=search` chooses among the shares, `--clients=1000` runs the mixed part at that one level.
 * `PROFILE=<folder>` keeps a profile of the service.
 * Run: `npm run bench -- load [--short] [parts]`
 */
import { parseArgs } from "node:util";
import { startBench } from "./load/bench.ts";
import { chaos } from "./load/chaos.ts";
import { held } from "./load/figures.ts";
import { mixed } from "./load/mixed.ts";
import { shares } from "./load/shares.ts";
import { uploads } from "./load/uploads.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    mixed: { type: "boolean", default: false },
    shares: { type: "boolean", default: false },
    uploads: { type: "boolean", default: false },
    chaos: { type: "boolean", default: false },
    kind: { type: "string" },
    clients: { type: "string" },
  },
});
const all = !values.mixed && !values.shares && !values.uploads && !values.chaos;
const parts = [
  { wanted: values.mixed, run: mixed, seconds: values.short ? 30 : 180 },
  { wanted: values.shares, run: shares, seconds: values.short ? 24 : 60 },
  { wanted: values.uploads, run: uploads, seconds: 0 },
];
for (const { wanted, run, seconds } of parts) {
  if (!all && !wanted) continue;
  const bench = await startBench();
  await run(bench, {
    seconds,
    ...(values.kind !== undefined && { kind: values.kind }),
    ...(values.clients !== undefined && { only: Number(values.clients) }),
  });
  if (!bench.lives()) held.all = false;
  await bench.end();
}
if (values.chaos) await chaos({ seconds: values.short ? 60 : 600 });
process.exit(held.all ? 0 : 1);
