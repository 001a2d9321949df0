import { gunzipSync } from "node:zlib";
import { isTag } from "domhandler";
import { XMLValidator } from "fast-xml-parser";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import { absolute, parseXml } from "../../kit/html/dom.ts";
import { childrenOf, type Entry, entryOf, lastSegment, namesIn } from "./entry.ts";

/* Sitemaps of every kind as entries (https://www.sitemaps.org/protocol.html and Google's extensions of it). */

/** The protocol's bounds of one file. */
const MAX_BYTES = 50 * 1024 * 1024;
export const MAX_URLS = 50_000;

type Format = "urlset" | "sitemapindex" | "rss" | "atom" | "text";

interface Sitemap {
  readonly format: Format;
  readonly entries: readonly Entry[];
  /** How many `<loc>` were no absolute address, or missing. */
  readonly unusable: number;
  /** What keeps the XML from being well-formed. */
  readonly broken?: string;
  /** Bytes, unpacked. */
  readonly size: number;
}

/** A packed file is known by its first bytes, whatever its name and type say. */
function unpacked({ body, url }: HttpResponse): Uint8Array {
  if (body[0] !== 0x1f || body[1] !== 0x8b) return body;
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BYTES });
  } catch (cause) {
    const large = cause instanceof RangeError;
    throw large
      ? new SourceError("too-large", `${url} is over 50 MB when unpacked.`, { cause })
      : new SourceError("changed", `${url} is packed with gzip and broken.`, { cause });
  }
}

const FORMATS: ReadonlyMap<string, readonly [Format, string]> = new Map([
  ["urlset", ["urlset", "url"]],
  ["sitemapindex", ["sitemapindex", "sitemap"]],
  ["rss", ["rss", "item"]],
  ["rdf", ["rss", "item"]],
  ["feed", ["atom", "entry"]],
]);

const NO_EXTRAS = { images: [], videos: [], news: undefined, alternates: [] };

/** A text file: one address a line. */
function lines(text: string, size: number): Sitemap {
  const written = text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || []);
  const entries = written.slice(0, MAX_URLS).flatMap((line) => {
    const url = absolute(line, "about:blank");
    if (!url) return [];
    return [
      { ...NO_EXTRAS, url, title: lastSegment(url), updatedAt: undefined, changefreq: undefined, priority: undefined },
    ];
  });
  return { format: "text", entries, unusable: written.length - entries.length, size };
}

/** A fetched sitemap. Errors: `unsupported-type` for what is none, `too-large` for a file that unpacks beyond 50 MB. */
export function readSitemap(response: HttpResponse): Sitemap {
  const body = unpacked(response);
  const text = decodeText({ body, headers: response.headers }).replace(/^\ufeff/, "");
  const { url, headers } = response;
  const start = text.slice(0, 20_000).trimStart();
  const noSitemap = (what: string) => new SourceError("unsupported-type", `${url} is no sitemap but ${what}.`);
  if (/^<(!doctype html|html)/i.test(start)) throw noSitemap("an HTML page");
  if (!start.startsWith("<")) {
    const found = lines(text, body.length);
    if (found.entries.length === 0 && start)
      throw noSitemap(headers["content-type"]?.split(";")[0] ?? "something else");
    return found;
  }
  const doc = parseXml(text, url);
  const root = doc.node.children.find((node) => isTag(node));
  const [format, name] = (root && FORMATS.get(root.name.replace(/^.*:/, "").toLowerCase())) ?? [];
  if (!root || !format || !name)
    throw noSitemap(root ? `a document of <${root.name.slice(0, 60)}>` : "a document without elements");
  const names = namesIn(root);
  const holders = format === "rss" ? [root, ...childrenOf(root)] : [root];
  const found = holders.flatMap(childrenOf).filter((child) => names(child) === name);
  const all = found.slice(0, MAX_URLS).map((child) => entryOf(child, names, url));
  const entries = all.filter((entry) => entry.url !== undefined);
  const valid = XMLValidator.validate(text);
  return {
    format,
    entries,
    unusable: all.length - entries.length,
    size: body.length,
    ...(valid !== true && { broken: `${valid.err.msg} (line ${valid.err.line})` }),
  };
}
