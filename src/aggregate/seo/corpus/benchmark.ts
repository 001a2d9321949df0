import { LEAST } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import { headingsAt, typesOf } from "../content/sections.ts";
import { textOfMain } from "../main-entity.ts";
import type { PageText } from "./text.ts";

const MAX_TYPES = 15;

/** Least, middle and largest; undefined of none. */
function rangeOf(values: readonly number[]) {
  const middle = median(values);
  return middle === undefined ? undefined : { min: Math.min(...values), median: middle, max: Math.max(...values) };
}

/** When a page says that it was written, as a day. */
export function writtenOn({ page }: PageText): string | undefined {
  for (const name of ["dateModified", "datePublished"]) {
    const stated = textOfMain(page.entities, name, page.url);
    if (stated !== undefined && /^\d{4}-\d{2}-\d{2}/.test(stated)) return stated.slice(0, 10);
  }
  const { published_date: published } = page.content ?? {};
  return published && /^\d{4}-\d{2}-\d{2}/.test(published) ? published.slice(0, 10) : undefined;
}

/** How many pages have each type of structured data, the commonest first. */
export function typesIn(pages: readonly PageText[]): { type: string; pages: number }[] {
  const counts = new Map<string, number>();
  for (const { page } of pages)
    for (const type of typesOf(page.entities ?? [])) counts.set(type, (counts.get(type) ?? 0) + 1);
  return [...counts]
    .map(([type, count]) => ({ type, pages: count }))
    .toSorted((a, b) => b.pages - a.pages || (a.type < b.type ? -1 : 1))
    .slice(0, MAX_TYPES);
}

/** The scale that most pages are measured on, with their scores. */
function readabilityOf(pages: readonly PageText[]) {
  const scales = new Map<string, number[]>();
  for (const { page } of pages) {
    const { scale, score } = page.measures ?? {};
    if (scale !== undefined && score !== undefined) scales.set(scale, [...(scales.get(scale) ?? []), score]);
  }
  const [most] = [...scales].toSorted(([, a], [, b]) => b.length - a.length);
  return most && { scale: most[0], median: median(most[1]) };
}

/** What the pages are like, two at least. */
export function benchmarkOf(pages: readonly PageText[]) {
  const words = rangeOf(pages.map(({ words }) => words));
  if (!words || pages.length < 2) return undefined;
  const links = pages.flatMap(({ page }) => page.links?.[0]?.summary ?? []);
  const dates = pages.flatMap((page) => writtenOn(page) ?? []).toSorted();
  const readability = readabilityOf(pages);
  const typed = pages.some(({ page }) => page.entities !== undefined);
  return {
    n: pages.length,
    small_sample: pages.length < LEAST.median || undefined,
    words,
    h2: rangeOf(pages.flatMap(({ page }) => (page.headings ? [headingsAt(page.headings, 2).length] : []))),
    images_median: median(pages.flatMap(({ page }) => page.measures?.images ?? [])),
    internal_links_median: median(links.map(({ internal }) => internal)),
    external_links_median: median(links.map(({ external }) => external)),
    readability_median: readability?.median,
    readability_scale: readability?.scale,
    structured_data_types: typed ? typesIn(pages) : undefined,
    newest: dates.at(-1),
    oldest: dates[0],
  };
}
