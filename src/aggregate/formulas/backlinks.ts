import { getDomain } from "tldts";
import { siteOf } from "../../standards/addresses.ts";

/** Who is seen to link to a domain, a lower bound of a sample. */
export interface Referring {
  /** Registrable domains, in the order of their first results. */
  readonly domains: readonly string[];
  /** The first result of each. */
  readonly examples: readonly string[];
}

/**
 * The distinct registrable domains (Public Suffix List) among the addresses of results that name a domain, without itself: a
 * proxy of its referring domains, since link indexes are not public.
 */
export function referringDomains(domain: string, urls: readonly string[]): Referring {
  const own = siteOf(domain);
  const first = new Map<string, string>();
  for (const url of urls) {
    const found = getDomain(url, { allowPrivateDomains: true });
    if (found && found !== own && !first.has(found)) first.set(found, url);
  }
  return { domains: [...first.keys()], examples: [...first.values()] };
}
