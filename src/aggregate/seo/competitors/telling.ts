import { filter, from, map, mergeMap, type Observable, type OperatorFunction, pipe, scan } from "rxjs";
import type { Result } from "../results.ts";
import type { Known } from "./competitor.ts";
import { featuresWith } from "./features.ts";

/** Something that became known of the competitor at a place. */
export interface News {
  readonly index: number;
  readonly known: Known;
}

/** Asks the same about every competitor, so many at once. */
export const each = (
  chosen: readonly Result[],
  about: (result: Result) => Observable<Known>,
  concurrency: number,
): Observable<News> =>
  from(chosen.entries()).pipe(
    mergeMap(([index, result]) => about(result).pipe(map((known) => ({ index, known }))), concurrency),
  );

/** In which features of the page of results each competitor stands. */
export const standing = (chosen: readonly Result[], features: Parameters<typeof featuresWith>[1]): readonly News[] =>
  chosen.map(({ domain }, index) => ({ index, known: { features: featuresWith(domain, features) } }));

/**
 * All that is known of a competitor, whenever something is added to it; what makes nothing known is nothing new.
 *
 *     news:  --0a----1b--0--0c----|
 *     out:   --0a----1b-----0ac---|
 */
export const known = (): OperatorFunction<News, News> =>
  pipe(
    filter((news) => Object.values(news.known).some((value) => value !== undefined)),
    scan(
      ({ all }, { index, known: more }) => {
        const whole: Known = { ...all.get(index), ...more };
        return { all: new Map(all).set(index, whole), news: { index, known: whole } };
      },
      { all: new Map<number, Known>(), news: { index: 0, known: {} } },
    ),
    map(({ news }) => news),
  );
