import { createHash } from "node:crypto";
import { decodeText } from "../../upstream/charset.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { parseHtml } from "../kit/dom.ts";
import type { Watched } from "./page_changes-query.ts";
import { visibleText } from "./page_changes-text.ts";
import { textChange } from "./page-diff.ts";
import type { PageMemory, PageSeen } from "./page-memory.ts";

const SNIPPET_LINES = 5;

/** What was seen now, beside what was seen before; the memory is brought up to date. */
export function compared(
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
