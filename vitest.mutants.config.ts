import { defineConfig } from "vitest/config";

/* The tests that are to notice a change in what `stryker.config.json` changes: all of them in one process, without servers. */
export default defineConfig({
  test: {
    include: [
      "test/operators/**/*.test.ts",
      "test/marbles/**/*.test.ts",
      "test/upstream/{guard,resting,cache}.test.ts",
      "test/pipelines/crawl/*.test.ts",
      "test/pipelines/search/{search,engine,single}.test.ts",
    ],
    testTimeout: 20_000,
  },
});
