import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ENGINES, engineHost } from "./hosts.ts";
import type { Came, Plan } from "./requests.ts";
import type { Target } from "./targets.ts";

const ROOT = join(import.meta.dirname, "../..");
const STARTS_WITHIN_MS = 60_000;
/** Later than this the clients' process takes part in what it measures. */
const LATE_MS = 100;

/** The service under load, its world and its clients: three processes. */
export interface Bench {
  readonly target: Target;
  /** The service's own process. */
  readonly pid: number;
  /** Those of the clients and of the world. */
  readonly others: Readonly<Record<"clients" | "world", number>>;
  /** Carries plans out beside each other; what came of every request. */
  run(...plans: readonly (Omit<Plan, "target"> & { readonly target?: Target })[]): Promise<readonly Came[]>;
  /** Makes the world silent, or lets it answer again. */
  stall(stalled: boolean): void;
  /** Whether the service still runs. */
  lives(): boolean;
  end(): Promise<void>;
}

/** Requests of a plan, where it says nothing else. */
export const PLAN = { clients: 1, each: 1, everyMs: 0, times: 0 };

export async function startBench(environment: Readonly<Record<string, string>> = {}): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), "load-"));
  const world = fork(join(import.meta.dirname, "world.ts"));
  const worldPort = Number(Object((await once(world, "message"))[0]).port);
  const clients = fork(join(import.meta.dirname, "requests.ts"));
  const [rest, mcp] = [await freePort(), await freePort()];
  writeEngines(join(folder, "sources"), worldPort);
  const started = spawn(process.execPath, [join(ROOT, "bin/tributary.mjs"), "serve"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      ...profiled(),
      PORT: String(rest),
      MCP_PORT: String(mcp),
      DATA_DIR: join(folder, "data"),
      SOURCES_DIR: join(folder, "sources"),
      ENGINES: Array.from({ length: ENGINES }, (_, engine) => nameOf(engine)).join(","),
      ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8",
      LOG_LEVEL: "error",
      ...environment,
    },
  });
  let said = "";
  started.stderr.on("data", (bytes: Buffer) => {
    said = `${said}${bytes}`.slice(-2_000);
  });
  started.once("exit", (code, signal) => {
    if (!ended) console.log(`The service ended: ${code ?? signal}. ${said}`);
  });
  let ended = false;
  const target: Target = { rest: `http://127.0.0.1:${rest}`, mcp: `http://127.0.0.1:${mcp}`, worldPort };
  const end = async (): Promise<void> => {
    ended = true;
    for (const child of [clients, world]) child.kill();
    await stopped(started);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", () => started.kill("SIGKILL"));
  const giveUpAt = performance.now() + STARTS_WITHIN_MS;
  while (
    (await statusOf(`${target.rest}/health/ready`)) !== 200 ||
    (await statusOf(`${target.mcp}/health/live`)) !== 200
  ) {
    if (started.exitCode !== null || performance.now() > giveUpAt)
      throw new Error(`The service did not start: ${said}`);
    await sleep(200);
  }
  return {
    target,
    pid: started.pid ?? 0,
    others: { clients: clients.pid ?? 0, world: world.pid ?? 0 },
    async run(...plans) {
      clients.send(plans.map((plan) => ({ target, ...plan })));
      const [message] = await once(clients, "message");
      const { lateMs } = Object(message);
      if (lateMs > LATE_MS)
        console.log(`       the clients themselves were late: 99th percentile ${lateMs.toFixed(0)} ms`);
      // What our own process sent.
      return Object(message).came as readonly Came[];
    },
    stall: (stalled) => void world.send({ stalled }),
    lives: () => started.exitCode === null && started.signalCode === null,
    end,
  };
}

const nameOf = (engine: number): string => `load_engine${engine}`;

/** The engines as an operator's own sources; they allow many requests at once, so that the service is what is measured. */
function writeEngines(folder: string, port: number): void {
  mkdirSync(join(folder, "search"), { recursive: true });
  for (let engine = 0; engine < ENGINES; engine += 1)
    writeFileSync(
      join(folder, "search", `${nameOf(engine)}.ts`),
      `import { defineSource, get, json, text } from "tributary-search/sources";
import { z } from "zod";
export default defineSource({
  id: "${nameOf(engine)}", title: "Engine ${engine}", docs: "https://example.org/", query: text("words", "words"),
  item: z.object({ title: z.string(), url: z.url(), snippet: z.string().optional(), source: z.string() }),
  polite: { concurrency: 400 },
  read: json({
    pages: ({ text: q, page }) => (page > 1 ? undefined : get("http://${engineHost(engine)}:${port}/", { q })),
    body: z.object({ results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })) }),
    items: ({ results }) => results.map(({ title, url, content }) => ({ title, url, snippet: content })),
  }),
});
`,
    );
}

/** `PROFILE=<folder>` has the service write a profile of its processor's time there when it ends. */
function profiled(): Readonly<Record<string, string>> {
  const folder = process.env["PROFILE"];
  return folder === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  const late = setTimeout(() => child.kill("SIGKILL"), 40_000);
  await exit;
  clearTimeout(late);
}

/** A status; 0 where there is no answer. */
const statusOf = (url: string): Promise<number> =>
  new Promise((resolve) => {
    get(url, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve(0));
    }).once("error", () => resolve(0));
  });

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer().once("error", failed);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
