import type { FastifyReply, FastifyRequest } from "fastify";
import { filter, firstValueFrom, forkJoin, from, map, mergeMap, type Observable, of, reduce, take } from "rxjs";
import { checked, SourceError } from "../../../errors.ts";
import { contentSearchOperation } from "../../../operations/content-search.ts";
import { ran } from "../../../operations/define.ts";
import { mapOperation } from "../../../operations/site.ts";
import { byWords } from "../../../pipelines/map/by-words.ts";
import { oneShot } from "../../../pipelines/one-shot.ts";
import { languageModelOf } from "../../../pipelines/research/plan.ts";
import type { ScrapedDocument } from "../../../pipelines/scrape/document.ts";
import { type DataDeps, extractData } from "../../../pipelines/scrape/extract-data.ts";
import { notSupported } from "../../../pipelines/scrape/failure.ts";
import { ScrapeOptions, withScheme } from "../../../pipelines/scrape/options.ts";
import { usable } from "../../../pipelines/typed/json-schema.ts";
import { readOrder, type TaskRow } from "../../../tasks/order.ts";
import { ownerOf } from "../../auth.ts";
import { ownerInside } from "../../internal-requests.ts";
import { scopeFor } from "../../scope.ts";
import { ExtractBody, ExtractedBody, ExtractOrder } from "./extract-body.ts";
import { answer, documentsOf, type Serving } from "./face.ts";
import { FORM } from "./forms.ts";
import { EXTRACTING } from "./inside.ts";
import { addressIn, noAddress, type Ordering, pageOptions, placed } from "./orders.ts";
import { endedBy } from "./status.ts";
import type { Version } from "./version.ts";
import { webhookOf } from "./webhook.ts";

const EXTRACT_MS = 15 * 60_000;
const SITE_MS = 60_000;
const MAX_SITE = 1_000;
const SEARCH_MS = 20_000;

const MODEL = "extract is written by a language model: set LLM_BASE_URL and LLM_MODEL.";

/** Answers `POST /extract`: a task, whose status is asked for. */
export async function orderedExtract(
  ordering: Ordering,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { face } = ordering;
  const body = checked(ExtractBody, request.body);
  const { prompt, systemPrompt, schema, showSources } = body;
  if (body.urls.length === 0 && prompt === undefined)
    throw new SourceError("bad-query", "urls: is missing: a list of addresses, or a prompt to find pages by.");
  if (!languageModelOf(face.config)) throw notSupported(MODEL);
  const { scrape, plan } = pageOptions(body.scrapeOptions, version, face);
  const judged = body.urls.map((url) => ({ url, ...addressIn(url.replace(/\/\*$/, "/")) }));
  const invalid = judged.filter(({ href }) => href === undefined);
  if (invalid[0] && (!body.ignoreInvalidURLs || invalid.length === judged.length)) throw noAddress(invalid[0]);
  if (schema) await firstValueFrom(usable(schema));
  const warnings = [
    ...plan.warnings,
    ...invalid.map(({ url }) => `“${url.slice(0, 200)}” is no address and was left out.`),
    ...(body.agent === undefined ? [] : ["agent is not offered: the pages that are named are read."]),
    ...(body.allowExternalLinks ? ["allowExternalLinks was ignored: links are not followed."] : []),
  ];
  const extract: ExtractOrder = {
    urls: judged.flatMap(({ url, href }) => (href === undefined ? [] : [url.endsWith("/*") ? withScheme(url) : href])),
    ...(prompt !== undefined && { prompt }),
    ...(systemPrompt !== undefined && { systemPrompt }),
    ...(schema && { schema }),
    webSearch: body.enableWebSearch || body.urls.length === 0,
    showSources,
    scrape,
    warnings,
  };
  const order = {
    kind: "extract" as const,
    request: { method: "POST" as const, path: EXTRACTING, body: extract },
    told: FORM,
  };
  const webhook = webhookOf(body.webhook, "extract", face.config);
  const { id } = await placed({ order, ...(webhook && { webhook }) }, ordering, request);
  return reply.send({ success: true, id, ...(warnings.length > 0 && { warning: warnings.join(" ") }) });
}

