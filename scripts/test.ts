import { execFile, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/*
 * All checks: types, lint, arrows, the OpenAPI document, nothing unused (files, exports, dependencies), the docs tables, every test.
 * The types are checked beside the others, and told of last, before the total. Each check that is no test counts as one. The
 * last line is `N passed, N failed`, with `, N skipped` where tests could not run here; the exit status says the same.
 */
const root = join(import.meta.dirname, "..");
const bin = (name: string): string => join(root, "node_modules/.bin", name);

let passed = 0;
let failed = 0;
let skipped = 0;

function run(title: string, command: string, args: readonly string[]): boolean {
  console.log(`\n# ${title}`);
  return spawnSync(command, args, { cwd: root, stdio: "inherit" }).status === 0;
}

function count(title: string, good: boolean): void {
  if (good) passed += 1;
  else {
    failed += 1;
    console.log(`${title}: FAILED`);
  }
}

const check = (title: string, command: string, args: readonly string[]): void =>
  count(title, run(title, command, args));

// With declarations, as the package has them: a type that cannot be named is an error only there. By one checker: each
// further one works out again what it shares with the others, and the other cores have the tests to run.
const types = new Promise<{ readonly good: boolean; readonly said: string }>((resolve) => {
  const args = ["--noEmit", "--declaration", "--checkers", "1", ...(process.stdout.isTTY ? ["--pretty"] : [])];
  execFile(bin("tsc"), args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, stdout, stderr) =>
    resolve({ good: error === null, said: `${stdout}${stderr}${error && !stdout && !stderr ? error.message : ""}` }),
  );
});

check("the browser's types", bin("tsc"), ["--noEmit", "-p", "src/web/app"]);
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
  const tests = (name: string): number => {
    const value = typeof read === "object" && read !== null ? Reflect.get(read, name) : undefined;
    if (typeof value !== "number") throw new Error(`the report has no ${name}`);
    return value;
  };
  passed += tests("numPassedTests");
  failed += tests("numFailedTests");
  skipped += tests("numPendingTests") + tests("numTodoTests");
  // A file that fails before its tests are known counts no failed test.
  if (tests("numFailedTests") === 0 && tests("numFailedTestSuites") > 0) failed += 1;
} catch (error) {
  console.log(`The tests left no report: ${error}`);
  failed += 1;
}
rmSync(folder, { recursive: true, force: true });

// Only now: the tests install the packages that these types come from, where any of them is run; the benchmarks their own.
for (const folder of ["test/clients", "test/tools", "benchmarks", "examples"])
  if (existsSync(join(root, folder, "node_modules"))) check(`types of ${folder}`, bin("tsc"), ["-p", folder]);

const { good, said } = await types;
console.log(`\n# types\n${said}`.trimEnd());
count("types", good);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed === 0 ? 0 : 1);
