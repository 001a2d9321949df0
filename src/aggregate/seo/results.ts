import { z } from "zod";
import { HttpUrl } from "../../sources/kit/values/fields.ts";
import { siteOf } from "../../standards/addresses.ts";
import type { SerpResult } from "../serp.ts";

/** A result of the engines together. */
export interface Result {
  /** Among all results: the engine's own place where one engine answered, else that of the merged order. */
  readonly rank: number;
  readonly title: string;
  readonly url: string;
  /** The registrable domain by the Public Suffix List with its private section, else the host. */
  readonly domain: string;
  readonly snippet?: string | undefined;
  /** The engines that have it. */
  readonly found_in: string[];
  /** Its place at each of them, 1 first. */
  readonly positions: { readonly engine: string; readonly position: number }[];
}

const Page = z.object({ title: z.string(), url: HttpUrl, snippet: z.string().optional() });

/** What `rank` means, for the limits of the analyses that tell it. */
export const RANK_LIMIT =
  "Rankings are those of the engines named, not Google's: positions are each engine's own, rank is our merged order.";

/**
 * The results that name a page, with the place of each at every engine that has it. Where one engine alone answered its order is
 * kept; else the order is the merged one.
 */
export function resultsOf(found: readonly SerpResult[]): readonly Result[] {
  const alone = new Set(found.flatMap(({ engines }) => engines)).size === 1;
  const ordered = alone ? found.toSorted((a, b) => (a.ranks?.[0] ?? 0) - (b.ranks?.[0] ?? 0)) : found;
  return ordered
    .flatMap((item) => {
      const { data } = Page.safeParse(item);
      if (!data) return [];
      const positions = item.engines.flatMap((engine, index) => {
        const position = item.ranks?.[index];
        return position === undefined ? [] : [{ engine, position }];
      });
      return [{ ...data, domain: siteOf(data.url), found_in: [...item.engines], positions }];
    })
    .map((result, index) => ({ rank: index + 1, ...result }));
}

/** The first result of each of the first domains. */
export function oneOfEachDomain(results: readonly Result[], limit: number): readonly Result[] {
  const seen = new Set<string>();
  return results.filter(({ domain }) => !seen.has(domain) && seen.add(domain)).slice(0, limit);
}
