import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import type { TaskForm } from "../../../pipelines/scrape/crawled.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import type { NewOrder } from "../../../tasks/tasks.ts";
import { ownerOf } from "../../auth.ts";
import { FORM } from "./forms.ts";
import { BatchBody } from "./order-bodies.ts";
import { addressIn, answered, jobOf, keptFor, noAddress, type Ordering, pageOptions } from "./orders.ts";
import type { Version } from "./version.ts";
import { webhookOf } from "./webhook.ts";

/** Answers `POST /batch/scrape`. */
export async function orderedBatch(
  ordering: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { face } = ordering;
  const body = checked(BatchBody, request.body);
  const { scrape, options, plan } = pageOptions(withoutUrls(request.body), version, face);
  const judged = body.urls.map((url) => ({ url, ...addressIn(url) }));
  const invalid = judged.filter(({ href }) => href === undefined);
  if (!body.ignoreInvalidURLs && invalid[0]) throw noAddress(invalid[0]);
  const urls = judged.flatMap(({ href }) => href ?? []);
  if (urls.length === 0) throw new SourceError("bad-query", "urls: none of them is an address that can be scraped.");
  const webhook = webhookOf(body.webhook, "batch_scrape", face.config);
  const beside = body.ignoreInvalidURLs ? { invalidURLs: invalid.map(({ url }) => url) } : {};
  if (body.appendToId !== undefined) return appended(body.appendToId, urls, beside, ordering, version, request, reply);
  const order: NewOrder["order"] = {
    kind: "scrape",
    form: { name: FORM, options: { scrape } satisfies TaskForm },
    told: { url: urls[0], options: {} },
  };
  return answered(
    { order, urls, visits: body.maxConcurrency, ...keptFor(options), ...(webhook && { webhook }) },
    "batch/scrape",
    plan.warnings,
    beside,
    ordering,
    version,
    request,
    reply,
  );
}

const withoutUrls = (body: unknown): unknown => ({ ...Object(body), urls: undefined, webhook: undefined });

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
  return reply.send({ ...jobOf(id, "batch/scrape", face, version, request), ...beside });
}
