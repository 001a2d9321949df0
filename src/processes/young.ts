import { setFlagsFromString } from "node:v8";

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
