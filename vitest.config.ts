import { defineConfig } from "vitest/config";
import { BY_THE_CLOCK, PATIENCE_MS } from "./test/support/until.ts";

/** What measures by the clock on the wall, or how many sockets a process has or what it has loaded, has machine and process for itself. */
const ALONE = [
  "test/e2e/start.test.ts",
  "test/faults/{clients,names}.test.ts",
  "test/pipelines/crawl/crawl-site.test.ts",
  "test/http/{searxng,silent-engines,stopping,streams}.test.ts",
  "test/upstream/hanging-up.test.ts",
  "test/upstream/rendering/unneeded.test.ts",
];
const ALL = ["test/**/*.test.ts"];
/** They run packages of lock files of their own. */
const CLIENTS = ["test/clients/*.test.ts", "test/examples/*.test.ts", "test/tools/*.test.ts"];

export default defineConfig({
  test: {
    // A machine may give the tests a tenth of its usual time: what waits fails by its own patience before these.
    testTimeout: 3 * PATIENCE_MS,
    hookTimeout: 3 * PATIENCE_MS,
    expect: { poll: { timeout: PATIENCE_MS } },
    // By their content's hash, under node_modules: workers, projects and later runs read a module that one of them has transformed.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          name: "beside others",
          globalSetup: "test/support/console-bundle.ts",
          include: ALL,
          exclude: ["**/node_modules/**", ...ALONE, ...CLIENTS],
          maxWorkers: "150%",
          // Files share a worker, and what they import with it: none changes what others see.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: "clients",
          include: CLIENTS,
          globalSetup: "test/clients/install.ts",
          maxWorkers: "150%",
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: "alone", include: ALONE, maxWorkers: 1, sequence: { groupOrder: 1 }, ...BY_THE_CLOCK },
      },
    ],
  },
});
