import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";

export const ROOT = join(import.meta.dirname, "../..");
export const BIN = join(ROOT, "bin/tributary.mjs");
export const FIXTURES = join(ROOT, "test/fixtures");
/** Recordings of real upstreams that may lie beside the checkout. */
export const RECORDINGS = join(ROOT, "../shared/recordings");

type Environment = Readonly<Record<string, string>>;

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Output extends Ended {
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly pid: number;
  /** Milliseconds from the start until its address was printed. */
  readonly startedIn: number;
  /** Where it listens. */
  readonly url: string;
  /** Its end, whoever brings it about. */
  readonly ended: Promise<Ended>;
  output(): string;
  errors(): string;
  signal(signal: NodeJS.Signals): void;
  /** Asks it to stop, and waits until it is gone. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

/** Nothing of the environment of whoever runs the tests but what a process needs. */
const environmentOf = (more: Environment): NodeJS.ProcessEnv => ({
  PATH: process.env["PATH"],
  HOME: process.env["HOME"],
  PORT: "0",
  MCP_PORT: "0",
  LOG_LEVEL: "silent",
  TRIBUTARY_NO_PACE: "true",
  DATA_DIR: join(tmpdir(), "tributary-e2e-data"),
  ...more,
});

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** A process of this Node: `words` are its options, its script and the script's words. */
export function launched(words: readonly string[], more: Environment = {}): Child {
  return spawn(process.execPath, words, { cwd: ROOT, env: environmentOf(more), stdio: ["ignore", "pipe", "pipe"] });
}

/** A command that is run to its end. */
export async function ran(words: readonly string[], more: Environment = {}): Promise<Output> {
  const child = launched([BIN, ...words], more);
  const [stdout, stderr] = [gathered(child.stdout), gathered(child.stderr)];
  return { ...(await ended(child)), stdout: stdout(), stderr: stderr() };
}

/** A process that prints an address and goes on. */
export async function serving(words: readonly string[], more: Environment = {}): Promise<Running> {
  const began = performance.now();
  const child = launched(words, more);
  const [output, errors] = [gathered(child.stdout), gathered(child.stderr)];
  const gone = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
      if (found) resolve(found);
    });
    gone.then(({ status }) => reject(new Error(`ended with ${status} before it listened:\n${errors()}`)), reject);
  });
  const startedIn = performance.now() - began;
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    pid: child.pid ?? 0,
    startedIn,
    url,
    ended: gone,
    output,
    errors,
    signal,
    stop: (name = "SIGTERM") => {
      signal(name);
      return gone;
    },
  };
}

export const tributary = (words: readonly string[], more: Environment = {}): Promise<Running> =>
  serving([BIN, ...words], more);

/** A gateway that replays a folder, and a service over it. */
export async function replayed(folder: string, more: Environment = {}): Promise<readonly [Running, Running]> {
  const gateway = await tributary(["replay", folder, "--port", "0"]);
  try {
    return [gateway, await tributary(["serve"], { ...INSTANCES, UPSTREAM_GATEWAY: gateway.url, ...more })];
  } catch (error) {
    await gateway.stop();
    throw error;
  }
}

/** Where the fixtures of sources that are asked at an instance of the operator's choice were recorded. */
export const INSTANCES = { SEARXNG_URL: "https://instance.example", NPM_REGISTRY_URL: "https://instance.example" };

export const scratch = (): string => mkdtempSync(join(tmpdir(), "tributary-e2e-"));

function gathered(stream: Readable): () => string {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("data", (piece: string) => {
    text += piece;
  });
  return () => text;
}

export const ended = (child: Child): Promise<Ended> =>
  new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (status, signal) => resolve({ status, signal }));
  });
