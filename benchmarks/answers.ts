/**
 * Does research answer the question? 60 questions over an offline internet of real pages: ../shared/benchmarks/answers, whose
 * README has the columns. Starts that internet and this service on ports of its own, and prints what its evaluation prints.
 * Run: `node benchmarks/answers.ts`
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "../shared/benchmarks/answers");
const PAGES = join(FOLDER, "../wcxb/dev");
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
  const children: ChildProcess[] = [];
  const start = (args: readonly string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(process.execPath, args, { stdio: "ignore", env: { ...process.env, ...env } });
    children.push(child);
    return child;
  };
  try {
    start([join(FOLDER, "internet.mjs"), String(INTERNET), PAGES]);
    start([join(ROOT, "bin/tributary.mjs"), "serve"], {
      UPSTREAM_GATEWAY: `http://127.0.0.1:${INTERNET}`,
      SEARXNG_URL: "http://searx.example",
      TRIBUTARY_NO_PACE: "true",
      PORT: String(SERVICE),
    });
    await Promise.all([answering(`http://127.0.0.1:${INTERNET}/`), answering(`http://127.0.0.1:${SERVICE}/health`)]);
    const args = [join(FOLDER, "evaluate.mjs"), `http://127.0.0.1:${SERVICE}`, join(FOLDER, "questions.json")];
    const evaluation = spawn(process.execPath, args, { stdio: "inherit" });
    return await new Promise((resolve) => evaluation.once("exit", resolve));
  } finally {
    for (const child of children) child.kill();
  }
}

if (existsSync(FOLDER)) process.exitCode = (await measure()) ?? 1;
else console.log("../shared/benchmarks/answers is not here, nothing measured");