/** Answers the service itself: what a task is to extract, made now. */
export function extracted(
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const model = languageModelOf(face.config);
  if (ownerInside() === undefined) throw new SourceError("not-found", "There is nothing here.");
  if (!model) throw notSupported(MODEL);
  const { scrape, showSources, warnings: before, ...wanted } = checked(ExtractOrder, request.body);
  const { scope, watched } = scopeFor(face, request);
  const { upstream } = watched;
  const options = { ...ScrapeOptions.parse(scrape), formats: [{ type: "markdown" as const }] };
  const scraping = documentsOf(face, upstream);
  const deps: DataDeps = {
    model,
    upstream,
    markdown: (url) => scraping(url, options).pipe(map((page) => textOf(url, page))),
    site: (url, words, most) =>
      ran(mapOperation, { limit: MAX_SITE, timeout: SITE_MS / 1000, url }, scope).pipe(
        filter((event) => event.event === "page"),
        reduce((all: readonly string[], { data }) => [...all, String(data["url"])], []),
        mergeMap((urls) => byWords([...urls], words)),
        take(most),
      ),
    found: (words, most) =>
      oneShot(ran(contentSearchOperation, { query: words, limit: most }, { ...scope, timeoutMs: SEARCH_MS })).pipe(
        mergeMap(({ results }) => from(results.map(({ url }) => url))),
      ),
  };
  const answer$ = extractData(wanted, deps).pipe(
    map(({ data, urls, sources, warnings }) => {
      const warning = [...before, ...warnings].join(" ");
      return answer({ data, ...(showSources && { sources }), ...(warning && { warning }), pages: urls.length });
    }),
  );
  return replying.events(answer$, request, reply, { watch: watched, wire: "json", deadlineMs: EXTRACT_MS });
}

/** What there is to take data from; throws where that is an error's page, or nothing. */
function textOf(url: string, { markdown = "", metadata: { statusCode = 0 } }: ScrapedDocument): string {
  if (statusCode >= 400) throw new SourceError("unreachable", `${url} answered HTTP ${statusCode}.`);
  if (markdown.trim() === "") throw new SourceError("unsupported-type", `${url} shows no text.`);
  return markdown;
}

const STATUS = {
  queued: "processing",
  running: "processing",
  paused: "processing",
  completed: "completed",
  failed: "failed",
  cancelled: "cancelled",
} as const;

/** A task of the caller's own that `/extract` ordered; fails where there is none. */
const foundExtract = ({ tasks }: Ordering, request: FastifyRequest, id: string): Observable<TaskRow> =>
  tasks.find(ownerOf(request), id).pipe(
    map((row) => {
      const order = row && readOrder(row.body);
      if (!row || order?.kind !== "extract" || order.told !== FORM) throw new SourceError("not-found", "Job not found");
      return row;
    }),
  );

/** Answers `GET /extract/{id}`. */
export async function extractStatus(
  ordering: Ordering,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const keepMs = ordering.face.config.TASKS_KEEP_HOURS * 3_600_000;
  const status$ = foundExtract(ordering, request, id).pipe(
    mergeMap((row) => forkJoin([of(row), row.docs > 0 ? ordering.tasks.documents(id, 0, 1) : of([])])),
    map(([row, [text]]) => {
      const {
        data,
        sources,
        warning,
        pages = 0,
      } = text === undefined ? {} : ExtractedBody.partial().parse(JSON.parse(text));
      return {
        success: row.state !== "failed",
        status: STATUS[row.state],
        ...(text !== undefined && { data }),
        ...(sources && { sources }),
        ...(warning !== undefined && { warning }),
        ...(row.error !== null && { error: row.error }),
        expiresAt: new Date((row.ended_at ?? Date.now()) + keepMs).toISOString(),
        creditsUsed: pages,
      };
    }),
  );
  return reply.send(await firstValueFrom(status$));
}

/** Answers `DELETE /extract/{id}`. */
export async function cancelledExtract(
  ordering: Ordering,
  id: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const row = await firstValueFrom(foundExtract(ordering, request, id));
  return endedBy(ordering, row, reply);
}
