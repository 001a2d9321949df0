import type { ErrorKind } from "../../errors.ts";
import type { PageImage } from "../../extraction/page.ts";
import type { TypedFields } from "../typed/with-data.ts";

/** A crawled page. What the page does not say is absent. */
export interface CrawledPage extends TypedFields {
  /** Where redirects led, without fragment. */
  readonly url: string;
  /** Plain text or Markdown. */
  readonly raw_content: string;
  readonly favicon?: string;
  readonly title?: string;
  /** Absent where they were not asked for. */
  readonly images?: readonly PageImage[];
  /** Whether the text is the page's after its scripts have run; absent where rendering is off. */
  readonly rendered?: boolean;
  /** Milliseconds that a browser was busy with it. */
  readonly render_ms?: number;
  /** Why it was rendered, or should have been; absent where that was not asked for. */
  readonly render_reason?: string;
  readonly warnings?: readonly string[];
  /** Links away from the first page. */
  readonly depth: number;
  /** Of its document as it came over the network, compressed where its host compresses. */
  readonly bytes: number;
}

/** A page whose content was there before. */
export interface DuplicatePage {
  readonly url: string;
  /** The page that has the same, or nearly the same, content. */
  readonly duplicate_of: string;
  readonly depth: number;
}

/** `disallowed`: robots.txt forbids it; `empty`: there is no text without JavaScript. */
type CrawlFailureCode = ErrorKind | "empty" | "disallowed";

export interface FailedPage {
  readonly url: string;
  /** A sentence a person can act on. */
  readonly error: string;
  readonly code: CrawlFailureCode;
}

export interface CrawlResponse {
  /** The host of the crawled site, with its port where it names one. */
  readonly base_url: string;
  /** In the order in which they were done. */
  readonly results: readonly CrawledPage[];
  readonly failed_results: readonly FailedPage[];
  readonly duplicates: readonly DuplicatePage[];
  /** Pages read. More than `results` holds where `streamed` is true. */
  readonly pages: number;
  /** Of the pages read, as they came over the network. */
  readonly bytes: number;
  /** Addresses found that robots.txt forbids. */
  readonly disallowed: number;
  /** Addresses found and not visited, for the crawl was over. */
  readonly unvisited: number;
  /** Why the crawl ended before it had seen all it found; absent where it did not. */
  readonly stopped?: "limit" | "timeout" | "size";
  /** The pages left as `page` events only. */
  readonly streamed?: true;
  /** Seconds, a decimal string. */
  readonly response_time: string;
}

/** How much `done` holds of a crawl's pages. */
export interface Holding {
  readonly hold: boolean;
  readonly maxBytes: number;
  /** Whether the crawl ends before the page that goes beyond; else the pages are held no longer, for they left as events. */
  readonly ends: boolean;
}

const bytesOf = ({ url, title = "", raw_content, images = [] }: CrawledPage): number =>
  images.reduce(
    (sum, { url: address, alt = "" }) => sum + address.length + alt.length,
    url.length + title.length + Buffer.byteLength(raw_content),
  );

/** Counts a crawl's pages as they leave, and holds them where it is to. */
export class Tally {
  #results: CrawledPage[] = [];
  readonly #failed: FailedPage[] = [];
  readonly #duplicates: DuplicatePage[] = [];
  readonly #holding: Holding;
  #hold: boolean;
  #heldBytes = 0;
  #bytes = 0;
  #pages = 0;
  /** The next page has no room. */
  full = false;
  disallowed = 0;
  unvisited = 0;
  timedOut = false;

  constructor(holding: Holding) {
    this.#holding = holding;
    this.#hold = holding.hold;
  }

  /** False where there is no room for a page any more. */
  add(page: CrawledPage | FailedPage | DuplicatePage): boolean {
    if (!("error" in page || "duplicate_of" in page) && this.#hold && !this.#hasRoom(page)) return false;
    if ("error" in page) this.#failed.push(page);
    else if ("duplicate_of" in page) this.#duplicates.push(page);
    else {
      this.#pages += 1;
      this.#bytes += page.bytes;
      if (this.#hold) this.#results.push(page);
    }
    return true;
  }

  #hasRoom(page: CrawledPage): boolean {
    this.#heldBytes += bytesOf(page);
    if (this.#heldBytes <= this.#holding.maxBytes) return true;
    if (this.#holding.ends) {
      this.full = true;
      return false;
    }
    this.#hold = false;
    this.#results = [];
    return true;
  }

  response(base_url: string, ms: number): CrawlResponse {
    const stopped = this.full ? "size" : this.timedOut ? "timeout" : this.unvisited > 0 ? "limit" : undefined;
    return {
      base_url,
      results: this.#results,
      failed_results: this.#failed,
      duplicates: this.#duplicates,
      pages: this.#pages,
      bytes: this.#bytes,
      disallowed: this.disallowed,
      unvisited: this.unvisited,
      ...(stopped && { stopped }),
      ...(!this.#hold && { streamed: true as const }),
      response_time: (ms / 1000).toFixed(2),
    };
  }
}
