import { describe, expect, it } from "vitest";
import { redisInstalled } from "../../support/redis.ts";
import { survivingTogether } from "./surviving.ts";

const PAGES = 300;
const ENDS = [
  "SIGKILL",
  "redis",
  "SIGKILL",
  "SIGTERM",
  "SIGKILL",
  "redis",
  "SIGKILL",
  "SIGKILL",
  "SIGTERM",
  "redis",
  "SIGKILL",
  "SIGKILL",
  "SIGKILL",
] as const;

describe.skipIf(!redisInstalled)("two workers on one Redis (redis-server is installed)", () => {
  it("keep every page once through kill -9 of either, and of Redis, and end the task by themselves", {
    timeout: 300_000,
  }, async () => {
    const { last, urls, counts, asked } = await survivingTogether({ pages: PAGES, answerMs: 60, ends: ENDS });
    expect(last).toMatchObject({ state: "completed", docs: PAGES, notes: 0, waiting: 0, claimed: 0 });
    expect(urls).toHaveLength(PAGES);
    expect(new Set(urls).size).toBe(PAGES);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(asked.size).toBe(PAGES);
  });
});
