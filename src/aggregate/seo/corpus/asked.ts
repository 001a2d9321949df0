import { EMPTY, filter, first, forkJoin, map, type Observable } from "rxjs";
import type { keyword_volume } from "../../../sources/serp/keyword_volume.ts";
import type { related_questions } from "../../../sources/serp/related_questions.ts";
import type { serp_features } from "../../../sources/serp/serp_features/index.ts";
import type { SourceClient } from "../../source-client.ts";
import { idsOf } from "../ids.ts";
import { samePhrase } from "../keyword.ts";
import type { Market } from "../market.ts";
import type { Suggesting } from "./wishes.ts";

/** What suggests searches everywhere; spread among an analysis' sources. */
export const SUGGESTERS = {
  google_suggest: "primary",
  bing_suggest: "primary",
  duckduckgo_suggest: "primary",
  brave_suggest: "enriching",
  qwant_suggest: "enriching",
  wikipedia_suggest: "enriching",
  yandex_suggest: "enriching",
  seznam_suggest: "enriching",
  baidu_suggest: "enriching",
} as const;
type Suggester = keyof typeof SUGGESTERS;

/** What suggests searches of one language only. */
const OF_LANGUAGE: Readonly<Partial<Record<Suggester, string>>> = {
  yandex_suggest: "ru",
  seznam_suggest: "cs",
  baidu_suggest: "zh",
};

const ALL = idsOf(SUGGESTERS);

/** What each source suggests for a phrase; nothing of those that fail. Completes without a value where none may be asked. */
export function suggested(
  ask: SourceClient<Suggester>,
  q: string,
  { language, region }: Market,
): Observable<readonly Suggesting[]> {
  const asked = ALL.filter((id) => ask.has(id) && (OF_LANGUAGE[id] ?? language) === language);
  return asked.length === 0
    ? EMPTY
    : forkJoin(
        asked.map((id) =>
          ask.answer(id, q, { options: { language, region } }).pipe(
            map(({ items, answered, failure }) => ({
              id,
              answered,
              failure,
              queries: items.flatMap(({ title }) => (typeof title === "string" ? [title] : [])),
            })),
          ),
        ),
      );
}

/** What a page of results says besides its results; undefined where it was not read. */
export interface Shown {
  readonly features: readonly string[];
  /** The first result shows links into its site. */
  readonly firstHasSitelinks: boolean;
}

export const shown = (ask: SourceClient<"serp_features">, q: string, options: Market): Observable<Shown | undefined> =>
  ask.answer<typeof serp_features>("serp_features", q, { options: { ...options } }).pipe(
    map(({ items, answered }) => {
      if (!answered) return undefined;
      const place = (name: string): number | undefined => items.find(({ feature }) => feature === name)?.position;
      const [organic, sitelinks] = [place("organic"), place("sitelinks")];
      return {
        features: items.map(({ feature }) => feature),
        firstHasSitelinks: organic !== undefined && sitelinks === organic + 1,
      };
    }),
  );

/** What people also ask; undefined where it was not read. */
export const related = (
  ask: SourceClient<"related_questions">,
  q: string,
  options: Market,
): Observable<readonly string[] | undefined> =>
  ask
    .answer<typeof related_questions>("related_questions", q, { options: { ...options } })
    .pipe(map(({ items, answered }) => (answered ? items.flatMap(({ title }) => title ?? []) : undefined)));

const UNIT = "searches a month, Yandex, Russia and CIS";

/** How often the very phrase is searched for; completes without a value where that is not known. */
export const volumeOf = (ask: SourceClient<"keyword_volume">, q: string, now: () => number) =>
  ask.items<typeof keyword_volume>("keyword_volume", q).pipe(
    map(({ title, frequencyBroad, frequencyExact }) => ({ title, broad: frequencyBroad, exact: frequencyExact })),
    first(({ title }) => samePhrase(title, q), undefined),
    filter((row) => row !== undefined),
    map(({ broad, exact }) => ({ broad, exact, unit: UNIT, as_of: new Date(now()).toISOString() })),
  );
