import { defineConfig } from "vitest/config";

/* The tests of what `stryker.config.json` changes: its own ones alone, in one process, so that a mutant takes a second or two. */
export default defineConfig({
  test: {
    include: [
      "test/operators/**/*.test.ts",
      "test/marbles/{crawl-frontier,dedupeByUrl,fork,outcome,pagesByUrl,rank,ranking,relay,score,sseData,untilDue,untilEnough,withDeadline}.test.ts",
      "test/upstream/{guard,guard-gateway,guard-proxy,resting,cache}.test.ts",
    ],
    // Each mutant has a run, hence a worker, of its own.
    isolate: false,
    testTimeout: 20_000,
  },
});
