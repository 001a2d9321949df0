import type { ExtractedPage } from "../../extraction/page.ts";
import type { Shown } from "../../reading/read-shown.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import type { Brought } from "./by-browser.ts";
import type { Tracked } from "./change.ts";
import { asks, type Format, formatOf } from "./formats.ts";

/** What a page says of itself, and how it was fetched. What it does not say is absent. */
export interface DocumentMetadata {
  readonly [name: string]: string | number | undefined;
  /** As it was asked for, byte for byte. */
  readonly sourceURL: string;
  readonly statusCode?: number;
}

/** A page in the formats that were asked for; nothing else of it is there. */
export interface ScrapedDocument {
  readonly markdown?: string;
  readonly html?: string;
  readonly rawHtml?: string;
  readonly links?: readonly string[];
  readonly images?: readonly string[];
  readonly attributes?: Shown["attributes"];
  readonly highlights?: string;
  readonly changeTracking?: Tracked;
  readonly json?: unknown;
  readonly summary?: string;
  readonly answer?: string;
  readonly screenshot?: Brought["screenshot"];
  readonly actions?: Brought["actions"];
  readonly warning?: string;
  readonly metadata: DocumentMetadata;
}

const MAX_METAS = 200;
const MAX_META_CHARS = 5_000;

/** `og:site_name` as `ogSiteName`. */
const camelCase = (name: string): string => name.replace(/[:_.-]+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Which `<meta>` are told under a name of their own. */
const PASSED = /^(?:article:|dc[.:]|dcterms[.:])/;

function metasOf(metas: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const told = Object.entries(metas)
    .slice(0, MAX_METAS)
    .flatMap(([name, value]) => {
      const key = name.startsWith("og:") ? camelCase(name) : PASSED.test(name) ? name : undefined;
      return key === undefined ? [] : [[key, value.slice(0, MAX_META_CHARS)] as const];
    });
  return Object.fromEntries(told);
}

/** What is told of a page that was fetched, whatever came of reading it. */
export function metadataOf(
  asked: string,
  response: Pick<HttpResponse, "url" | "status" | "headers">,
  page: ExtractedPage | undefined,
  cachedAt: string | undefined,
): DocumentMetadata {
  const metas = page?.metas ?? {};
  const { status } = response;
  const told = {
    ...metasOf(metas),
    title: page?.title,
    description: page?.description,
    language: page?.language,
    keywords: metas["keywords"],
    robots: metas["robots"],
    favicon: page?.favicon,
    author: page?.byline,
    publishedTime: metas["article:published_time"] ?? page?.publishedDate,
    modifiedTime: metas["article:modified_time"],
    url: response.url,
    contentType: response.headers["content-type"],
    error: status >= 400 ? `HTTP ${status}` : undefined,
    proxyUsed: "basic",
    cacheState: cachedAt === undefined ? "miss" : "hit",
    cachedAt,
  };
  const said = Object.entries(told).filter(([, value]) => value !== undefined && value !== "");
  return { ...Object.fromEntries(said), sourceURL: asked, statusCode: status, creditsUsed: 1 };
}

/** The formats of a page that reading it gives, without a browser or a model. */
export function readFormats(
  formats: readonly Format[],
  page: ExtractedPage | undefined,
  { raw, attributes }: Shown,
): Omit<ScrapedDocument, "metadata"> {
  const markdown = page?.markdown ?? page?.text ?? "";
  return {
    ...(asks(formats, "markdown") && { markdown }),
    // What is no HTML has no markup of its own: its text stands for it.
    ...(asks(formats, "html") && { html: page?.html ?? raw ?? "" }),
    ...(asks(formats, "rawHtml") && raw !== undefined && { rawHtml: raw }),
    ...(asks(formats, "links") && { links: page?.links.map(({ url }) => url) ?? [] }),
    ...(asks(formats, "images") && { images: page?.images.map(({ url }) => url) ?? [] }),
    ...(formatOf(formats, "attributes") && { attributes }),
  };
}
