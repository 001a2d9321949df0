import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";

/* Tasks for the pool's tests: what a process is asked to do. */

export const doubled = (n: number): number => 2 * n;

/** What came with a task. */
export const summed = (task: number, bytes: Uint8Array): unknown => ({
  task,
  length: bytes.length,
  sum: createHash("sha256").update(bytes).digest("hex"),
});

export const after = async (ms: number): Promise<number> => {
  await new Promise((done) => setTimeout(done, ms));
  return process.pid;
};

export function endless(): void {
  for (;;);
}

/** Buffers, which no limit of the heap counts. */
export function hoarding(): void {
  const held: Uint8Array[] = [];
  for (;;) held.push(new Uint8Array(8 * 1024 * 1024).fill(1));
}

/** Objects. */
export function hoardingObjects(): void {
  let held: unknown = {};
  for (;;) held = { held };
}

export function throwing(): void {
  throw new RangeError("no such thing");
}

export function ending(): void {
  process.exit(3);
}

export const environment = (): Record<string, string | undefined> => process.env;

/** Ends as by a kill from outside, so many times; each try leaves a line in a file. */
export function killed({ file, times }: { readonly file: string; readonly times: number }): string {
  appendFileSync(file, "a try\n");
  const tries = readFileSync(file, "utf8").split("\n").length - 1;
  if (tries <= times) process.kill(process.pid, "SIGKILL");
  return `read at try ${tries}`;
}
