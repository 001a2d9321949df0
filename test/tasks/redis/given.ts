import { randomUUID } from "node:crypto";
import { ORDER_VERSION } from "../../../src/tasks/order.ts";
import type { NewTask, StoredOutcome, StoredPlace } from "../../../src/tasks/store.ts";

export const PACE = { answeredMs: 1, spacingMs: 0, retryAfterMs: 0 };

let last = 0n;
export const place = (host: string): StoredPlace => {
  last += 1n;
  return { key: last, host, url: `https://${host}/${last}`, depth: 0, bounds: [] };
};

export const crawlTask = (more: Partial<NewTask> = {}): NewTask => ({
  id: randomUUID(),
  owner: "o",
  order: { v: ORDER_VERSION, kind: "crawl", url: "https://a.example/", options: {} },
  deadlineAt: Date.now() + 86_400_000,
  limit: 100,
  maxBreadth: null,
  pool: "visit",
  seeds: [place("a.example")],
  maxOpen: 1_000,
  ...more,
});

export const page = (url: string): StoredOutcome => ({
  kind: "page",
  body: JSON.stringify({ url, raw_content: "text" }),
  url,
  depth: 0,
  disallowed: false,
  sites: [],
});
