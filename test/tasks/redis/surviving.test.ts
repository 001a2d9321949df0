import { describe, expect, it } from "vitest";
import { redisInstalled } from "../../support/redis.ts";
import { PATIENCE_MS } from "../../support/until.ts";
import { survivingTogether } from "./surviving.ts";

/* Fifty ends of a longer crawl: npm run bench -- cluster:kills */
const PAGES = 100;
/** Most of it is the start of four processes. */
const timeout = 5 * PATIENCE_MS;
const ENDS = ["redis", "SIGKILL", "redis", "SIGTERM", "redis"] as const;

describe.skipIf(!redisInstalled)("two workers on one Redis (redis-server is installed)", () => {
  it("keep every page once through kill -9 of either, and of Redis, and end the task by themselves", {
    timeout,
  }, async () => {
    const { last, urls, counts, asked } = await survivingTogether({ pages: PAGES, answerMs: 60, ends: ENDS });
    expect(last).toMatchObject({ state: "completed", docs: PAGES, notes: 0, waiting: 0, claimed: 0 });
    expect(urls).toHaveLength(PAGES);
    expect(new Set(urls).size).toBe(PAGES);
    expect(counts).toEqual([...counts].sort((a, b) => a - b));
    expect(asked.size).toBe(PAGES);
  });
});
