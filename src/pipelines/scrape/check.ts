import { catchError, concatMap, defer, EMPTY, filter, from, map, mergeMap, type Observable, of } from "rxjs";
import { toSourceError } from "../../errors.ts";
import { sharedReader } from "../../reading/reader.ts";
import { type CrawlRequest, crawl } from "../crawl/crawl.ts";
import { type Tracked, tracked } from "./change.ts";
import type { ScrapedDocument } from "./document.ts";
import type { Format, FormatOf } from "./formats.ts";
import type { ScrapeOptions } from "./options.ts";
import { rememberNow, type ScrapeDeps, scrape } from "./scrape.ts";

/** Pages that are looked at, and remembered under `tag`. */
export type CheckTarget = { readonly id: string; readonly tag: string } & (
  | { readonly kind: "scrape"; readonly urls: readonly string[]; readonly options: ScrapeOptions }
  | { readonly kind: "crawl"; readonly url: string; readonly options: Omit<CrawlRequest, "url"> }
);

/** What a look at a page came to. */
export interface CheckedPage {
  readonly targetId: string;
  readonly url: string;
  readonly status: Tracked["changeStatus"] | "error";
  readonly statusCode?: number;
  readonly error?: string;
  readonly diff?: unknown;
  readonly title?: string;
}

const AT_ONCE = 5;

const isTracking = (format: Format): format is FormatOf<"changeTracking"> => format.type === "changeTracking";

/** Looks at a target's pages; each leaves as it was compared with what it was. Fails never but for a crawl's first address. */
export const checkedPages = (target: CheckTarget, deps: ScrapeDeps): Observable<CheckedPage> =>
  target.kind === "scrape"
    ? from(target.urls).pipe(mergeMap((url) => scraped(url, target.options, target, deps), AT_ONCE))
    : crawled(target.url, target.options, target, deps);

function scraped(
  url: string,
  options: ScrapeOptions,
  { id: targetId, tag }: CheckTarget,
  deps: ScrapeDeps,
): Observable<CheckedPage> {
  const tracking = options.formats.find(isTracking);
  const formats = [
    ...options.formats.filter((format) => !isTracking(format) && format.type !== "markdown"),
    { type: "markdown" as const },
    { type: "changeTracking" as const, modes: ["git-diff" as const], ...tracking, tag },
  ];
  return scrape(url, { ...options, formats }, deps).pipe(
    map((page) => pageOf(targetId, url, page)),
    catchError((thrown: unknown) => of(failed(targetId, url, thrown))),
  );
}

function pageOf(targetId: string, url: string, { changeTracking, metadata }: ScrapedDocument): CheckedPage {
  const { statusCode, error, title } = metadata;
  const status = changeTracking?.changeStatus ?? "error";
  const isError = statusCode !== undefined && statusCode >= 400 && status !== "removed";
  const { diff, json } = changeTracking ?? {};
  return {
    targetId,
    url,
    status: isError ? "error" : status,
    ...(statusCode !== undefined && { statusCode }),
    ...(isError && typeof error === "string" && { error }),
    ...((diff || json !== undefined) && { diff: { ...diff, ...(json !== undefined && { json }) } }),
    ...(typeof title === "string" && { title }),
  };
}

const failed = (targetId: string, url: string, thrown: unknown): CheckedPage => ({
  targetId,
  url,
  status: "error",
  error: toSourceError(thrown).message,
});

const DIFF = { type: "changeTracking" as const, modes: ["git-diff" as const] };

const crawled = (
  url: string,
  options: Omit<CrawlRequest, "url">,
  { id: targetId, tag }: CheckTarget,
  deps: ScrapeDeps,
): Observable<CheckedPage> =>
  crawl({ ...options, url, content_format: "markdown" }, { upstream: deps.upstream, hold: false }).pipe(
    filter((event) => event.event === "page"),
    mergeMap(({ data }): Observable<CheckedPage> => {
      const address = String(data["url"]);
      if ("error" in data) return of({ targetId, url: address, status: "error", error: String(data["error"]) });
      if (!("raw_content" in data)) return EMPTY;
      const sight = { url: address, status: 200, markdown: String(data["raw_content"]) };
      return defer(() =>
        tracked(
          sight,
          { ...DIFF, tag },
          { dataDir: deps.dataDir, reader: deps.reader ?? sharedReader(), now: deps.now ?? Date.now },
        ),
      ).pipe(
        concatMap((tracking) => (deps.remember ?? rememberNow)(tracking.keep$, data).pipe(map(() => tracking))),
        map(
          ({ tracked: { changeStatus, diff } }): CheckedPage => ({
            targetId,
            url: address,
            status: changeStatus,
            statusCode: 200,
            ...(diff && { diff }),
            ...("title" in data && typeof data["title"] === "string" && { title: data["title"] }),
          }),
        ),
      );
    }, 1),
  );
