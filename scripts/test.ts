import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * All checks, in order: types, lint, arrows, the OpenAPI document, nothing unused (files, exports, dependencies), the docs tables, every test.
 * Each check that is no test counts as one. The last line is `N passed, N failed`, with `, N skipped` where tests could
 * not run here; the exit status says the same.
 */
const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);

let passed = 0;
let failed = 0;
let skipped = 0;

function run(title: string, command: string, args: readonly string[]): SpawnSyncReturns<Buffer> {
  console.log(`\n# ${title}`);
  return spawnSync(command, args, { cwd: root, stdio: "inherit" });
}

function check(title: string, command: string, args: readonly string[]): void {
  if (run(title, command, args).status === 0) passed += 1;
  else {
    failed += 1;
    console.log(`${title}: FAILED`);
  }
}

// With declarations, as the package has them: a type that cannot be named is an error only there.
check("types", bin("tsc"), ["--noEmit", "--declaration"]);
check("lint and format", bin("biome"), ["ci", "--error-on-warnings", "."]);
check("arrows", process.execPath, ["scripts/arrows.ts"]);
check("the OpenAPI document", process.execPath, ["scripts/openapi.ts"]);
check("nothing unused", process.execPath, ["node_modules/knip/bin/knip.js"]);

const folder = mkdtempSync(join(tmpdir(), "tributary-test-"));
const report = join(folder, "report.json");
run("tests", process.execPath, [
  join(root, "node_modules/vitest/vitest.mjs"),
  "run",
  "--reporter=dot",
  "--reporter=json",
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
try {
  const read: unknown = JSON.parse(readFileSync(report, "utf8"));
  const count = (name: string): number => {
    const value = typeof read === "object" && read !== null ? Reflect.get(read, name) : undefined;
    if (typeof value !== "number") throw new Error(`the report has no ${name}`);
    return value;
  };
  passed += count("numPassedTests");
  failed += count("numFailedTests");
  skipped += count("numPendingTests") + count("numTodoTests");
  // A file that fails before its tests are known counts no failed test.
  if (count("numFailedTests") === 0 && count("numFailedTestSuites") > 0) failed += 1;
} catch (error) {
  console.log(`The tests left no report: ${error}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
