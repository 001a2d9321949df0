import { catchError, defaultIfEmpty, map, type Observable, of, toArray } from "rxjs";
import type { domainRank } from "../../../sources/domain/domain_rank.ts";
import type { rdap } from "../../../sources/domain/rdap/index.ts";
import type { wikipedia } from "../../../sources/encyclopedia/wikipedia.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { site_position } from "../../../sources/serp/site_position.ts";
import { isHostedSite } from "../../../standards/addresses.ts";
import type { SourceClient } from "../../source-client.ts";
import type { Market } from "../market.ts";
import type { Known } from "./competitor.ts";

type Id = "domain_rank" | "rdap" | "wikipedia" | "mojeek" | "bing" | "brave" | "opengraph" | "site_position";
type Door = SourceClient<Id>;

/*
 * What is asked about one competitor. Each answers with what it makes known; with nothing where it failed or may not be asked.
 */

/** Rank and age are of registered domains: a site on another's domain has none of its own. */
export const ranked = (ask: Door, domain: string): Observable<Known> =>
  isHostedSite(domain)
    ? of({})
    : ask
        .answer<typeof domainRank>("domain_rank", domain)
        .pipe(map(({ items, answered }) => (answered ? { rank: items[0]?.rank ?? null } : {})));

export const registered = (ask: Door, domain: string): Observable<Known> =>
  isHostedSite(domain)
    ? of({})
    : ask.answer<typeof rdap>("rdap", domain).pipe(map(({ items }) => ({ created: items[0]?.created })));

/** Articles of a language's Wikipedia that cite the domain. */
export const cited = (ask: Door, domain: string, language: string): Observable<Known> =>
  ask
    .answer<typeof wikipedia>("wikipedia", `insource:"${domain}"`, { options: { language } })
    .pipe(map(({ items, answered }) => (answered ? { articles: items[0]?.totalHits ?? items.length } : {})));

/** Whether the title, snippet or address of a result names a domain. */
function namesDomain(item: Readonly<Record<string, unknown>>, domain: string): boolean {
  const told = [item["title"], item["snippet"], item["url"]].filter((text) => typeof text === "string").join(" ");
  const lower = told.toLowerCase();
  const name = domain.toLowerCase();
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const [before, after] = [lower[at - 1] ?? " ", lower.slice(at + name.length, at + name.length + 2)];
    if (!/[\p{L}\p{N}-]/u.test(before) && !/^(?:[\p{L}\p{N}-]|\.[\p{L}\p{N}])/u.test(after)) return true;
  }
  return false;
}

/** Results of an engine that knows operators whose own text names the domain: engines pass over quotes and minus signs. */
export function named(ask: Door, domain: string): Observable<Known> {
  const q = `"${domain}" -site:${domain}`;
  return ask.withFallback(ask.items("mojeek", q), ask.withFallback(ask.items("bing", q), ask.items("brave", q))).pipe(
    toArray(),
    map(
      (items): Known => ({
        naming: items.flatMap((item) =>
          typeof item["url"] === "string" && namesDomain(item, domain) ? [item["url"]] : [],
        ),
        searched: items.length,
      }),
    ),
    catchError(() => of({})),
    defaultIfEmpty({}),
  );
}

export const tagged = (ask: Door, url: string): Observable<Known> =>
  ask
    .answer<typeof opengraph>("opengraph", url)
    .pipe(map(({ items, answered }) => (answered ? { tags: items[0] ?? null } : {})));

/** Where the own site stands at each engine; its first result where it has several. */
export const positions = (ask: Door, q: string, site: string, market: Market) =>
  ask.items<typeof site_position>("site_position", q, { options: { site, ...market } }).pipe(
    toArray(),
    map((found) => {
      const first = new Map(found.toReversed().map((item) => [item.engine ?? "", item]));
      return [...first.values()]
        .toReversed()
        .map(({ engine = "", position, url, checked }) => ({ engine, position, url, checked }));
    }),
  );
