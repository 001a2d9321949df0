import { expect, it } from "vitest";
import { surviving } from "./surviving.ts";

const PAGES = 300;
const SIGNALS = ["SIGKILL", "SIGKILL", "SIGTERM", "SIGKILL", "SIGKILL", "SIGTERM"] as const;

it("keeps every page of a crawl once through kill -9 and SIGTERM, and ends it by itself", {
  timeout: 180_000,
}, async () => {
  const { last, urls, counts, asked } = await surviving({ pages: PAGES, answerMs: 40, signals: SIGNALS });
  expect(last).toMatchObject({ state: "completed", docs: PAGES, notes: 0, waiting: 0, claimed: 0 });
  expect(urls).toHaveLength(PAGES);
  expect(new Set(urls).size).toBe(PAGES);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(asked.size).toBe(PAGES);
});
