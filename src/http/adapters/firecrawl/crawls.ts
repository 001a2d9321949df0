import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { checked } from "../../../errors.ts";
import type { TaskForm } from "../../../pipelines/scrape/crawled.ts";
import { withoutNulls } from "../../../pipelines/scrape/options.ts";
import type { NewOrder } from "../../../tasks/tasks.ts";
import { crawlOptionsOf } from "./crawl-options.ts";
import { optionsFor } from "./crawl-prompt.ts";
import { FORM } from "./forms.ts";
import { CrawlBody } from "./order-bodies.ts";
import { answered, keptFor, type Ordering, pageOptions } from "./orders.ts";
import type { Version } from "./version.ts";
import { webhookOf } from "./webhook.ts";

/** Answers `POST /crawl`. */
export async function orderedCrawl(
  ordering: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { face } = ordering;
  const { prompt, url } = checked(CrawlBody, request.body);
  const chosen = prompt ? await firstValueFrom(optionsFor(prompt, url, ordering, request)) : {};
  // What the request says itself stays.
  const body = checked(CrawlBody, { ...chosen, ...Object(withoutNulls(request.body)) });
  const { start, limit, options } = crawlOptionsOf(body, version, face.config.TASKS_MAX_PAGES);
  const { scrape, options: page, plan } = pageOptions(body.scrapeOptions, version, face);
  const webhook = webhookOf(body.webhook, "crawl", face.config);
  const form: TaskForm = {
    scrape,
    sitemap: body.sitemap ?? (body.ignoreSitemap ? "skip" : "include"),
    withoutQueries: body.ignoreQueryParameters,
    exact: !body.deduplicateSimilarURLs,
    limit,
  };
  const warnings = [...plan.warnings, ...unkept(body, limit)];
  const told = toldOf(body, limit);
  const order: NewOrder["order"] = {
    kind: "crawl",
    url: start.href,
    options,
    form: { name: FORM, options: form },
    told: { url: body.url, options: told },
  };
  const beside = prompt ? { promptGeneratedOptions: chosen, finalCrawlerOptions: told } : {};
  const given = { order, visits: body.maxConcurrency, ...keptFor(body, page), ...(webhook && { webhook }) };
  return answered(given, "crawl", warnings, beside, ordering, version, request, reply);
}

/** What `active` tells of a crawl. */
const toldOf = ({ scrapeOptions, ...body }: CrawlBody, limit: number) => ({
  limit,
  includePaths: body.includePaths,
  excludePaths: body.excludePaths,
  crawlEntireDomain: body.crawlEntireDomain ?? body.allowBackwardLinks ?? false,
  allowSubdomains: body.allowSubdomains,
  allowExternalLinks: body.allowExternalLinks,
  ...(body.maxDiscoveryDepth !== undefined && { maxDiscoveryDepth: body.maxDiscoveryDepth }),
  ignoreQueryParameters: body.ignoreQueryParameters,
  scrapeOptions: scrapeOptions ?? {},
});

function unkept(body: CrawlBody, limit: number): readonly string[] {
  return [
    ...(limit < body.limit ? [`limit was lowered to ${limit} (TASKS_MAX_PAGES).`] : []),
    ...(body.ignoreRobotsTxt ? ["ignoreRobotsTxt was ignored: robots.txt is always obeyed."] : []),
    ...(body.robotsUserAgent ? ["robotsUserAgent was ignored."] : []),
  ];
}
