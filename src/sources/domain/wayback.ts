import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { text } from "../kit/query.ts";
import { CaptureItem } from "./item.ts";
import { index, nearest } from "./wayback-api.ts";
import { type CaptureQuery, Options } from "./wayback-query.ts";

export const wayback = defineSource({
  id: "wayback",
  title: "Wayback Machine snapshots",
  docs: "https://archive.org/developers/wayback-cdx-server.html",
  terms: "no key; some 60 requests a minute",
  query: text("a URL (newest capture first), a host, or a prefix that ends in *", "commoncrawl.org/*", Options),
  item: CaptureItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: either(({ timestamp }: CaptureQuery) => timestamp !== undefined, nearest, index),
});
