import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { installPackages } from "./install-packages.ts";

/* The mutation tests of stryker.config.json: Stryker stands among the benchmarks' packages, installed when it is first wanted. */
const root = join(import.meta.dirname, "..");
const benchmarks = join(root, "benchmarks");
installPackages(benchmarks);
const stryker = join(benchmarks, "node_modules/@stryker-mutator/core/bin/stryker.js");
const { status } = spawnSync(process.execPath, [stryker, "run", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
