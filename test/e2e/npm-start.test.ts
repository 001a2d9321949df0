import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { until } from "../support/until.ts";
import { ROOT } from "./processes.ts";

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The processes below one, all generations. */
function below(pid: number): readonly number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...below(child)]);
}

it("npm start: SIGTERM to npm ends the service, and leaves no process behind", async () => {
  const npm = spawn("npm", ["start"], {
    cwd: join(ROOT),
    env: { ...process.env, PORT: "0", MCP_PORT: "0", LOG_LEVEL: "silent" },
    stdio: ["ignore", "pipe", "ignore"],
    detached: true,
  });
  let printed = "";
  npm.stdout.setEncoding("utf8");
  npm.stdout.on("data", (text: string) => {
    printed += text;
  });
  const gone = new Promise<void>((ended) => npm.on("exit", () => ended()));
  await until(() => printed.includes("http://127.0.0.1:"), "the service listens");
  const pids = below(npm.pid ?? 0);
  expect(pids.length).toBeGreaterThan(0);
  npm.kill("SIGTERM");
  await gone;
  await until(() => !pids.some(isAlive), "no process is left");
});
