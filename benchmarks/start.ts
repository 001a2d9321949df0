/**
 * What starting costs: milliseconds from the spawn of `bin/tributary.mjs serve` until it listens, the memory that it then
 * holds, and the time of `--help`, beside a bare Fastify server (one route, its log off) in the same turns. Starts take
 * turns after one that fills the compile cache; the best counts, for a busy machine only ever adds.
 * Run: `node benchmarks/start.ts [rounds]`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "..");
const BIN = join(ROOT, "bin/tributary.mjs");
const ROUNDS = Number(process.argv[2] ?? 7);
/** After so long the start's own garbage is collected. */
const IDLE_MS = 3_000;
const BUDGET = { listening: 700, idle: 110, help: 250 };

const BARE = `
  import { enableCompileCache } from "node:module";
  enableCompileCache();
  const { default: fastify } = await import("fastify");
  const app = fastify();
  app.get("/", async () => ({ success: true }));
  console.log(await app.listen({ host: "127.0.0.1", port: 0 }));`;

interface Start {
  readonly listening: number;
  /** Resident MB, idle. */
  readonly idle: number;
}

const begun = (words: readonly string[]): ChildProcess =>
  spawn(process.execPath, words, {
    cwd: ROOT,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], PORT: "0", MCP_PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "inherit"],
  });

async function started(words: readonly string[]): Promise<Start> {
  const from = performance.now();
  const child = begun(words);
  await new Promise<void>((listens) => {
    child.stdout?.on("data", (text) => {
      if (String(text).includes("http://127.0.0.1:")) listens();
    });
  });
  const listening = performance.now() - from;
  await sleep(IDLE_MS);
  const idle = residentMb(child.pid);
  child.kill();
  await once(child, "exit");
  return { listening, idle };
}

/** Resident megabytes where /proc tells them. */
function residentMb(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

async function helped(): Promise<number> {
  const from = performance.now();
  await once(begun([BIN, "--help"]).stdout?.resume() ?? process, "end");
  return performance.now() - from;
}

const serve = [BIN, "serve"];
const bare = ["--input-type=module", "-e", BARE];
await started(serve);
await started(bare);
await helped();

const ours: Start[] = [];
const theirs: Start[] = [];
const helps: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  ours.push(await started(serve));
  theirs.push(await started(bare));
  helps.push(await helped());
}

const best = (values: readonly number[]): string => Math.min(...values).toFixed(0);
const row = (what: string, value: string, budget: string, peer: string): string =>
  [what.padEnd(24), value.padStart(10), budget.padStart(10), peer.padStart(14)].join("");
console.log(row("", "tributary", "at most", "bare Fastify"));
console.log(
  row("listening, ms", best(ours.map((o) => o.listening)), `${BUDGET.listening}`, best(theirs.map((o) => o.listening))),
);
console.log(row("idle, resident MB", best(ours.map((o) => o.idle)), `${BUDGET.idle}`, best(theirs.map((o) => o.idle))));
console.log(row("--help, ms", best(helps), `${BUDGET.help}`, "-"));
