import { opportunity } from "../../formulas/opportunity.ts";
import { LEAST } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import { typesOf } from "../content/sections.ts";
import type { OPPORTUNITIES, Question, Suggestion } from "./answer.ts";
import { benchmarkOf, writtenOn } from "./benchmark.ts";
import type { PageText } from "./text.ts";
import { answering, isQuestion } from "./wishes.ts";

const MAX = 15;
const YEAR_DAYS = 365;
const DAY_MS = 86_400_000;
/** Pages that serve a feature of the results; so many are enough. */
const FEW = 3;

interface Found {
  readonly kind: (typeof OPPORTUNITIES)[number];
  readonly label: string;
  readonly why: string;
  readonly served: number;
  readonly of: number;
  readonly named_by: number;
}

/** What a page needs for a feature of the results: a type of structured data, or what readers see of it. */
export const FORMATS: Readonly<
  Record<string, { readonly label: string; readonly serves: (page: PageText) => boolean }>
> = {
  people_also_ask: {
    label: "questions and answers",
    serves: ({ page }) =>
      has(page.entities, /^(FAQPage|QAPage)$/) ||
      (page.headings ?? []).filter(({ title = "" }) => /[?？]\s*$/.test(title)).length >= FEW,
  },
  video_carousel: { label: "a video", serves: ({ page }) => has(page.entities, /^(VideoObject|Clip)$/) },
  image_pack: {
    label: "pictures",
    serves: ({ page }) => has(page.entities, /^ImageObject$/) || (page.measures?.images ?? 0) >= FEW,
  },
  shopping: {
    label: "products with prices",
    serves: ({ page }) => has(page.entities, /^(Product|ProductGroup|Offer|AggregateOffer)$/),
  },
  local_pack: {
    label: "a place of business",
    serves: ({ page }) => has(page.entities, /^(LocalBusiness|Store|Restaurant|Organization)$/),
  },
};

const has = (entities: PageText["page"]["entities"], type: RegExp): boolean =>
  typesOf(entities ?? []).some((one) => type.test(one));

/** What opportunities are seen in. */
export interface Seen {
  readonly q: string;
  readonly pages: readonly PageText[];
  readonly questions: readonly Question[];
  readonly suggestions: readonly Suggestion[];
  /** Features of the page of results. */
  readonly features: readonly string[];
  readonly language: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What is wanted and few pages serve, the best first; two pages at least. */
export function opportunitiesOf(seen: Seen) {
  if (seen.pages.length < 2) return undefined;
  return [...questions(seen), ...terms(seen), ...formats(seen), ...freshness(seen), ...depth(seen)]
    .flatMap(({ kind, label, why, served, of, named_by }) => {
      const worth = opportunity(served, of, named_by);
      return worth && worth.score > 0 ? [{ kind, label, why, ...worth }] : [];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX)
    .map((one) => ({ ...one, gap: decimals(one.gap), demand: decimals(one.demand) }));
}

const decimals = (value: number): number => Math.round(value * 10_000) / 10_000;

const served = (count: number, of: number, named: number): string =>
  `${count} of ${of} pages answer it; named by ${named} ${named === 1 ? "source" : "sources"}`;

function questions({ pages, questions: all }: Seen): readonly Found[] {
  return all.map(({ question, named_by, answered_by = [] }) => ({
    kind: "question",
    label: question,
    why: served(answered_by.length, pages.length, named_by),
    served: answered_by.length,
    of: pages.length,
    named_by,
  }));
}

function terms({ q, pages, suggestions, language }: Seen): readonly Found[] {
  return suggestions
    .filter(({ query }) => !isQuestion(query, language))
    .map(({ query, named_by }) => {
      const count = answering(query, pages, { q, language }).length;
      return {
        kind: "term",
        label: query,
        why: served(count, pages.length, named_by),
        served: count,
        of: pages.length,
        named_by,
      };
    });
}

function formats({ pages, features }: Seen): readonly Found[] {
  return [...new Set(features)].flatMap((feature): Found[] => {
    const format = FORMATS[feature];
    const count = format ? pages.filter(format.serves).length : FEW;
    if (!format || count >= FEW) return [];
    const why = `The results show ${feature}; ${count} of ${pages.length} pages serve it`;
    return [{ kind: "format", label: format.label, why, served: count, of: pages.length, named_by: 1 }];
  });
}

/** Most pages that say their age are more than a year old. */
function freshness({ pages, now }: Seen): readonly Found[] {
  const ages = pages.flatMap((page) => {
    const day = writtenOn(page);
    return day === undefined ? [] : [Math.floor((now - Date.parse(day)) / DAY_MS)];
  });
  const middle = median(ages);
  if (middle === undefined || ages.length < LEAST.median || middle <= YEAR_DAYS) return [];
  const fresh = ages.filter((age) => age <= YEAR_DAYS).length;
  const why = `The median age of the ${ages.length} dated pages is ${Math.round(middle)} days`;
  return [
    { kind: "freshness", label: "a page of this year", why, served: fresh, of: ages.length, named_by: ages.length },
  ];
}

/** Most pages are less than half as long as the longest. */
function depth({ pages }: Seen): readonly Found[] {
  const { words } = benchmarkOf(pages) ?? {};
  if (!words || words.median >= words.max / 2) return [];
  const long = pages.filter((page) => page.words >= words.max / 2).length;
  // One page that is longer than all others is an outlier, no benchmark.
  if (long < 2 || pages.length < LEAST.median) return [];
  const why = `The longest page has ${words.max} words, the median ${Math.round(words.median)}`;
  return [{ kind: "depth", label: "a fuller text", why, served: long, of: pages.length, named_by: 1 }];
}
