import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { ROOT } from "../e2e/processes.ts";
import { redisInstalled, redisServer } from "../support/redis.ts";
import { cluster } from "../tasks/redis/cluster.ts";

describe("tributary work", () => {
  it("says that it needs a Redis", () => {
    const { TASKS_REDIS_URL: _none, ...env } = process.env;
    const run = spawnSync(process.execPath, ["bin/tributary.mjs", "work"], { cwd: ROOT, env, encoding: "utf8" });
    expect(run.stderr).toMatch(/tributary work needs TASKS_REDIS_URL/);
    expect(run.status).toBe(2);
  });

  it.skipIf(!redisInstalled)("shows how it fares on PORT and nothing else, and ends at SIGTERM", async () => {
    await using redis = await redisServer();
    await using members = cluster(redis.url);
    const worker = await members.worker({ PORT: "0" });
    expect((await fetch(`${worker.url}/health`)).status).toBe(200);
    expect((await fetch(`${worker.url}/metrics`)).status).toBe(200);
    const other = await fetch(`${worker.url}/extract?q=https://a.example`);
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({ success: false, error: expect.stringMatching(/works on tasks/) });
    await worker.end("SIGTERM");
    expect(worker.child.exitCode).toBe(0);
  });
});
