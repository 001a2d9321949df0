import { anyMatches, type Pattern } from "./patterns.ts";

/** What decides which addresses belong. */
export interface ScopeRules {
  readonly select_paths: readonly Pattern[];
  readonly exclude_paths: readonly Pattern[];
  readonly select_domains: readonly Pattern[];
  readonly exclude_domains: readonly Pattern[];
  readonly allow_external: boolean;
  /** Hosts below the site's own belong to it. Default: they do not. */
  readonly include_subdomains?: boolean | undefined;
  /** No link of a page on another host is followed. Default: they are. */
  readonly one_hop?: boolean | undefined;
  /** Path patterns see the whole address. Default: its path. */
  readonly on_whole_url?: boolean | undefined;
  /** On the site's own hosts only addresses whose path begins so. */
  readonly under?: string | undefined;
}

export interface Scope {
  /** Whether an address is on a host that belongs. */
  hasHost(url: URL): boolean;
  /** Whether an address belongs, by its host and path. */
  has(url: URL): boolean;
  /** Whether the links of a page at an address are followed. */
  leadsOn(url: URL): boolean;
  /** Whether the path patterns take an address, whatever its host. */
  isSelected(url: URL): boolean;
  /** The sites beyond which nothing belongs; undefined where other hosts may. */
  sites(): readonly string[] | undefined;
  /** Counts a further host as the site's own: the one to which its first page redirects. */
  adopt(url: URL): void;
  /** The site's own hosts, those adopted last, as `siteOf` writes them. */
  own(): readonly string[];
}

const MAX_TESTED_CHARS = 2_000;

const isWeb = ({ protocol }: URL): boolean => protocol === "http:" || protocol === "https:";

/** Host and port; a leading `www.` makes no difference, nor does the scheme. */
export const siteOf = ({ host }: Pick<URL, "host">): string => host.replace(/^www\./, "").replace(/\.(?=:|$)/, "");

/**
 * The addresses that belong to a site. Its own host does, with and without `www.` and under http and https alike; with
 * `allow_external` every host; with `select_domains` the hosts that match and no others. `exclude_…` wins over all.
 * Path patterns see the path alone, without the query, unless `on_whole_url`. `adopted` are hosts that were adopted before.
 */
export function createScope(start: URL, rules: ScopeRules, adopted: readonly string[] = []): Scope {
  const own = new Set([siteOf(start), ...adopted]);

  const isOwn = (url: URL): boolean => {
    const site = siteOf(url);
    return own.has(site) || (rules.include_subdomains === true && [...own].some((host) => site.endsWith(`.${host}`)));
  };

  function hasHost(url: URL): boolean {
    if (!isWeb(url) || anyMatches(rules.exclude_domains, url.hostname)) return false;
    if (rules.select_domains.length > 0) return anyMatches(rules.select_domains, url.hostname);
    return rules.allow_external || isOwn(url);
  }

  function isSelected({ href, pathname }: URL): boolean {
    const tested = (rules.on_whole_url ? href : pathname).slice(0, MAX_TESTED_CHARS);
    if (anyMatches(rules.exclude_paths, tested)) return false;
    return rules.select_paths.length === 0 || anyMatches(rules.select_paths, tested);
  }

  const isUnder = (url: URL): boolean =>
    rules.under === undefined || url.pathname.startsWith(rules.under) || !isOwn(url);

  return {
    hasHost,
    has: (url) => hasHost(url) && isUnder(url) && isSelected(url),
    isSelected,
    leadsOn: (url) => rules.one_hop !== true || isOwn(url),
    sites: () =>
      rules.allow_external || rules.select_domains.length > 0 || rules.include_subdomains ? undefined : [...own],
    adopt: (url) => own.add(siteOf(url)),
    own: () => [...own],
  };
}
