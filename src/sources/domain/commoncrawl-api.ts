import { take } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { Judge } from "../kit/answer.ts";
import { json } from "../kit/json.ts";
import { kept } from "../kit/kept.ts";
import { get } from "../kit/request.ts";
import { plain } from "../kit/text.ts";
import type { ReadContext } from "../source.ts";
import { Crawl, captureIn, itemOf } from "./commoncrawl-record.ts";

const MINUTE_MS = 60_000;

const DAY_MS = 86_400_000;

const ROWS = 100;

const crawls = kept(
  DAY_MS,
  json({
    request: (_asked: { text: string }) => get("https://index.commoncrawl.org/collinfo.json"),
    body: z.array(Crawl),
    items: (list, _asked) => list,
  }),
);

/** A page of results is a crawl: each of the newest ones is asked in its turn. */
export const newest = (asked: { text: string }, context: ReadContext) =>
  crawls(asked, context).pipe(take(context.pages));

/** "No Captures found" comes as 404; too many requests as 503 without Retry-After. */
const judge: Judge = (response) => {
  const said = response.status === 404 || response.status === 503 ? decodeText(response).slice(0, 1_000) : "";
  if (/No Captures found/i.test(said)) return "empty";
  return /reduce your request rate/i.test(said)
    ? new SourceError("rate-limited", "Common Crawl asks for fewer requests.", { retryAfterMs: MINUTE_MS })
    : undefined;
};

/** The captures of an address in one crawl. */
export const captures = (asked: string) =>
  plain({
    request: (crawl: Crawl) => get(crawl["cdx-api"], { url: asked, output: "json", limit: ROWS }),
    judge,
    items: (body, crawl) => body.split("\n").flatMap((line) => (line.trim() ? [itemOf(captureIn(line), crawl)] : [])),
  });
