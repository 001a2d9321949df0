import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { AdaptiveLimit } from "../../src/admission/adaptive-limit.ts";
import { CLASS_LIMITS } from "../../src/admission/classes.ts";

it("says in the documentation what each class may have under way and waiting", () => {
  const page = readFileSync(new URL("../../docs/limits.md", import.meta.url), "utf8");
  const rows = [...page.matchAll(/^\| `(\w+)`[^|]*\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) s \|$/gm)].map(
    ([, ...cells]) => cells,
  );
  const expected = Object.entries(CLASS_LIMITS).map(([name, { most, least, waiting, deadlineMs }]) => {
    const first = least === undefined ? most : new AdaptiveLimit({ least, most }).limit;
    return [name, ...[first, least ?? most, most, waiting, deadlineMs / 1000].map(String)];
  });
  expect(rows).toEqual(expected);
});
