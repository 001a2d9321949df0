import { lastValueFrom, type Observable, race, timer } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { createProcessPool, type ProcessPool } from "../../src/processes/pool.ts";
import { PATIENCE_MS } from "../support/until.ts";

const BUDGET = { timeMs: PATIENCE_MS, memoryMb: 400 };
const at = (name: string) => ({ module: new URL("tasks.ts", import.meta.url).href, name });

describe("createProcessPool", () => {
  let pool: ProcessPool;
  afterEach(() => pool.close());

  const make = (options: Partial<Parameters<typeof createProcessPool>[0]> = {}) => {
    pool = createProcessPool({ size: 2, heapMb: 200, ...options });
    return (name: string, task?: unknown, budget: Partial<typeof BUDGET> = {}): Observable<unknown> =>
      pool.run(at(name), task, { ...BUDGET, ...budget });
  };

  it("answers, one task after another in the same process, which has nothing of our environment", async () => {
    const run = make();
    expect(await lastValueFrom(run("doubled", 21))).toBe(42);
    const pid = await lastValueFrom(run("after", 0));
    expect(await lastValueFrom(run("after", 0))).toBe(pid);
    expect(pid).not.toBe(process.pid);
    expect(await lastValueFrom(run("environment"))).not.toHaveProperty("PATH");
  });

  it("fails what throws, ends or takes too long, and goes on", async () => {
    const run = make();
    await expect(lastValueFrom(run("throwing"))).rejects.toMatchObject({ why: "thrown" });
    await expect(lastValueFrom(run("noSuchTask"))).rejects.toMatchObject({ why: "thrown" });
    await expect(lastValueFrom(run("ending"))).rejects.toMatchObject({ why: "gone" });
    await expect(lastValueFrom(run("endless", undefined, { timeMs: 300 }))).rejects.toMatchObject({ why: "time" });
    expect(await lastValueFrom(run("doubled", 1))).toBe(2);
  });

  it.each(["hoarding", "hoardingObjects"])("ends a task that takes too much memory: %s", async (name) => {
    const run = make();
    await expect(lastValueFrom(run(name))).rejects.toMatchObject({ why: "memory" });
    expect(await lastValueFrom(run("doubled", 1))).toBe(2);
  });

  it("keeps a process for quick tasks, however many slow ones there are", async () => {
    const run = make({ slowMs: 200 });
    const slow = ["a", "b", "c"].map(() => run("endless").subscribe({ error: () => {} }));
    const quick = lastValueFrom(race(run("doubled", 4), timer(PATIENCE_MS)));
    expect(await quick).toBe(8);
    for (const one of slow) one.unsubscribe();
  });

  it("ends a task that nobody waits for any more", async () => {
    const run = make();
    await lastValueFrom(run("doubled", 1));
    const subscriptions = [1, 2].map(() => run("endless").subscribe());
    await lastValueFrom(timer(300));
    for (const subscription of subscriptions) subscription.unsubscribe();
    expect(await lastValueFrom(race(run("doubled", 4), timer(PATIENCE_MS)))).toBe(8);
  });

  it("fails what waits when it is closed", async () => {
    const run = make();
    const failed = expect(lastValueFrom(run("endless"))).rejects.toMatchObject({ why: "gone" });
    pool.close();
    await failed;
  });
});
