import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";

const YOUNG = join(import.meta.dirname, "../../src/processes/young.ts");

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

it("lets objects begin young, though all that came before them lived on", () => {
  expect(decided("")).toMatch(/=> (?:maybe )?tenure/);
  expect(decided(`(await import(${JSON.stringify(YOUNG)})).keepYoung();`)).toBe("400000\n");
});
