import { map, type Observable, of } from "rxjs";
import { registeredDomain } from "../../standards/addresses.ts";
import { keyOfAddress } from "./address-key.ts";
import type { CrawlOptions } from "./options.ts";
import type { Found, Frontier } from "./port.ts";
import type { Links } from "./reading.ts";
import { createScope, type ScopeRules } from "./scope.ts";
import { SeenKeys } from "./seen.ts";
import { boundsOf, withoutSession } from "./traps.ts";

/** An address to be visited. */
export interface Entry {
  readonly url: string;
  /** Links away from the first page, by the page that named it first. */
  readonly depth: number;
}

/** Whether a redirect's target is fetched: not where it was found before, nor where it does not belong. */
export type Admission = "fetch" | "seen" | "elsewhere";

/** The addresses that are known: a frontier's. */
export type Known = Pick<Frontier<Entry, unknown>, "knows" | "admit">;

/** Which addresses belong to a crawl. What was found before, its frontier knows. */
export interface Discovery {
  /** The sites beyond which no link belongs; undefined where others may. */
  sites(): readonly string[] | undefined;
  /** The site's own hosts, see `Scope`. */
  own(): readonly string[];
  /** Whether an entry is the crawl's first page; those that its sitemaps name are as deep. */
  isFirst(entry: Entry): boolean;
  /** Whether the path patterns take an address. */
  isSelected(url: URL): boolean;
  /** The addresses that belong and may be new, in the page's order. */
  found(links: Links, from: Entry): readonly Found<Entry>[];
  /**
   * Judges a redirect, once; `travelled` are the addresses it came from. The first page may lead to another host.
   */
  admit(target: URL, entry: Entry, travelled: readonly string[]): Observable<Admission>;
}

/** The deduplication key of a URL; see `keyOfAddress`. */
export const addressKey = (url: URL, exact = false): bigint => keyOfAddress(withoutSession(url.href), exact);

/** An address with its place in a frontier; `key` where it is known already. */
export const placed = (url: URL, depth: number, key = addressKey(url)): Found<Entry> => ({
  url: url.href,
  depth,
  key,
  host: url.host,
  domain: registeredDomain(url.hostname) ?? url.hostname,
});

/**
 * `rel=nofollow` makes no difference: it withholds a vote from search engines, while what robots may not fetch is said in
 * robots.txt. `adopted` are hosts that the crawl's first page led to before.
 */
export function createDiscovery(
  start: URL,
  options: CrawlOptions &
    Pick<ScopeRules, "under" | "include_subdomains" | "on_whole_url" | "one_hop"> & { readonly exact?: boolean },
  known: Known,
  adopted: readonly string[] = [],
): Discovery {
  const scope = createScope(start, options, adopted);
  const outside = new SeenKeys();
  const first = withoutFragment(start.href);
  const isFirst = ({ url, depth }: Entry): boolean => depth === 0 && withoutFragment(url) === first;

  function belonging(link: string, depth: number, key: bigint | undefined): Found<Entry> | undefined {
    if (key === undefined || known.knows(key) || outside.has(key)) return undefined;
    const url = URL.parse(link);
    const bounds = url !== null && scope.has(url) ? boundsOf(url) : undefined;
    if (url === null || bounds === undefined) {
      outside.add(key);
      return undefined;
    }
    return { ...placed(url, depth, key), url: link, ...(bounds.length > 0 && { bounds }) };
  }

  return {
    sites: scope.sites,
    own: scope.own,
    isFirst,
    isSelected: scope.isSelected,
    found({ links, keys, listed = 0 }, { depth, url }) {
      if (!scope.leadsOn(new URL(url))) return [];
      const within = depth < options.max_depth ? links : links.slice(0, listed);
      return within.flatMap((link, index) => belonging(link, index < listed ? depth : depth + 1, keys[index]) ?? []);
    },
    admit(target, entry, travelled) {
      const keyFor = (url: URL) => addressKey(url, options.exact);
      const key = keyFor(target);
      if (isFirst(entry)) scope.adopt(target);
      else if (!scope.has(target)) return of("elsewhere");
      if (travelled.some((url) => keyFor(new URL(url)) === key)) return of("fetch");
      return known.admit(key, target.host, keyFor(new URL(entry.url))).pipe(map((isNew) => (isNew ? "fetch" : "seen")));
    },
  };
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, "");
