import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { redisInstalled, redisServer } from "../../test/support/redis.ts";
import { type Bench, PLAN, startBench } from "./bench.ts";
import { answered, figure, told } from "./figures.ts";
import { machineSince, processors, treeOf } from "./machine.ts";

const JOBS = 6;
const JOB_PAGES = 40;
const DISK_MB = 48;
/** What must come again, and within how many milliseconds. */
const RECOVERS_MS = 10_000;
/** Failures that say what happened; anything else is a wrong answer. */
const HONEST: ReadonlySet<number> = new Set([200, 408, 429, 502, 503, 504, 507]);
const KINDS = { search: 40, extract: 20, crawl: 5, mcp: 10, upload: 10, screenshot: 2, list: 5 };

/** Ends what the service needs, at random, while it is asked: every answer is honest, no job is lost, and it recovers. */
export async function chaos({ seconds }: { readonly seconds: number }): Promise<void> {
  if (!redisInstalled) {
    console.log("redis-server is not installed: nothing is measured");
    return;
  }
  const machine = processors();
  const disk = smallDisk();
  await using redis = await redisServer();
  const bench = await startBench({ REDIS_URL: redis.url, ...(disk && { DATA_DIR: disk.folder }) });
  const jobs = await ordered(bench);
  const load = bench.run({ ...PLAN, group: "chaos", clients: 40, kinds: KINDS, seconds });
  const end = performance.now() + (seconds - RECOVERS_MS / 1000) * 1000;
  const strokes: Readonly<Record<string, () => Promise<void>>> = {
    "reading process": async () => killed(bench.pid, /worker\.[tj]s/),
    browser: async () => killed(bench.pid, /chrom/),
    redis: async () => {
      await redis.kill();
      await sleep(2_000);
      await redis.start();
    },
    "silent world": async () => {
      bench.stall(true);
      await sleep(3_000);
      bench.stall(false);
    },
    ...(disk && { "full disk": () => disk.full(3_000) }),
  };
  const counts = new Map<string, number>();
  while (performance.now() < end) {
    const names = Object.keys(strokes);
    const name = names[Math.floor(Math.random() * names.length)] ?? "";
    counts.set(name, (counts.get(name) ?? 0) + 1);
    await strokes[name]?.();
    await sleep(500 + Math.random() * 1_500);
  }
  const came = await load;
  told(came, seconds);
  console.log(
    `       ${[...counts].map(([name, times]) => `${times} × ${name}`).join(", ")}; ${machineSince(machine)}`,
  );
  const wrong = came.filter(({ status }) => !HONEST.has(status));
  figure("answers that are neither right nor an honest failure", wrong.length, "0", wrong.length === 0);
  const recovering = await bench.run({
    ...PLAN,
    group: "after",
    clients: 4,
    times: 3,
    kinds: { extract: 1, list: 1 },
    seconds: 30,
  });
  const failed = recovering.length - answered(recovering).length;
  figure(`failures from ${RECOVERS_MS / 1000} s after the last`, failed, "0", failed === 0);
  const lost = await lostOf(bench, jobs);
  figure(`of ${JOBS} jobs, lost or incomplete`, lost, "0", lost === 0);
  figure("the service lives", bench.lives() ? 1 : 0, "1", bench.lives());
  await bench.end();
  disk?.end();
}

/** Ends one of the processes that the service started. */
function killed(pid: number, name: RegExp): void {
  const fitting = treeOf(pid).filter((one) => one !== pid && name.test(commandOf(one)));
  const chosen = fitting[Math.floor(Math.random() * fitting.length)];
  if (chosen === undefined) return;
  try {
    process.kill(chosen, "SIGKILL");
  } catch (error) {
    // It has ended by itself meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function ordered({ target }: Bench): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let job = 0; job < JOBS; job += 1) {
    const site = encodeURIComponent(`http://127.0.${150 + job}.1:${target.worldPort}/p/1`);
    const answer = await fetch(`${target.rest}/crawl?q=${site}&limit=${JOB_PAGES}&async=true`);
    const order: unknown = await answer.json();
    if (answer.status !== 202) throw new Error(`A job was not taken: ${answer.status} ${JSON.stringify(order)}`);
    ids.push(String(Object(order).task_id));
  }
  return ids;
}

/** How many jobs did not come to all their pages within a minute. */
async function lostOf({ target }: Bench, ids: readonly string[]): Promise<number> {
  const end = performance.now() + 60_000;
  let open = [...ids];
  while (open.length > 0 && performance.now() < end) {
    const states = await Promise.all(
      open.map(async (id) => ({ id, ...(await stateOf(`${target.rest}/tasks/${id}`)) })),
    );
    open = states.filter(({ state, pages }) => state !== "completed" || pages < JOB_PAGES).map(({ id }) => id);
    if (open.length > 0) await sleep(1_000);
    else return 0;
    if (states.every(({ state }) => ["completed", "failed", "cancelled"].includes(state))) break;
  }
  for (const id of open) console.log(`       a job: ${JSON.stringify(await stateOf(`${target.rest}/tasks/${id}`))}`);
  return open.length;
}

async function stateOf(
  url: string,
): Promise<{ readonly state: string; readonly pages: number; readonly said: string }> {
  const said = await (await fetch(url)).text();
  const state = /"(?:state|status)": ?"(\w+)"/.exec(said)?.[1] ?? "";
  return { state, pages: Number(/"(?:completed|pages|done)": ?(\d+)/.exec(said)?.[1] ?? 0), said: said.slice(0, 300) };
}

/** A disk of its own that can be filled; undefined where it cannot be had. */
function smallDisk() {
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MB}m`, "tmpfs", folder]).status === 0;
  if (!mounted) {
    rmSync(folder, { recursive: true });
    console.log("       no disk can be mounted here: a full one is not measured");
    return undefined;
  }
  const ballast = join(folder, "ballast");
  return {
    folder,
    async full(ms: number): Promise<void> {
      for (let size = DISK_MB; size > 0; size -= 1) if (filledWith(ballast, size)) break;
      await sleep(ms);
      rmSync(ballast, { force: true });
    },
    end(): void {
      spawnSync("umount", [folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function filledWith(path: string, mb: number): boolean {
  try {
    writeFileSync(path, Buffer.alloc(mb * 1024 * 1024));
    return true;
  } catch {
    return false;
  }
}
