import { createHash } from "node:crypto";
import { compile } from "css-select";
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import { defer, mergeMap } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { El, parseHtml } from "../kit/dom.ts";
import { BaseItem, IsoDate } from "../kit/fields.ts";
import { linesOf } from "../kit/lines.ts";
import { clip, parseUrl, query } from "../kit/query.ts";
import { refusalOf } from "../kit/refusals.ts";
import type { Reader } from "../source.ts";
import { textChange } from "./page-diff.ts";
import { type PageMemory, type PageSeen, pageMemory } from "./page-memory.ts";

interface Watched {
  readonly url: string;
  /** "" for the whole page. */
  readonly selector: string;
}

type Selects = (node: AnyNode) => boolean;

const MAX_SELECTOR = 200;
const SNIPPET_LINES = 5;

/** Times relative to now change with every look. */
const AGO =
  /\b(?:\d{1,4}|an?|one|few)\s+(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\s+ago\b|\bjust now\b/gi;
const RELATIVE = new Set(["time"]);

function watched(q: string): Watched {
  const [address = "", selector = ""] = q.split(/\s+#>\s*/, 2);
  if (selector.length > MAX_SELECTOR)
    throw new SourceError("bad-query", `The selector is longer than ${MAX_SELECTOR} characters.`);
  if (selector) selects(selector);
  return { url: parseUrl(address).href, selector };
}

function selects(selector: string): Selects {
  try {
    return compile<AnyNode, Element>(selector);
  } catch (cause) {
    throw new SourceError("bad-query", `“${clip(selector)}” is not a CSS selector.`, { cause });
  }
}

/** The page's visible text as it is compared: one line a block, without times relative to now. */
function visibleText(page: El, { url, selector }: Watched): string {
  const parts = selector
    ? findAll(selects(selector), page.node.children).map((node) => new El(node, url))
    : [page.one("body") ?? page];
  if (parts.length === 0) throw new SourceError("not-found", `${url} has nothing that ${selector} selects.`);
  const lines = parts.flatMap((part) => linesOf(part, RELATIVE));
  const text = lines.flatMap((line) => line.replace(AGO, "").replace(/ {2,}/g, " ").trim() || []).join("\n");
  if (text) return text;
  throw new SourceError("unsupported-type", `${url} has no visible text without running its scripts.`);
}

/** What was seen now, beside what was seen before; the memory is brought up to date. */
function compared(
  response: HttpResponse,
  asked: Watched,
  before: PageSeen | undefined,
  memory: PageMemory,
  checkedAt: string,
) {
  const unchanged = response.status === 304 ? before : undefined;
  const page = unchanged ? undefined : parseHtml(decodeText(response), response.url);
  const seen: PageSeen = {
    title: page ? (page.text("title") ?? null) : (before?.title ?? null),
    text: page ? visibleText(page, asked) : (before?.text ?? ""),
    seenAt: checkedAt,
    etag: response.headers["etag"] ?? unchanged?.etag ?? null,
    lastModified: response.headers["last-modified"] ?? unchanged?.lastModified ?? null,
  };
  memory.keep(asked.url, asked.selector, seen);
  const changed = before !== undefined && before.text !== seen.text;
  const change = changed ? textChange(before.text, seen.text, before.seenAt, checkedAt) : undefined;
  return {
    title: seen.title,
    url: asked.url,
    selector: asked.selector,
    changed,
    first: before === undefined,
    previousAt: before?.seenAt,
    checkedAt,
    snippet: change?.added.slice(0, SNIPPET_LINES).join(" … "),
    added: change?.added,
    removed: change?.removed,
    diff: change?.diff,
    hash: createHash("sha256").update(seen.text).digest("hex"),
  };
}

/** Every look asks the page itself: an answer out of the result cache would tell of an older look. */
const look: Reader<Watched, ReturnType<typeof compared>> = (asked, context) =>
  defer(() => {
    const memory = pageMemory(context.dataDir);
    const before = memory.recall(asked.url, asked.selector);
    const headers = {
      accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.5",
      ...(before?.etag && { "if-none-match": before.etag }),
      ...(before?.lastModified && { "if-modified-since": before.lastModified }),
    };
    return context.fetch({ url: asked.url, guarded: true, headers }).pipe(
      mergeMap((response) => {
        if (response.status === 204 || response.status === 205) return [];
        const refusal = response.status === 304 && before ? undefined : refusalOf(response);
        if (refusal) throw refusal;
        return [compared(response, asked, before, memory, new Date(context.now()).toISOString())];
      }),
    );
  });

export const pageChanges = defineSource({
  id: "page_changes",
  title: "Page changes since last time",
  docs: "https://github.com/dgtlmoon/changedetection.io/wiki",
  query: query({
    describe: 'address of a page, and after " #> " a CSS selector where only a part of it counts',
    example: "https://lobste.rs/ #> li.story",
    parse: watched,
  }),
  item: BaseItem.extend({
    selector: z.string().optional().describe("the part of the page that was looked at; absent: all of it"),
    changed: z.boolean().describe("whether the visible text is another one than at the last look"),
    first: z.boolean().describe("true when the page had not been looked at before"),
    previousAt: IsoDate.optional().describe("the look that this one is compared with"),
    checkedAt: IsoDate,
    added: z.array(z.string()).optional().describe("lines of visible text that are new"),
    removed: z.array(z.string()).optional().describe("lines of visible text that are gone"),
    diff: z.string().optional().describe("unified diff; absent where the texts have too little in common"),
    hash: z.string().describe("SHA-256 of the visible text"),
  }),
  read: look,
});
