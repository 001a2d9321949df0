import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { checked, SourceError, toSourceError } from "../../../errors.ts";
import { languageModelOf } from "../../../pipelines/research/index.ts";
import type { TaskForm } from "../../../pipelines/scrape/crawled.ts";
import { notSupported, ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { meansOf, planOf } from "../../../pipelines/scrape/limits.ts";
import { ScrapeOptions, withoutNulls, withScheme } from "../../../pipelines/scrape/options.ts";
import { parseUrl } from "../../../sources/kit/ask/query.ts";
import type { TaskRow } from "../../../tasks/order.ts";
import type { NewOrder, Tasks } from "../../../tasks/tasks.ts";
import { ownerOf } from "../../auth.ts";
import type { Face } from "../../deps.ts";
import { publicAddress } from "../../host.ts";
import { crawlOptionsOf } from "./crawl-options.ts";
import { FORM } from "./forms.ts";
import { BatchBody, CrawlBody } from "./order-bodies.ts";
import { scrapeOptionsOfV1 } from "./v1.ts";
import type { Version } from "./version.ts";
import { webhookOf } from "./webhook.ts";

export interface Ordering {
  readonly face: Face;
  readonly tasks: Tasks;
}

const MAX_KEY = 255;
const AGAIN_MS = 30_000;

/** The options of every page, as they are checked and as they are stored. */
export function pageOptions(given: unknown, version: Version, face: Face) {
  const scrape = (version === "v1" ? scrapeOptionsOfV1(given ?? {}) : withoutNulls(given)) ?? {};
  const options = checked(ScrapeOptions, scrape);
  return {
    scrape,
    options,
    plan: planOf(options, meansOf({ model: languageModelOf(face.config), upstream: face.env.upstream })),
  };
}

/** Answers `POST /crawl`. */
export async function orderedCrawl(
  ordering: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { face } = ordering;
  const body = checked(CrawlBody, request.body);
  if (body.prompt)
    throw notSupported("prompt is not offered for crawls: name includePaths, excludePaths and the like.");
  const { start, limit, options } = crawlOptionsOf(body, version, face.config.TASKS_MAX_PAGES);
  const { scrape, plan } = pageOptions(body.scrapeOptions, version, face);
  const webhook = webhookOf(body.webhook, "crawl", face.config);
  const form: TaskForm = {
    scrape,
    sitemap: body.sitemap ?? (body.ignoreSitemap ? "skip" : "include"),
    withoutQueries: body.ignoreQueryParameters,
    limit,
  };
  const warnings = [...plan.warnings, ...unkept(body, limit)];
  const order: NewOrder["order"] = {
    kind: "crawl",
    url: start.href,
    options,
    form: { name: FORM, options: form },
    told: { url: body.url, options: toldOf(body, limit) },
  };
  return answered({ order, ...(webhook && { webhook }) }, "crawl", warnings, {}, ordering, version, request, reply);
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
    ...(body.deduplicateSimilarURLs ? [] : ["deduplicateSimilarURLs: addresses of one page are always taken as one."]),
    ...(body.regexOnFullURL && body.includePaths.length + body.excludePaths.length > 0
      ? ["regexOnFullURL is not offered: includePaths and excludePaths were ignored."]
      : []),
    ...(body.maxConcurrency === undefined ? [] : ["maxConcurrency was ignored: hosts have limits of their own."]),
    ...(body.zeroDataRetention ? ["zeroDataRetention: documents are kept until they expire (TASKS_KEEP_HOURS)."] : []),
  ];
}

/** Answers `POST /batch/scrape`. */
export async function orderedBatch(
  ordering: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { face } = ordering;
  const body = checked(BatchBody, request.body);
  const { scrape, plan } = pageOptions(withoutUrls(request.body), version, face);
  const judged = body.urls.map((url) => ({ url, ...addressIn(url) }));
  const invalid = judged.filter(({ href }) => href === undefined);
  if (!body.ignoreInvalidURLs && invalid[0])
    throw new SourceError("bad-query", `urls: ${invalid[0].error ?? `“${invalid[0].url}” is not a URL.`}`);
  const urls = judged.flatMap(({ href }) => href ?? []);
  if (urls.length === 0) throw new SourceError("bad-query", "urls: none of them is an address that can be scraped.");
  const warnings = [
    ...plan.warnings,
    ...(body.maxConcurrency === undefined ? [] : ["maxConcurrency was ignored: hosts have limits of their own."]),
  ];
  const webhook = webhookOf(body.webhook, "batch_scrape", face.config);
  const beside = body.ignoreInvalidURLs ? { invalidURLs: invalid.map(({ url }) => url) } : {};
  if (body.appendToId !== undefined) return appended(body.appendToId, urls, beside, ordering, version, request, reply);
  const order: NewOrder["order"] = {
    kind: "scrape",
    form: { name: FORM, options: { scrape } satisfies TaskForm },
    told: { url: urls[0], options: {} },
  };
  return answered(
    { order, urls, ...(webhook && { webhook }) },
    "batch/scrape",
    warnings,
    beside,
    ordering,
    version,
    request,
    reply,
  );
}

const withoutUrls = (body: unknown): unknown => ({ ...Object(body), urls: undefined, webhook: undefined });

/** An address as it is asked for, or why it is none. */
export function addressIn(url: string): { readonly href?: string; readonly error?: string } {
  try {
    return { href: parseUrl(withScheme(url)).href };
  } catch (thrown) {
    return { error: toSourceError(thrown).message };
  }
}

async function appended(
  id: string,
  urls: readonly string[],
  beside: object,
  { face, tasks }: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await firstValueFrom(tasks.find(ownerOf(request), id));
  if (!row) throw new SourceError("not-found", "Job not found");
  if (!(await firstValueFrom(tasks.append(id, urls))))
    throw new ScrapeError(
      "bad-query",
      409,
      "CONFLICT",
      "Nothing can be added to this job: it failed, was cancelled, or is a crawl.",
    );
  const url = `${publicAddress(request, face.config)}/${version}/batch/scrape/${id}`;
  return reply.send({ success: true, id, url, ...beside });
}

async function answered(
  given: NewOrder,
  path: string,
  warnings: readonly string[],
  beside: object,
  { face, tasks }: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { id } = await placed(given, { face, tasks }, request);
  return reply.send({
    success: true,
    id,
    url: `${publicAddress(request, face.config)}/${version}/${path}/${id}`,
    ...beside,
    ...(warnings.length > 0 && { warning: warnings.join(" ") }),
  });
}

/** Orders a job; fails where it is not taken. The same idempotency key gives the same job again. */
export async function placed(given: NewOrder, { tasks }: Ordering, request: FastifyRequest): Promise<TaskRow> {
  const idempotencyKey = keyOf(request);
  const order = { ...given, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const ordered = await firstValueFrom(tasks.order(ownerOf(request), order));
  if ("refused" in ordered) throw refusals[ordered.refused]();
  return ordered.row;
}

const limited = (message: string): ScrapeError =>
  new ScrapeError("rate-limited", 429, "RATE_LIMITED", message, undefined, AGAIN_MS);

const refusals = {
  "too-many": () => limited("You have too many open jobs; cancel one or wait for one to end."),
  full: () => limited("The store of jobs is full; wait until older ones have expired."),
  "other-request": () => new ScrapeError("bad-query", 409, "CONFLICT", "Idempotency key already used"),
} as const;

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers["x-idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key === "" || key.length > MAX_KEY)
    throw new SourceError("bad-query", `x-idempotency-key must be one text of 1 to ${MAX_KEY} characters.`);
  return key;
}
