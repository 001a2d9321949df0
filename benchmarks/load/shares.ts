import { type Bench, PLAN } from "./bench.ts";
import { answered, figure, msOf, percentile, told } from "./figures.ts";
import { machineSince, processors } from "./machine.ts";

/** How many one client has under way, of which kind; another asks for the same once a second. */
const HOGS: readonly { readonly kind: string; readonly each: number }[] = [
  { kind: "search", each: 60 },
  { kind: "search", each: 600 },
  { kind: "crawl", each: 60 },
  { kind: "upload", each: 60 },
  { kind: "mcp", each: 60 },
  { kind: "screenshot", each: 60 },
];

/** One client asks much at once beside one that asks once a second: the latter is to notice little. */
export async function shares(bench: Bench, { seconds, kind: only }: { seconds: number; kind?: string }): Promise<void> {
  for (const { kind, each } of HOGS.filter((hog) => only === undefined || hog.kind === only)) {
    const machine = processors();
    const light = { ...PLAN, group: "seldom", kinds: { [kind]: 1 }, everyMs: 1_000 };
    await bench.run({ ...light, seconds: 8 });
    const alone = await bench.run({ ...light, clients: 2, seconds: seconds / 2 });
    const beside = await bench.run(
      { ...light, seconds },
      { ...PLAN, group: "hog", each, kinds: { [kind]: 1 }, seconds },
    );
    const seldom = beside.filter(({ group }) => group === "seldom");
    const [before, then] = [percentile(msOf(alone), 0.95), percentile(msOf(seldom), 0.95)];
    told(beside, seconds);
    const failed = seldom.length - answered(seldom).length;
    figure(
      `${each} × ${kind}: p95 of the one beside, of its own alone (${before.toFixed(0)} ms)`,
      then / before,
      "≤ 2",
      then <= 2 * before,
    );
    figure(`${each} × ${kind}: of the one beside refused or failed`, failed, "0", failed === 0);
    console.log(`       ${machineSince(machine)}`);
  }
}
