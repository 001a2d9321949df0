/**
 * Two hundred clients of a service for searching over the same fifteen engines: thirteen answer after 0.3 to 3 seconds or refuse, two
 * never do. Ours beside searx 1.1.0 (Debian: `apt-get install searx`), in turns: searches answered with results a second, their
 * times, and what else came. Run: `npm run bench -- peers [--seconds=20]`
 */
import { parseArgs } from "node:util";
import { hasSearx, startSearx } from "./beside/searx.ts";
import { type Bench, PLAN, startBench } from "./load/bench.ts";
import { answered, told } from "./load/figures.ts";
import { ENGINES, engineHost } from "./load/hosts.ts";
import { machineSince, processors } from "./load/machine.ts";

const CLIENTS = 200;
/** What searx gives an engine by default. */
const SEARX_TIMEOUT_S = 3;

const { values } = parseArgs({ options: { seconds: { type: "string", default: "20" } } });
const seconds = Number(values.seconds);
const bench = await startBench();
const { worldPort } = bench.target;
await measured(bench, "ours", bench.target.rest);
if (hasSearx()) {
  const addresses = Array.from({ length: ENGINES }, (_, engine) => `http://${engineHost(engine)}:${worldPort}/`);
  const searx = await startSearx(addresses, SEARX_TIMEOUT_S);
  await measured(bench, "searx", searx.origin);
  searx.end();
} else console.log("searx: not measured, for there is no searx-run");
await bench.end();
process.exit();

async function measured({ run, target }: Bench, name: string, rest: string): Promise<void> {
  const plan = { ...PLAN, group: name, kinds: { search: 1 }, target: { ...target, rest } };
  await run({ ...plan, clients: 8, seconds: seconds / 4 });
  const machine = processors();
  const came = await run({ ...plan, clients: CLIENTS, seconds });
  told(came, seconds);
  const inTime = answered(came).filter(({ at }) => at <= seconds * 1000).length;
  console.log(`${name}: ${(inTime / seconds).toFixed(1)} searches a second with results; ${machineSince(machine)}`);
}
