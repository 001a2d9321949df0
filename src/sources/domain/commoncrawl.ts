import { take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { concurrentSteps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { plain } from "../kit/readers/plain.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed, type Judge } from "../kit/responses/answer.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { LanguageTag, languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import type { ReadContext } from "../source.ts";
import { captureNumber, captureTime, hostOf } from "./captures.ts";
import { CaptureItem } from "./item.ts";

const DAY_MS = 86_400_000;

/** A crawl, as the list of crawls tells it. */
const Crawl = z.object({ id: z.string(), name: z.string().nullish(), "cdx-api": z.string() });

type Crawl = z.output<typeof Crawl>;

const crawls = cachedReader(
  DAY_MS,
  json({
    request: (_asked: { text: string }) => get("https://index.commoncrawl.org/collinfo.json"),
    body: z.array(Crawl),
    items: (list, _asked) => list,
  }),
);

/** A page of results is a crawl: each of the newest ones is asked in its turn. */
const newest = (asked: { text: string }, context: ReadContext) => crawls(asked, context).pipe(take(context.pages));

const ROWS = 100;

const MINUTE_MS = 60_000;

/** "No Captures found" comes as 404; too many requests as 503 without Retry-After. */
const judge: Judge = (response) => {
  const said = response.status === 404 || response.status === 503 ? decodeText(response).slice(0, 1_000) : "";
  if (/No Captures found/i.test(said)) return "empty";
  return /reduce your request rate/i.test(said)
    ? new SourceError("rate-limited", "Common Crawl asks for fewer requests.", { retryAfterMs: MINUTE_MS })
    : undefined;
};

/** A capture, as a crawl's index tells it. */
const Capture = z.object({
  url: z.string(),
  timestamp: z.string(),
  mime: z.string().nullish(),
  "mime-detected": z.string().nullish(),
  status: z.string().nullish(),
  digest: z.string().nullish(),
  length: z.string().nullish(),
  offset: z.string().nullish(),
  filename: z.string().nullish(),
  languages: z.string().nullish(),
  encoding: z.string().nullish(),
  redirect: z.string().nullish(),
});

/** What a crawl's index says of a capture. */
function itemOf(capture: z.output<typeof Capture>, crawl: Crawl) {
  const { url, filename } = capture;
  return {
    title: url,
    url: webUrl(url),
    domain: hostOf(url),
    original: webUrl(url),
    timestamp: captureTime(capture.timestamp),
    mime: capture.mime,
    mimeDetected: capture["mime-detected"],
    statusCode: captureNumber(capture.status),
    digest: capture.digest,
    length: captureNumber(capture.length),
    offset: captureNumber(capture.offset),
    file: filename ? `https://data.commoncrawl.org/${filename}` : undefined,
    languages: languageTags(capture.languages?.split(",")),
    encoding: capture.encoding,
    redirect: capture.redirect,
    crawl: crawl.id,
    crawlName: crawl.name,
    index: crawl["cdx-api"],
  };
}

/** One JSON object a line. */
function captureIn(line: string): z.output<typeof Capture> {
  try {
    return Capture.parse(JSON.parse(line));
  } catch {
    throw changed("commoncrawl", "a line that is no capture");
  }
}

/** The captures of an address in one crawl. */
const captures = (asked: string) =>
  plain({
    request: (crawl: Crawl) => get(crawl["cdx-api"], { url: asked, output: "json", limit: ROWS }),
    judge,
    items: (body, crawl) => body.split("\n").flatMap((line) => (line.trim() ? [itemOf(captureIn(line), crawl)] : [])),
  });

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
    languages: z.array(LanguageTag).optional().describe("the main one first"),
    encoding: z.string().optional(),
    redirect: z.string().optional(),
    crawl: z.string(),
    crawlName: z.string().optional(),
    index: HttpUrl.describe("the crawl's index, where the capture is listed"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: (asked, context) =>
    concurrentSteps(1, newest, (crawl: Crawl, within) => captures(asked.text)(crawl, within))(asked, context),
});
