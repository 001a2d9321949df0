import { canonicalUrl } from "../../operators/canonicalUrl.ts";
import type { CrawlOptions } from "./options.ts";
import type { Links } from "./reading.ts";
import { createScope } from "./scope.ts";
import { keyOf, SeenKeys } from "./seen.ts";
import { trapJudge, withoutSession } from "./traps.ts";

/** An address to be visited. */
export interface Entry {
  readonly url: string;
  /** Links away from the first page, by the page that named it first. */
  readonly depth: number;
}

/** Whether a redirect's target is fetched: not where it was found before, nor where it does not belong. */
export type Admission = "fetch" | "seen" | "elsewhere";

/** What a crawl knows of addresses: which belong to it, and which it has found before. */
export interface Discovery {
  /** The sites beyond which no link belongs; undefined where others may. */
  sites(): readonly string[] | undefined;
  /** The new addresses that belong, each found once in the crawl. */
  found(links: Links, from: Entry): readonly Entry[];
  /** Judges a redirect; `travelled` are the keys of the addresses it came from. The first page may lead to another host. */
  admit(target: URL, entry: Entry, travelled: ReadonlySet<bigint>): Admission;
}

export const addressKey = (url: URL): bigint => keyOf(canonicalUrl(withoutSession(url.href)));

/**
 * Starts a crawl's discovery at an address, which counts as found. `rel=nofollow` makes no difference: it withholds a vote
 * from search engines, while what robots may not fetch is said in robots.txt.
 */
export function createDiscovery(start: URL, options: CrawlOptions): Discovery {
  const seen = new SeenKeys();
  const scope = createScope(start, options);
  const isTrap = trapJudge();
  seen.add(addressKey(start));

  const isNew = (link: string, key: bigint | undefined): boolean => {
    if (key === undefined || !seen.add(key)) return false;
    const url = URL.parse(link);
    return url !== null && scope.has(url) && !isTrap(url);
  };

  return {
    sites: scope.sites,
    found({ links, keys }, from) {
      const { max_depth, max_breadth = Number.POSITIVE_INFINITY } = options;
      const entries: Entry[] = [];
      if (from.depth >= max_depth) return entries;
      for (const [index, url] of links.entries()) {
        if (entries.length >= max_breadth) break;
        if (isNew(url, keys[index])) entries.push({ url, depth: from.depth + 1 });
      }
      return entries;
    },
    admit(target, entry, travelled) {
      const key = addressKey(target);
      if (entry.depth === 0) scope.adopt(target);
      else if (!scope.has(target)) return "elsewhere";
      if (travelled.has(key)) return "fetch";
      return seen.add(key) ? "fetch" : "seen";
    },
  };
}
