import { Observable, type OperatorFunction } from "rxjs";
import { BoundedMarkup } from "./bounded-markup.ts";

/** What a sitemap names: a page, or a further sitemap. */
export interface SitemapEntry {
  readonly kind: "page" | "sitemap";
  /** As it is written, without white space around it. */
  readonly url: string;
  /** As it is written: a W3C date in sitemaps, RFC 822 in RSS; absent where there is none. */
  readonly lastmod?: string;
}

const MAX_URL_CHARS = 4_096;
const MAX_DATE_CHARS = 64;

/** Elements that hold an entry, by their parents' names in sitemaps (sitemaps.org), RSS, RDF and Atom. */
const ENTRIES = new Map<string, SitemapEntry["kind"]>([
  ["url", "page"],
  ["sitemap", "sitemap"],
  ["item", "page"],
  ["entry", "page"],
]);
const ADDRESSES = new Set(["loc", "link"]);
const DATES = new Set(["lastmod", "pubdate", "updated", "date"]);

/** A prefix that is another vocabulary's own: an image's or a video's `loc` is no page. */
const FOREIGN = /^(?:image|video|news|xhtml|media|atom10|feedburner|content|thr):/;

/**
 * Reads a sitemap of any kind as its bytes arrive, holding one entry at a time: sitemap and index files
 * (https://www.sitemaps.org/protocol.html) with whatever extensions, RSS, RDF and Atom feeds, and text files of one address
 * a line. What is none of these, such as an HTML page, gives nothing.
 *
 *     bytes:   --<urlset><url><loc>a--</loc></url><url>…--|
 *     entries: -----------------------a----------…-------|
 */
export function sitemapEntries(): OperatorFunction<Uint8Array, SitemapEntry> {
  return (bytes$) =>
    new Observable((entries) => {
      let reader: Reader | undefined;
      let decoder: InstanceType<typeof TextDecoder> | undefined;
      const emit = (entry: SitemapEntry): void => entries.next(entry);
      const read = (text: string): void => {
        if (reader) {
          reader.write(text);
          return;
        }
        // What a file begins with that is no text of it: a byte order mark is white space as well.
        const look = text.trimStart();
        if (!look) return;
        reader = look.startsWith("<") ? new XmlReader(emit) : new LineReader(emit);
        reader.write(look);
      };
      return bytes$.subscribe({
        next(bytes) {
          decoder ??= new TextDecoder(charsetOf(bytes));
          read(decoder.decode(bytes, { stream: true }));
        },
        error: (error) => entries.error(error),
        complete() {
          if (decoder) read(decoder.decode());
          reader?.end();
          entries.complete();
        },
      });
    });
}

/** Sitemaps are UTF-8; those that are UTF-16 all the same say so by their byte order mark. */
function charsetOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

interface Reader {
  write(text: string): void;
  end(): void;
}

class LineReader implements Reader {
  #rest = "";
  readonly #emit: (entry: SitemapEntry) => void;

  constructor(emit: (entry: SitemapEntry) => void) {
    this.#emit = emit;
  }

  write(text: string): void {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "").slice(0, MAX_URL_CHARS + 1);
    for (const line of lines) this.#line(line);
  }

  end(): void {
    this.#line(this.#rest);
  }

  #line(line: string): void {
    const url = line.trim();
    if (/^https?:\/\/\S+$/i.test(url) && url.length <= MAX_URL_CHARS) this.#emit({ kind: "page", url });
  }
}

class XmlReader implements Reader {
  readonly #markup: BoundedMarkup;
  #kind: SitemapEntry["kind"] | undefined;
  /** Elements open within the entry: its own children are at 1. */
  #depth = 0;
  #url = "";
  #lastmod = "";
  #field: "url" | "lastmod" | undefined;

  constructor(emit: (entry: SitemapEntry) => void) {
    this.#markup = new BoundedMarkup(
      {
        open: (name, attributes) => this.#open(localName(name), FOREIGN.test(name), attributes),
        text: (text) => this.#text(text),
        close: (name) => this.#close(localName(name), emit),
      },
      { xmlMode: true, decodeEntities: true },
    );
  }

  write(text: string): void {
    this.#markup.write(text);
  }

  end(): void {
    this.#markup.end();
  }

  #open(name: string, foreign: boolean, attributes: Readonly<Record<string, string>>): void {
    if (this.#kind === undefined) {
      this.#kind = foreign ? undefined : ENTRIES.get(name);
      this.#depth = 0;
      this.#url = "";
      this.#lastmod = "";
      return;
    }
    this.#depth += 1;
    if (this.#depth !== 1 || foreign) return;
    if (ADDRESSES.has(name)) {
      const { href, rel = "alternate" } = attributes;
      if (href && rel === "alternate") this.#url ||= href;
      else if (!href && !this.#url) this.#field = "url";
    } else if (DATES.has(name) && !this.#lastmod) this.#field = "lastmod";
  }

  #text(text: string): void {
    if (this.#field === "url") this.#url = (this.#url + text).slice(0, MAX_URL_CHARS + 1);
    else if (this.#field === "lastmod") this.#lastmod = (this.#lastmod + text).slice(0, MAX_DATE_CHARS);
  }

  #close(name: string, emit: (entry: SitemapEntry) => void): void {
    if (this.#kind === undefined) return;
    this.#field = undefined;
    if (this.#depth > 0) {
      this.#depth -= 1;
      return;
    }
    if (!ENTRIES.has(name)) return;
    const url = this.#url.trim();
    const lastmod = this.#lastmod.trim();
    if (url && url.length <= MAX_URL_CHARS) emit({ kind: this.#kind, url, ...(lastmod && { lastmod }) });
    this.#kind = undefined;
  }
}

const localName = (name: string): string => name.slice(name.lastIndexOf(":") + 1).toLowerCase();
