import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgedQueries } from "./judged.ts";

const here = existsSync(join(import.meta.dirname, "../../../../shared/recordings"));

describe("the order of recorded answers with other queries' answers among them", () => {
  test.skipIf(!here)("puts what is about the query first, whoever agrees on something else", async () => {
    const judged = await judgedQueries();
    const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(judged.length).toBeGreaterThanOrEqual(40);
    expect(mean(judged.map(({ after }) => after))).toBeGreaterThan(0.75);
    expect(mean(judged.map(({ before, after }) => after - before))).toBeGreaterThan(0.5);
  });
});
