import type { SearchResult } from "../search/search.ts";
import { onDomains } from "./domains.ts";
import type { ContentSearchRequest } from "./request.ts";

/** A search's results as far as they are what was asked for, and what there is to say of it. */
export interface Chosen {
  readonly results: readonly Candidate[];
  readonly warnings: readonly string[];
}

/** A result that has an address. */
export interface Candidate {
  readonly title: string;
  readonly url: string;
  readonly snippet?: string;
  readonly score: number;
  readonly source: string;
  readonly published?: string;
}

/** How far a preferred site's score goes towards 1. */
const PREFERENCE = 0.5;

/** Leaves only the results on the sites, of the dates and with the phrases asked for, the preferred sites' first. */
export function choose(items: readonly SearchResult[], request: ContentSearchRequest): Chosen {
  const { includeDomains, domainsMode } = request;
  const preferred = domainsMode === "prefer" && includeDomains.length > 0;
  const fitting = items.filter((item) => fits(item, request)).flatMap(candidate);
  const results = preferred
    ? fitting
        .map((result) => raised(result, onDomains(result.url, includeDomains)))
        .toSorted((a, b) => b.score - a.score)
    : fitting;
  const shown = results.slice(0, request.limit);
  const dated = request.from !== undefined || request.until !== undefined || request.timeRange !== undefined;
  const undated = dated ? shown.filter(({ published }) => published === undefined).length : 0;
  return {
    results: shown,
    warnings: [
      ...(undated > 0 ? [`${undated} of the results say no date, so it could not be checked.`] : []),
      ...(fitting.length === 0 && items.length > 0
        ? [`The engines found ${items.length} pages, but none that fits the filters.`]
        : []),
    ],
  };
}

/** Whether an item is of the sites and dates, and shows the phrases, that were asked for. */
export function fits(item: Readonly<Record<string, unknown>>, request: ContentSearchRequest): boolean {
  const { includeDomains, domainsMode, excludeDomains, from, until, exactMatch, query } = request;
  const url = words(item["url"]);
  if (url === undefined || !URL.canParse(url)) return false;
  if (domainsMode === "restrict" && includeDomains.length > 0 && !onDomains(url, includeDomains)) return false;
  if (onDomains(url, excludeDomains) || !within(words(item["publishedAt"]), from, until)) return false;
  return !exactMatch || showsAll(item, phrasesIn(query));
}

const words = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() ? value.trim() : undefined;

function candidate({ score, source, ...item }: SearchResult): readonly Candidate[] {
  const [title, url, snippet, published] = ["title", "url", "snippet", "publishedAt"].map((name) => words(item[name]));
  if (url === undefined) return [];
  return [
    {
      title: title ?? url,
      url,
      ...(snippet !== undefined && { snippet }),
      score,
      source,
      ...(published !== undefined && { published }),
    },
  ];
}

/** Whether a date is within two days, both included; one that is less exact (a year, a month) where it may be. */
function within(date: string | undefined, from: string | undefined, until: string | undefined): boolean {
  if (date === undefined) return true;
  const day = date.slice(0, 10);
  return (from === undefined || day >= from.slice(0, day.length)) && (until === undefined || day <= until);
}

/** What a query has in quotation marks. */
const phrasesIn = (query: string): readonly string[] =>
  [...query.matchAll(/["“”]([^"“”]+)["“”]/g)].flatMap((found) => words(found[1]) ?? []);

const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, " ");

function showsAll({ title, snippet }: Readonly<Record<string, unknown>>, phrases: readonly string[]): boolean {
  const shown = folded(`${words(title) ?? ""}\n${words(snippet) ?? ""}`);
  return phrases.every((phrase) => shown.includes(folded(phrase)));
}

const raised = (result: Candidate, preferred: boolean): Candidate =>
  preferred ? { ...result, score: result.score + (1 - result.score) * PREFERENCE } : result;
