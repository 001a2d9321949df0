import { createHash } from "node:crypto";
import { forkJoin, lastValueFrom, type Observable, race, timer } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { createProcessPool, type ProcessPool } from "../../src/processes/pool.ts";
import { PATIENCE_MS } from "../support/until.ts";

const BUDGET = { timeMs: PATIENCE_MS, memoryMb: 400 };
const digestOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const at = (name: string) => ({ module: new URL("tasks.ts", import.meta.url).href, name });

describe("createProcessPool", () => {
  let pool: ProcessPool;
  afterEach(() => pool.close());

  const make = (options: Partial<Parameters<typeof createProcessPool>[0]> = {}) => {
    pool = createProcessPool({ size: 2, heapMb: 200, ...options });
    return (
      name: string,
      task?: unknown,
      budget: Partial<typeof BUDGET> = {},
      bytes?: readonly Uint8Array[],
    ): Observable<unknown> => pool.run(at(name), task, { ...BUDGET, ...budget }, bytes);
  };

  it("answers, one task after another in the same process, which has nothing of our environment", async () => {
    const run = make();
    expect(await lastValueFrom(run("doubled", 21))).toBe(42);
    const pid = await lastValueFrom(run("after", 0));
    expect(await lastValueFrom(run("after", 0))).toBe(pid);
    expect(pid).not.toBe(process.pid);
    expect(await lastValueFrom(run("environment"))).not.toHaveProperty("PATH");
  });

  it("hands each task its own bytes, whole, however many pieces they are in, and whatever became of the task before", async () => {
    const run = make();
    const large = Buffer.alloc(8 * 1024 * 1024, "tributary");
    const pieces = [
      large.subarray(0, 3),
      large.subarray(3, 3),
      large.subarray(3, 5_000_000),
      large.subarray(5_000_000),
    ];
    const sum = digestOf(large);
    const few = Buffer.from("few");
    const sums = await lastValueFrom(
      forkJoin([
        run("summed", 1, {}, pieces),
        run("summed", 2, {}, [few]),
        run("summed", 3, {}, pieces),
        run("summed", 4),
      ]),
    );
    expect(sums).toEqual([
      { task: 1, length: large.length, sum },
      { task: 2, length: 3, sum: digestOf(few) },
      { task: 3, length: large.length, sum },
      { task: 4, length: 0, sum: digestOf(Buffer.of()) },
    ]);
    await expect(lastValueFrom(run("throwing", 0, {}, pieces))).rejects.toMatchObject({ why: "thrown" });
    await expect(lastValueFrom(run("noSuchTask", 0, {}, pieces))).rejects.toMatchObject({ why: "thrown" });
    await expect(lastValueFrom(run("ending", 0, {}, pieces))).rejects.toMatchObject({ why: "gone" });
    expect(await lastValueFrom(run("summed", 5, {}, pieces))).toEqual({ task: 5, length: large.length, sum });
  });

  it("leaves nothing of a task's bytes to the next where nobody waits for it any more", async () => {
    const run = make();
    const large = Buffer.alloc(8 * 1024 * 1024, "x");
    await lastValueFrom(run("doubled", 1));
    for (const _ of [1, 2, 3]) run("summed", 0, {}, [large]).subscribe().unsubscribe();
    const few = Buffer.from("few");
    const sum = digestOf(few);
    expect(await lastValueFrom(run("summed", 7, {}, [few]))).toEqual({ task: 7, length: 3, sum });
  });

  it("takes no answer of a process that is out of step with the bytes it is given", async () => {
    const run = make();
    const bytes = Buffer.from("the bytes of one document");
    // Fewer are announced than come.
    const pieces = Object.assign([bytes], { reduce: () => bytes.length - 3 });
    await expect(lastValueFrom(run("summed", 1, {}, pieces))).rejects.toMatchObject({ why: "gone" });
    const few = Buffer.from("few");
    expect(await lastValueFrom(run("summed", 2, {}, [few]))).toEqual({ task: 2, length: 3, sum: digestOf(few) });
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
