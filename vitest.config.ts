import { defineConfig } from "vitest/config";

/** What measures times, or starts processes of its own, has the machine for itself. */
const ALONE = [
  "test/aggregate/formulas/{polarity,summary}.test.ts",
  "test/e2e/**/*.test.ts",
  "test/extraction/{extract,sentences}.test.ts",
  "test/faults/**/*.test.ts",
  "test/html/*.test.ts",
  "test/http/{searxng,stopping,streams}.test.ts",
  "test/operators/canonicalUrl.test.ts",
  "test/pipelines/{budget,crawl/parts}.test.ts",
  "test/sources/kit/{html/dom,whois/record}.test.ts",
  "test/upstream/{browser,charset,hanging-up}.test.ts",
];
const ALL = ["test/**/*.test.ts"];

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: "beside others",
          include: ALL,
          exclude: ALONE,
          maxWorkers: "100%",
          // Files share a worker, and what they import with it: none changes what others see.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
