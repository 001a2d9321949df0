import { z } from "zod";
import { defineSource } from "../define.ts";
import { fanned } from "../kit/compose.ts";
import { HttpUrl } from "../kit/fields.ts";
import { text } from "../kit/query.ts";
import { captures, newest } from "./commoncrawl-api.ts";
import type { Crawl } from "./commoncrawl-record.ts";
import { CaptureItem } from "./item.ts";

export const commoncrawl = defineSource({
  id: "commoncrawl",
  title: "Common Crawl index",
  docs: "https://index.commoncrawl.org/",
  terms: "no key; one request at a time, with a User-Agent that names the caller",
  query: text(
    "a URL, a host, or a prefix that ends in *; each further page asks the crawl before",
    "commoncrawl.org/*",
  ),
  item: CaptureItem.extend({
    mimeDetected: z.string().optional(),
    offset: z.int().nonnegative().optional().describe("where the record begins in the file, bytes"),
    file: HttpUrl.optional().describe("the archive file that holds the record"),
    languages: z.array(z.string()).optional().describe("ISO 639-3, the main one first"),
    encoding: z.string().optional(),
    redirect: z.string().optional(),
    crawl: z.string(),
    crawlName: z.string().optional(),
    index: HttpUrl.describe("the crawl's index, where the capture is listed"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (asked, context) =>
    fanned(1, newest, (crawl: Crawl, within) => captures(asked.text)(crawl, within))(asked, context),
});
