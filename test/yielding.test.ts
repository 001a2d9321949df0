import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { expect, it } from "vitest";
import { serveFirst, yieldProcessor } from "../src/yielding.ts";

it("lowers the priority of a process once this one serves, and takes one that has ended as it is", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  try {
    yieldProcessor(child.pid);
    const own = getPriority();
    expect(getPriority(child.pid)).toBe(own);
    serveFirst();
    yieldProcessor(child.pid);
    expect(getPriority(child.pid)).toBe(Math.max(own, 7));
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  expect(() => yieldProcessor(child.pid)).not.toThrow();
  expect(() => yieldProcessor(undefined)).not.toThrow();
});

it.runIf(process.platform === "linux")("lowers that of each thread", async () => {
  const child = spawn(process.execPath, ["-e", "console.log('up'); setInterval(() => {}, 1000)"]);
  try {
    await once(child.stdout, "data");
    serveFirst();
    yieldProcessor(child.pid);
    const threads = readdirSync(`/proc/${child.pid}/task`).map(Number);
    expect(threads.length).toBeGreaterThan(1);
    expect(new Set(threads.map((thread) => getPriority(thread)))).toEqual(new Set([Math.max(getPriority(), 7)]));
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
});
