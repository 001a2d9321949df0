/**
 * Does research answer the question? 60 questions over an offline internet of real pages: ../shared/benchmarks/answers, whose
 * README has the columns. Starts that internet and this service on ports of its own, and prints what its evaluation prints.
 * Run: `node benchmarks/answers.ts`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const SHARED = join(ROOT, "../shared/benchmarks/answers");
const INTERNET = 9600;
const SERVICE = 9610;
const READY_MS = 60_000;

/** Waits until an address answers at all. */
async function answering(url: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end) {
    const there = await fetch(url).then(
      () => true,
      () => false,
    );
    if (there) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${url} did not answer.`);
}

async function measure(): Promise<number | null> {
  // Its programs compare their own address with what they were called by.
  const folder = realpathSync(SHARED);
  const children: ChildProcess[] = [];
  const start = (args: readonly string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };
  try {
    start([join(folder, "internet.mjs"), String(INTERNET), join(folder, "../wcxb/dev")]);
    start([join(ROOT, "bin/tributary.mjs"), "serve"], {
      UPSTREAM_GATEWAY: `http://127.0.0.1:${INTERNET}`,
      SEARXNG_URL: "http://searx.example",
      TRIBUTARY_NO_PACE: "true",
      PORT: String(SERVICE),
    });
    await Promise.all([answering(`http://127.0.0.1:${INTERNET}/`), answering(`http://127.0.0.1:${SERVICE}/health`)]);
    const args = [join(folder, "evaluate.mjs"), `http://127.0.0.1:${SERVICE}`, join(folder, "questions.json")];
    const evaluation = spawn(process.execPath, args, { stdio: "inherit" });
    return await new Promise((resolve) => evaluation.once("exit", resolve));
  } finally {
    for (const child of children) child.kill();
  }
}

if (existsSync(SHARED)) process.exitCode = (await measure()) ?? 1;
else console.log("../shared/benchmarks/answers is not here, nothing measured");
