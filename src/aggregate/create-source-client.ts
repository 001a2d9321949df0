import { catchError, defer, map, type Observable, type SchedulerLike, tap, throwError } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import { withDeadline } from "../operators/withDeadline.ts";
import { type ExtractedResult, extract } from "../pipelines/extract.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import { fetched, forPage } from "../sources/kit/readers/document.ts";
import { pageWall } from "../sources/kit/responses/refusals.ts";
import { fresh, type RunEnv, runSource, within } from "../sources/run.ts";
import type { Item, ItemOf, ListedSource, Notice, ReadContext, TypedSource } from "../sources/source.ts";
import type { HttpResponse } from "../upstream/types.ts";
import { onlyAbout } from "./about.ts";
import type { Asked } from "./define.ts";
import { maxAge } from "./max-age.ts";
import { refreshOnce } from "./refresh-once.ts";
import type { RequestOptions } from "./request-options.ts";
import { serp } from "./serp.ts";
import { gathered } from "./settled-result.ts";
import { shareReplayAll } from "./share-replay.ts";
import type { Extracting, SourceClient } from "./source-client.ts";
import { SourceNotSelected } from "./source-filter.ts";
import type { SourceOutcomes } from "./source-outcomes.ts";
import { roleOf, type SourceRole } from "./source-roles.ts";
import { withFallback } from "./with-fallback.ts";

/** What the door leads to. */
export interface SourceClientDeps {
  readonly env: RunEnv;
  /** A source by id. */
  readonly find: (id: string) => ListedSource | undefined;
  readonly ledger: SourceOutcomes;
  readonly scheduler?: SchedulerLike;
  /** Told of what is our own fault, for the log. */
  readonly onFailure?: (id: string, error: SourceError) => void;
}

/** Extraction is no parser, and always at hand. */
export const EXTRACT = "extract";

type Asking = Pick<Asked, "analysis" | "named" | "noCache" | "maxAge">;

/** A wall that stands before a page is none of its text. */
function refuseWall(response: HttpResponse): void {
  const wall = pageWall(response);
  if (wall) throw wall;
}

export function createSourceClient(
  { analysis, named, noCache, maxAge: max_age }: Asking,
  deps: SourceClientDeps,
): SourceClient<string> {
  const { find, ledger, scheduler, onFailure } = deps;
  const env: RunEnv = fresh({ ...deps.env, upstream: refreshOnce(deps.env.upstream) }, { max_age });
  const asked = new Map<string, Observable<unknown>>();

  /** A question asked once: its notifications, its failure too, are kept for whoever comes later. */
  function once<T>(key: string, make: () => Observable<T>): Observable<T> {
    const known = asked.get(key) ?? defer(make).pipe(shareReplayAll());
    asked.set(key, known);
    // A key names one question, hence one type.
    return known as Observable<T>;
  }

  /** A question that is counted under an id. */
  function counted<T>(
    id: string,
    { ms }: SourceRole,
    list: string | undefined,
    open: (notice: (notice: Notice) => void) => Observable<T>,
  ): Observable<T> {
    return defer(() => {
      const turn = ledger.begin(id, list);
      return defer(() => open((notice) => turn.notice(notice))).pipe(
        withDeadline(
          ms,
          () => new SourceError("timeout", `${id} had not finished after ${ms / 1000} s and was cut off.`),
          scheduler,
        ),
        catchError((thrown: unknown) => {
          const error = toSourceError(thrown);
          if (error.kind === "internal") onFailure?.(id, error);
          return throwError(() => error);
        }),
        tap({
          next: () => turn.item(),
          error: (error: SourceError) => turn.fail(error),
          complete: () => turn.end(),
          unsubscribe: () => turn.leave(),
        }),
      );
    });
  }

  const has = (id: string): boolean =>
    analysis.sources.has(id) && (named === undefined || named.has(id) || analysis.sources.get(id)?.resolves === true);

  function items(
    id: string,
    q: string,
    { pages = 1, options = {}, maxAgeMs, about, part }: RequestOptions = {},
  ): Observable<Item> {
    const use = analysis.sources.get(id);
    const source = find(id);
    if (!use || !source) return throwError(() => new TypeError(`${analysis.path} has no source ${id}.`));
    if (!has(id)) return throwError(() => new SourceNotSelected(id));
    const given = Object.fromEntries(
      Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    );
    const asked = { q, pagecount: pages, noCache, options: given };
    const question = JSON.stringify([id, q, pages, Object.entries(given).toSorted()]);
    const items$ = once(question, () =>
      counted(id, use, part, (notice) =>
        runSource(source, asked, {
          ...env,
          ...(maxAgeMs !== undefined && { upstream: maxAge(env.upstream, maxAgeMs) }),
          onNotice: (from, said) => {
            env.onNotice?.(from, said);
            notice(said);
          },
        }),
      ),
    );
    return about ? items$.pipe(onlyAbout(about, (count) => ledger.strange(id, question, count, about.name))) : items$;
  }

  /** What is fetched in the place of the page parsers, so that what they hold is held for all. */
  const besideThem = <T>(url: string, read: (context: ReadContext) => Observable<T>): Observable<T> =>
    within(
      { category: "page", id: "document", title: "The page", ttlMs: 0 },
      { q: url, pagecount: 1, noCache, options: {} },
      env,
      read,
    );

  const page = (url: string): Observable<HttpResponse> =>
    once(JSON.stringify(["document", url]), () => besideThem(url, (context) => fetched(forPage(url), context)));

  const read = (url: string, { format = "text", images = false }: Extracting): Observable<ExtractedResult> =>
    extract(
      { urls: [url], includeImages: images, includeRawContent: true, format },
      { upstream: { http: ({ url: address }) => page(address).pipe(tap(refuseWall)) } },
    ).pipe(
      oneShot,
      map(({ results: [result], failed_results: [failure] }) => {
        if (result) return result;
        const kind = failure?.code === "empty" ? "unsupported-type" : failure?.code;
        throw new SourceError(kind ?? "internal", failure?.error ?? "Nothing was read.");
      }),
    );

  const ask: SourceClient<string> = {
    // The source verifies each item by the very schema that its type is of, and its id is part of that type.
    items: <S extends TypedSource<string, unknown>>(id: S["id"], q: string, how?: RequestOptions) =>
      items(id, q, how) as Observable<unknown> as Observable<ItemOf<S>>,
    answer: (id, q, how) => ask.items(id, q, how).pipe(gathered()),
    has,
    withFallback: (primary$, fallback$) => withFallback(primary$, fallback$, ledger),
    serp: (request) => serp(request, { has, find, env, items }),
    page,
    head: (url) =>
      once(JSON.stringify(["head", url]), () =>
        besideThem(url, (context) => context.fetch({ url, method: "HEAD", guarded: true })),
      ),
    extract: (url, how = {}) =>
      once(JSON.stringify([EXTRACT, url, how.format, how.images]), () =>
        counted(EXTRACT, roleOf("primary"), undefined, () => read(url, how)),
      ),
  };
  return ask;
}
