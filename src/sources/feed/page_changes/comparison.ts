import { createHash } from "node:crypto";
import { compile } from "css-select";
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import type { AnyNode, Element } from "domhandler";
import { findAll } from "domutils";
import { type ErrorKind, SourceError, toSourceError } from "../../../errors.ts";
import { MAX_TEXT_BYTES, type PageSeen } from "../../../reading/seen-pages/store.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { El, parseHtml } from "../../kit/html/dom.ts";
import { linesOf } from "../../kit/html/lines.ts";
import { parseUrl } from "../../kit/requests/query.ts";
import { clip } from "../../kit/values/text.ts";

const SNIPPET_LINES = 5;

/** What is watched. */
export interface Watched {
  readonly url: string;
  /** "" for the whole page. */
  readonly selector: string;
}

type Selects = (node: AnyNode) => boolean;

/** A selector as a test; throws `bad-query` where it is none. */
function selects(selector: string): Selects {
  try {
    return compile<AnyNode, Element>(selector);
  } catch (cause) {
    throw new SourceError("bad-query", `“${clip(selector)}” is not a CSS selector.`, { cause });
  }
}

const RELATIVE = new Set(["time"]);

/** Times relative to now change with every look. */
const AGO =
  /\b(?:\d{1,4}|an?|one|few)\s+(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)\s+ago\b|\bjust now\b/gi;

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

interface TextChange {
  /** Lines that are new, in their order. */
  readonly added: readonly string[];
  /** Lines that are gone, in their order. */
  readonly removed: readonly string[];
  /** Unified diff; undefined where the texts differ too much to align their lines. */
  readonly diff?: string | undefined;
}

const CONTEXT_LINES = 3;

/** Beyond these the shortest edit is not looked for: the lines are compared as sets. */
const BOUNDS = { maxEditLength: 5000, timeout: 500 };

function onlyIn(text: string, other: string): string[] {
  const known = new Set(other.split("\n"));
  return text.split("\n").filter((line) => !known.has(line));
}

/** What changed between two texts, line by line (longest common subsequence). */
export function textChange(before: string, after: string, beforeAt: string, afterAt: string): TextChange {
  const patch = structuredPatch("before", "after", `${before}\n`, `${after}\n`, beforeAt, afterAt, {
    context: CONTEXT_LINES,
    ...BOUNDS,
  });
  if (!patch) return { added: onlyIn(after, before), removed: onlyIn(before, after) };
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const marked = (mark: string) => lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(1)] : []));
  return { added: marked("+"), removed: marked("-"), diff: formatPatch(patch, FILE_HEADERS_ONLY) };
}

/** A page to look at, and what was seen of it before. */
export interface LookTask extends Pick<HttpResponse, "url" | "headers"> {
  readonly asked: Watched;
  readonly before: Pick<PageSeen, "text" | "hash" | "seenAt"> | undefined;
  /** ISO 8601. */
  readonly checkedAt: string;
}

/** What a page shows, and what is another than before; or why it cannot be looked at. */
export type Look =
  | (Pick<PageSeen, "title" | "text"> & {
      readonly ok: true;
      readonly hash: string;
      readonly change: TextChange | undefined;
      /** `text` is not all of the page's. */
      readonly cut: boolean;
    })
  | { readonly ok: false; readonly kind: ErrorKind; readonly error: string };

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

/** The text, or as many of its first whole lines as are kept; of a first line that is longer, as many characters. */
function beginning(text: string): string {
  if (Buffer.byteLength(text) <= MAX_TEXT_BYTES) return text;
  const kept = Buffer.from(text).subarray(0, MAX_TEXT_BYTES).toString();
  const end = kept.lastIndexOf("\n");
  return end > 0 ? kept.slice(0, end) : kept.replace(/\ufffd$/, "");
}

/** Looks at a page. */
export function look({ url, headers, asked, before, checkedAt }: LookTask, body: Uint8Array): Look {
  try {
    const page = parseHtml(decodeText({ headers, body }), url);
    const whole = visibleText(page, asked);
    const text = beginning(whole);
    const hash = hashOf(whole);
    const changed = before !== undefined && (before.hash ?? hashOf(before.text)) !== hash;
    const change = changed ? textChange(beginning(before.text), text, before.seenAt, checkedAt) : undefined;
    return { ok: true, title: page.text("title") ?? null, text, hash, change, cut: text.length < whole.length };
  } catch (error) {
    const { kind, message } = toSourceError(error);
    return { ok: false, kind, error: message };
  }
}

/** What was seen now beside what was seen before, and what to remember; `seenNow` is absent where the page says that it is as it was. */
export function compared(
  response: HttpResponse,
  asked: Watched,
  before: PageSeen | undefined,
  checkedAt: string,
  seenNow: Look | undefined,
) {
  if (seenNow?.ok === false) throw new SourceError(seenNow.kind, seenNow.error);
  const unchanged = seenNow ? undefined : before;
  const hash = seenNow?.hash ?? before?.hash ?? hashOf(before?.text ?? "");
  const seen: PageSeen = {
    title: (seenNow ?? before)?.title ?? null,
    text: (seenNow ?? before)?.text ?? "",
    hash,
    seenAt: checkedAt,
    etag: response.headers["etag"] ?? unchanged?.etag ?? null,
    lastModified: response.headers["last-modified"] ?? unchanged?.lastModified ?? null,
  };
  const change = seenNow?.change;
  const item = {
    title: seen.title,
    url: asked.url,
    selector: asked.selector,
    changed: change !== undefined,
    first: before === undefined,
    previousAt: before?.seenAt,
    checkedAt,
    snippet: change?.added.slice(0, SNIPPET_LINES).join(" … "),
    added: change?.added,
    removed: change?.removed,
    diff: change?.diff,
    cut: seenNow?.cut ? true : undefined,
    hash,
  };
  return { seen, item };
}

const MAX_SELECTOR = 200;

/** The page, and the selector behind `#>` where there is one; throws `bad-query` for what is neither. */
export function watched(q: string): Watched {
  const [address = "", selector = ""] = q.split(/\s+#>\s*/, 2);
  if (selector.length > MAX_SELECTOR)
    throw new SourceError("bad-query", `The selector is longer than ${MAX_SELECTOR} characters.`);
  if (selector) selects(selector);
  return { url: parseUrl(address).href, selector };
}
