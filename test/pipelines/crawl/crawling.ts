import type { StreamEvent } from "../../../src/events.ts";
import type { CrawlRequest } from "../../../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../../../src/pipelines/crawl/options.ts";
import type { CrawlResponse } from "../../../src/pipelines/crawl/response.ts";

/** The door lets crawls reach the test's own servers. */
export const LOOPBACK = { ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" };

/** A crawl from `url`, with the options as a client writes them. */
export const request = (url: string, options: Record<string, unknown> = {}): CrawlRequest => ({
  url,
  ...crawlOptions.parse(options),
});

export const pathOf = (url: unknown): string => new URL(String(url)).pathname;

/** The answer that ended the stream. */
export function doneIn(events: readonly StreamEvent<CrawlResponse>[]): CrawlResponse {
  const last = events.at(-1);
  if (last?.event !== "done") throw new Error("The stream did not end with done.");
  return last.data;
}
