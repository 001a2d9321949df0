import { getDomain } from "tldts";
import { z } from "zod";
import { HttpUrl } from "../../sources/kit/values/fields.ts";
import type { SerpResult } from "../serp.ts";

/** A result of the engines together. */
export interface Result {
  readonly rank: number;
  readonly title: string;
  readonly url: string;
  /** Registrable, else the host. */
  readonly domain: string;
  readonly snippet?: string | undefined;
  /** The engines that have it. */
  readonly found_in: string[];
}

const Page = z.object({ title: z.string(), url: HttpUrl, snippet: z.string().optional() });

export const domainOf = (url: string): string => getDomain(url) ?? URL.parse(url)?.hostname ?? url;

/** The results that name a page, in their order. */
export const resultsOf = (found: readonly SerpResult[]): readonly Result[] =>
  found
    .flatMap((item) => {
      const { data } = Page.safeParse(item);
      return data ? [{ ...data, domain: domainOf(data.url), found_in: [...item.engines] }] : [];
    })
    .map((result, index) => ({ rank: index + 1, ...result }));

/** The first result of each of the first domains. */
export function oneOfEachDomain(results: readonly Result[], limit: number): readonly Result[] {
  const seen = new Set<string>();
  return results.filter(({ domain }) => !seen.has(domain) && seen.add(domain)).slice(0, limit);
}
