import { expect, it } from "vitest";
import { VISIT_DEATHS } from "../../src/tasks/deaths.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { surviving, survivingPage } from "./surviving.ts";

/* Fifty ends of a longer crawl: npm run bench -- tasks:kills */
const PAGES = 60;
const SIGNALS = ["SIGKILL", "SIGTERM"] as const;
/** Most of it is the start of three processes. */
const timeout = 5 * PATIENCE_MS;

it("keeps every page of a crawl once through kill -9 and SIGTERM, and ends it by itself", { timeout }, async () => {
  const { last, urls, counts, asked } = await surviving({ pages: PAGES, answerMs: 40, signals: SIGNALS });
  expect(last).toMatchObject({ state: "completed", docs: PAGES, notes: 0, waiting: 0, claimed: 0 });
  expect(urls).toHaveLength(PAGES);
  expect(new Set(urls).size).toBe(PAGES);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  expect(asked.size).toBe(PAGES);
});

it("gives up the page that ends every process that visits it, and no other, and ends the crawl", {
  timeout,
}, async () => {
  const { last, failures, ends } = await survivingPage(30, "/page/3");
  expect(last).toMatchObject({ state: "completed", docs: 29, failed: 1, waiting: 0, claimed: 0 });
  expect(failures).toEqual([expect.stringMatching(/\/page\/3$/)]);
  // The task is over with the last, which the next process finds.
  expect(ends).toBe(VISIT_DEATHS);
});
