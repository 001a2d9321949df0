import { concatMap, count, defer, map, type Observable, skip, throwError } from "rxjs";
import { SourceError } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { type Engine, engineOf } from "../../../pipelines/search/engine.ts";
import {
  type SearchRequest,
  type SearchResponse,
  type SearchResult,
  search,
} from "../../../pipelines/search/search.ts";
import type { RunOptions } from "../../../pipelines/search/steps.ts";
import { mayAsk, readySources } from "../../../sources/ready.ts";
import type { RunEnv } from "../../../sources/run.ts";
import type { Item, ListedSource, Source } from "../../../sources/source.ts";
import { withCode } from "../../../sources/with-code.ts";
import type { SearxngAsk } from "./asked.ts";
import { type Directory, type SearxngCategory, sourcesFor } from "./engines.ts";

/** A search, and in which category each of its engines was asked. */
export interface SearxngFound extends SearchResponse {
  readonly categoryOf: (engine: string) => SearxngCategory;
}

export interface SearxngDeps extends Partial<RunOptions> {
  readonly directory: Directory;
  readonly env: RunEnv;
}

/** What of our own parameters a client may have given besides. */
export type Own = Partial<Pick<SearchRequest, "pagecount" | "noCache" | "limit" | "whole" | "explain">>;

/** Where an image keeps its page while its `url` is the picture's, which tells it from others of that page. */
const PAGE = "searxng page";

/**
 * A search of SearXNG's: the engines that it names or those of its categories, all at once, one page of each. Events as in
 * `search`; its results say their ranks. Fails only when every engine failed. `unknown-source`: there is
 * nobody to ask.
 */
export function searxngSearch(
  ask: SearxngAsk,
  { pagecount, noCache = false, limit, whole, explain }: Own,
  { directory, env, ...run }: SearxngDeps,
): Observable<StreamEvent<SearxngFound>> {
  const { placed, chosen } = sourcesFor(ask, directory);
  const asked = new Set(
    readySources(
      placed.map(({ source }) => source),
      env,
    ),
  );
  const ready = placed.filter(({ source }) => (chosen ? mayAsk(source, env) : asked.has(source)));
  if (ready.length === 0) {
    const what = ask.categories.join(", ") || "general";
    return throwError(() => new SourceError("unknown-source", `No engine of ${what} is ready to be asked.`));
  }
  const categories = new Map(ready.map(({ source, category }) => [source.id, category]));
  const categoryOf = (engine: string): SearxngCategory => categories.get(engine) ?? "general";
  const { language } = ask.market;
  const request: SearchRequest = {
    q: ask.q,
    pagecount: pagecount ?? 1,
    noCache,
    options: language === undefined ? {} : { language },
    limit,
    whole,
    explain,
    ranks: true,
  };
  const engines = ready.map(({ source, category }) => {
    const engine = onPage(asking(source, ask, env), ask.pageno);
    return category === "images" ? byPicture(engine) : engine;
  });
  return search(request, { engines, ...run }).pipe(
    map((event): StreamEvent<SearxngFound> => {
      if (event.event === "result") return { ...event, data: { ...event.data, item: itemByPage(event.data.item) } };
      if (event.event !== "done") return event;
      return { event: "done", data: { ...event.data, items: event.data.items.map(resultByPage), categoryOf } };
    }),
  );
}

/** A source as an engine that is asked in its own words: its code is imported when it is. */
function asking(source: ListedSource, ask: SearxngAsk, env: RunEnv): Engine {
  const { id, weight, backedBy } = source;
  return {
    id,
    weight,
    backedBy,
    // The deadline begins once its code is there.
    loading: () => engineOf(source, env).loading?.(),
    run: (asked, onNotice) =>
      withCode(source, (code) => engineOf(code, env).run({ ...asked, options: optionsFor(code, ask) }, onNotice)),
  };
}

/** The options of the request that a source has too. */
function optionsFor({ query }: Source, { market, timeRange, safe }: SearxngAsk): Readonly<Record<string, unknown>> {
  const wished = { ...market, time_range: timeRange, safe };
  const { shape } = query.options;
  return Object.fromEntries(
    Object.entries(wished).filter(([name, value]) => {
      const option = value === undefined ? undefined : shape[name];
      return option !== undefined && "safeParse" in option && option.safeParse(value).success;
    }),
  );
}

/**
 * An engine's further page alone. Sources read page after page, so the pages before it are read too; they are held, and
 * counted first.
 */
function onPage(engine: Engine, pageno: number): Engine {
  if (pageno === 1) return engine;
  return {
    ...engine,
    run: (ask, onNotice) =>
      defer(() => engine.run({ ...ask, pagecount: pageno - 1 }, onNotice)).pipe(
        count(),
        concatMap((before) => engine.run({ ...ask, pagecount: pageno }, onNotice).pipe(skip(before))),
      ),
  };
}

/** An engine of images, whose items are told apart by their pictures: a page may show several. */
const byPicture = (engine: Engine): Engine => ({
  ...engine,
  run: (ask, onNotice) =>
    engine
      .run(ask, onNotice)
      .pipe(
        map(
          (item): Item =>
            typeof item["image"] === "string" ? { ...item, [PAGE]: item["url"], url: item["image"] } : item,
        ),
      ),
});

function itemByPage(item: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (item[PAGE] === undefined) return item;
  const { [PAGE]: page, ...fields } = item;
  return { ...fields, url: page };
}

function resultByPage(result: SearchResult): SearchResult {
  if (result[PAGE] === undefined) return result;
  const { [PAGE]: page, ...fields } = result;
  return { ...fields, url: page };
}
