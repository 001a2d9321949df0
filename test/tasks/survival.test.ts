import { expect, it } from "vitest";
import { surviving } from "./surviving.ts";

/* Fifty ends of a longer crawl: npm run bench -- tasks:kills */
const PAGES = 100;
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGKILL"] as const;

it("keeps every page of a crawl once through kill -9 and SIGTERM, and ends it by itself", async () => {
  const { last, urls, counts, asked } = await surviving({ pages: PAGES, answerMs: 40, signals: SIGNALS });
  expect(last).toMatchObject({ state: "completed", docs: PAGES, notes: 0, waiting: 0, claimed: 0 });
  expect(urls).toHaveLength(PAGES);
  expect(new Set(urls).size).toBe(PAGES);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(asked.size).toBe(PAGES);
});
