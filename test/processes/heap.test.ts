import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";

const HEAP = join(import.meta.dirname, "../../src/processes/heap.ts");

/** What V8 decides of a literal whose first objects all survive. */
const decided = (first: string): string =>
  execFileSync(
    process.execPath,
    [
      "--trace-pretenuring-statistics",
      "--input-type=module",
      "-e",
      `${first}
      const pair = (n) => [n, n];
      const kept = [];
      for (let n = 0; n < 400_000; n += 1) kept.push(pair(n));
      console.log(kept.length);`,
    ],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );

/** The number that a process prints. */
const printed = (script: string): number =>
  Number(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));

/** Megabytes of young generation, at most, in a process of which 20 MB of its newest objects are always in use. */
const grown = (first: string): number =>
  printed(`${first}
    const { getHeapSpaceStatistics } = await import("node:v8");
    const young = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space").space_size;
    const newest = new Array(2_500);
    let most = 0;
    for (let n = 0; n < 100_000; n += 1) {
      newest[n % newest.length] = new Array(1_000).fill(n + 0.5);
      if (n % 500 > 0) continue;
      await new Promise(setImmediate);
      most = Math.max(most, young());
    }
    console.log(most / 1024 / 1024);
    process.exit();`);

/** Megabytes of old objects, at most, in a process of which 40 MB are always in use and each replaced once in a while. */
const aged = (first: string): number =>
  printed(`${first}
    const { getHeapSpaceStatistics } = await import("node:v8");
    const old = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space").space_used_size;
    const kept = Array.from({ length: 5_000 }, () => new Array(1_000).fill(0.5));
    let most = 0;
    for (let n = 0; n < 60_000; n += 1) {
      kept[n % kept.length] = new Array(1_000).fill(n + 0.5);
      if (n % 500 > 0) continue;
      await new Promise(setImmediate);
      if (n > 20_000) most = Math.max(most, old());
    }
    console.log(most / 1024 / 1024);`);

it("lets objects begin young, though all that came before them lived on", () => {
  expect(decided("")).toMatch(/=> (?:maybe )?tenure/);
  expect(decided(`(await import(${JSON.stringify(HEAP)})).keepYoung();`)).toBe("400000\n");
});

// While V8 marks, it lends the young some pages more, and a machine that others use takes longer to mark.
it("lets the young have 64 MB, half of what they would take", BY_THE_CLOCK, () => {
  expect(grown("")).toBeGreaterThan(120);
  expect(grown(`(await import(${JSON.stringify(HEAP)})).boundYoung();`)).toBeLessThan(75);
});

it("lets the old grow by less than half before they are looked through", BY_THE_CLOCK, () => {
  expect(aged("")).toBeGreaterThan(140);
  expect(aged(`(await import(${JSON.stringify(HEAP)})).boundOld();`)).toBeLessThan(120);
});
