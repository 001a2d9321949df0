import { defer, EMPTY, forkJoin, map, type Observable, of, switchMap, throwError } from "rxjs";
import { oneShot } from "../pipelines/one-shot.ts";
import type { Engine } from "../pipelines/search/engine.ts";
import { type SearchResult, search } from "../pipelines/search/search.ts";
import { keysOf, type RunEnv } from "../sources/run.ts";
import type { Item, ListedSource } from "../sources/source.ts";
import type { RequestOptions } from "./request-options.ts";
import { gathered } from "./settled-result.ts";
import { shareReplayLatest } from "./share-replay.ts";
import { SourceNotSelected } from "./source-filter.ts";

/** The engines of every analysis that searches; spread among its sources. */
export const ENGINES = {
  bing: "primary",
  duckduckgo: "primary",
  brave: "primary",
  mojeek: "primary",
  yandex: "primary",
  seznam: "primary",
  baidu: "primary",
  yahoo: "fallback",
  startpage: "fallback",
  qwant: "fallback",
  google: "fallback",
  searxng: "enriching",
} as const;

type EngineId = keyof typeof ENGINES;

const EVERYWHERE: readonly EngineId[] = ["bing", "duckduckgo", "brave", "mojeek"];
/** Engines of one language's own. */
const OF_LANGUAGE: ReadonlyMap<string, EngineId> = new Map(
  Object.entries<EngineId>({ ru: "yandex", cs: "seznam", zh: "baidu" }),
);
const FALLBACK: readonly EngineId[] = ["yahoo", "startpage", "qwant", "google"];

/** So many of the first engines must find something, else the others are asked too. */
const ENOUGH = 2;

export interface SerpRequest {
  readonly q: string;
  readonly language?: string | undefined;
  readonly region?: string | undefined;
  /** Pages of each engine; default 1. */
  readonly pages?: number;
  /** Results at most; default all. */
  readonly limit?: number;
}

/** A page of the results: `title`, `url`, `snippet` as far as the engines tell, `engines` that found it, and its `score`. */
export type SerpResult = SearchResult;

interface SerpDeps {
  readonly env: RunEnv;
  readonly has: (id: string) => boolean;
  readonly find: (id: string) => ListedSource | undefined;
  readonly items: (id: string, q: string, how: RequestOptions) => Observable<Item>;
}

/**
 * The results of all engines together, once all have answered; the fallback engines are asked when fewer than two of the
 * others found anything. Fails as the engines failed when none answered; with `LeftOut` where the request names no engine.
 *
 *     bing:   --a-|
 *     brave:  -#
 *     yahoo:      --b|            asked when bing and brave are done
 *     out:    -------(r|)
 */
export function serp(
  { q, language, region, pages = 1, limit }: SerpRequest,
  deps: SerpDeps,
): Observable<readonly SerpResult[]> {
  return defer(() => {
    const own = language === undefined ? undefined : OF_LANGUAGE.get(language);
    const first = [...EVERYWHERE, ...(own ? [own] : []), ...(ready("searxng") ? ["searxng"] : [])].filter(deps.has);
    const second = FALLBACK.filter(deps.has);
    const how: RequestOptions = { pages, options: { language, region } };
    const found$ = first.map((id) => deps.items(id, q, how).pipe(gathered()));
    const enough$ = (found$.length > 0 ? forkJoin(found$) : of([])).pipe(
      map((all) => all.filter(({ items }) => items.length > 0).length >= ENOUGH),
      shareReplayLatest(),
    );
    const engines = [
      ...first.map((id) => engine(id, deps.items(id, q, how))),
      ...second.map((id) => engine(id, enough$.pipe(switchMap((enough) => (enough ? EMPTY : deps.items(id, q, how)))))),
    ];
    if (engines.length === 0) return throwError(() => new SourceNotSelected("an engine"));
    const request = {
      q,
      pagecount: pages,
      noCache: false,
      ranks: true,
      options: { ...(language && { language }) },
      limit,
    };
    return search(request, { engines }).pipe(
      oneShot,
      map(({ items }) => items),
    );
  });

  function engine(id: string, items$: Observable<Item>): Engine {
    const { weight, backedBy } = deps.find(id) ?? {};
    return { id, weight, backedBy, run: () => items$ };
  }

  /** An engine of the operator's own is asked where there is one. */
  function ready(id: string): boolean {
    const source = deps.find(id);
    return source !== undefined && Object.keys(keysOf(source, deps.env)).length > 0;
  }
}
