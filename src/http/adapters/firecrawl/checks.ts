import type { FastifyReply, FastifyRequest } from "fastify";
import { concatMap, from, map, type Observable, of, reduce } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import { languageModelOf } from "../../../pipelines/research/plan.ts";
import { type CheckedPage, type CheckTarget, checkedPages } from "../../../pipelines/scrape/check.ts";
import { ScrapeOptions, withScheme } from "../../../pipelines/scrape/options.ts";
import type { ScrapeDeps } from "../../../pipelines/scrape/scrape.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import { taskCrawlOptions } from "../../../tasks/limits.ts";
import { laterInside, ownerInside } from "../../internal-requests.ts";
import { requestContext } from "../../request-context.ts";
import { crawlOptionsOf } from "./crawl-options.ts";
import { answer, type Serving } from "./face.ts";
import { type CheckedBody, CheckOrder, type MonitorTarget } from "./monitor-body.ts";
import { CrawlBody } from "./order-bodies.ts";

const CHECK_MS = 30 * 60_000;
const MAX_PAGES = 1_000;
const CRAWL_PAGES = 100;
const CRAWL_S = 600;

/** Targets as they are looked at; fails with `bad-query` where one of them cannot be. */
export function targetsOf({ monitor, targets }: CheckOrder): readonly CheckTarget[] {
  return targets.map((target, at) => targetOf(target, `target-${at + 1}`, `monitor:${monitor}`));
}

function targetOf(target: MonitorTarget, name: string, tag: string): CheckTarget {
  const { id = name } = target;
  const options = checked(ScrapeOptions, target.scrapeOptions ?? {});
  if (target.type === "scrape")
    return { kind: "scrape", id, tag, options, urls: target.urls.map((url) => parseUrl(withScheme(url)).href) };
  const body = checked(CrawlBody, { limit: CRAWL_PAGES, ...target.crawlOptions, url: target.url });
  const { start, options: given } = crawlOptionsOf(body, "v2", MAX_PAGES);
  const crawling = taskCrawlOptions.parse({ ...given, timeout: CRAWL_S });
  return { kind: "crawl", id, tag, url: start.href, options: crawling };
}

interface Looked {
  readonly pages: readonly (CheckedPage & { readonly id: string; readonly createdAt: string })[];
}

/** Answers the service itself: a check, made now. */
export function checkedNow(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (ownerInside() === undefined) throw new SourceError("not-found", "There is nothing here.");
  const order = checked(CheckOrder, request.body);
  const watched = requestContext(face, request);
  const { config } = face;
  const later = laterInside();
  const deps: ScrapeDeps = {
    upstream: watched.upstream,
    dataDir: config.DATA_DIR,
    model: languageModelOf(config),
    ...(later && {
      remember: (keep$: Observable<void>) => {
        later(keep$);
        return of(undefined);
      },
    }),
  };
  return replying.events(check(order, deps).pipe(map(answer)), request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: CHECK_MS,
  });
}

const check = (order: CheckOrder, deps: ScrapeDeps): Observable<CheckedBody> =>
  from(targetsOf(order)).pipe(
    concatMap((target) => checkedPages(target, deps)),
    reduce(
      ({ pages }: Looked, page): Looked => ({
        pages: [...pages, { ...page, id: `page-${pages.length + 1}`, createdAt: new Date().toISOString() }],
      }),
      { pages: [] },
    ),
    map(({ pages }) => {
      const count = (status: CheckedPage["status"]): number => pages.filter((page) => page.status === status).length;
      return {
        pages: pages.map(({ title, ...page }) => ({ ...page, ...(title !== undefined && { metadata: { title } }) })),
        summary: {
          totalPages: pages.length,
          same: count("same"),
          changed: count("changed"),
          new: count("new"),
          removed: count("removed"),
          error: count("error"),
        },
      };
    }),
  );
