import { Observable, type OperatorFunction } from "rxjs";
import { BoundedMarkup } from "./bounded-markup.ts";

/** What a page leads to: another page, or a feed it announces; `script`: the page has scripts; emitted once, with the page's own URL. */
export interface FoundLink {
  readonly kind: "page" | "feed" | "script";
  /** Absolute. */
  readonly url: string;
}

const FEED = /^application\/(?:rss|atom|rdf)\+xml/i;
const MAX_HREF_CHARS = 4_096;

/** A page's links as its bytes arrive, resolved against its `<base>` where it has one, without building a tree. */
export function pageLinks(url: string): OperatorFunction<Uint8Array, FoundLink> {
  return (bytes$) =>
    new Observable((found) => {
      let base: string | undefined;
      let hasScripts = false;
      const decoder = new TextDecoder();
      const markup = new BoundedMarkup(
        {
          open(name, { href, rel = "", type = "" }) {
            if (name === "script" && !hasScripts) {
              hasScripts = true;
              found.next({ kind: "script", url });
            }
            if (!href || href.length > MAX_HREF_CHARS) return;
            if (name === "base") base ??= URL.parse(href, url)?.href;
            const target = URL.parse(href.trim(), base ?? url)?.href;
            if (!target) return;
            if (name === "a" || name === "area") found.next({ kind: "page", url: target });
            else if (name === "link" && /\balternate\b/i.test(rel) && FEED.test(type))
              found.next({ kind: "feed", url: target });
          },
        },
        {},
      );
      return bytes$.subscribe({
        next: (bytes) => markup.write(decoder.decode(bytes, { stream: true })),
        error: (error) => found.error(error),
        complete() {
          markup.write(decoder.decode());
          markup.end();
          found.complete();
        },
      });
    });
}
