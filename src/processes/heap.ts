import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/**
 * Lets every object begin its life among the young ones, for the rest of the process.
 *
 * Otherwise V8 counts, for each literal in the code, how many of its first objects are still there at a collection, and where
 * nearly all are, allocates all further ones among the old objects (`--allocation-site-pretenuring`, on by default; what it
 * decides is printed by `--trace-pretenuring-statistics`). The first searches of a process begin together and are all under
 * way at its first collection, so that it takes the lists in which rxjs keeps subscribers for long-lived. Those of every
 * later search, dead when it is over, then hold a third of what it allocated back from the minor collections.
 */
export const keepYoung = (): void => setFlagsFromString("--no-allocation-site-pretenuring");

/** What the young objects may take at most: two halves of 32 MB, of which one is empty but during a collection. */
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * Stops the growth of the young generation at half of what V8 lets it take, which saves 64 MB and costs no time: looked at
 * after each collection, for only a collection grows it. One that V8 has shrunk in quiet times may grow again.
 */
export function boundYoung(): void {
  let growing = true;
  const grow = (on: boolean): void => {
    if (on === growing) return;
    growing = on;
    setFlagsFromString(`--semi-space-growth-factor=${on ? 2 : 1}`);
  };
  new PerformanceObserver(() => grow(youngBytes() < MOST_BYTES)).observe({ entryTypes: ["gc"] });
  // Compiled code is kept with the flags that it was compiled under, and the next start is to find those that it sets.
  process.once("exit", () => grow(true));
}

/**
 * Has the old objects collected when they have grown by 45 % since the last collection. V8 else waits until they are twice to
 * four times as many, as it has no reason to think that memory is scarce: under load, 30 MB of what is dead already. Sooner
 * would cost more than it saves: while it is at it, searches take half as long again, for a fifth of a second.
 */
export const boundOld = (): void => setFlagsFromString("--heap-growing-percent=45");

/** What both halves take, empty or not. */
const youngBytes = (): number =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space")?.space_size ?? 0;
