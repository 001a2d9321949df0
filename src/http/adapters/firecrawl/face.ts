import type { FastifyReply, FastifyRequest } from "fastify";
import { map, type Observable } from "rxjs";
import { z } from "zod";
import { checked } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { SPARE_MS } from "../../../pipelines/deadlines.ts";
import { languageModelOf } from "../../../pipelines/research/index.ts";
import type { ScrapedDocument } from "../../../pipelines/scrape/document.ts";
import { ScrapeOptions, withoutNulls } from "../../../pipelines/scrape/options.ts";
import { scrape } from "../../../pipelines/scrape/scrape.ts";
import type { Upstream } from "../../../upstream/types.ts";
import type { AppContext } from "../../app-context.ts";
import { requestContext } from "../../request-context.ts";
import type { Responder } from "../../responder.ts";
import { addressField } from "./fields.ts";
import { asksForExtract, scrapeOptionsOfV1 } from "./v1.ts";
import type { Version } from "./version.ts";

export interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

const ScrapeBody = z.preprocess(withoutNulls, z.object({ url: addressField }));

/** One whole answer. */
export const answer = (data: object): StreamEvent => ({ event: "done", data });

/** Pages in the formats asked for, by whatever this service has for making them. */
export const documentsOf =
  ({ config }: Pick<AppContext, "config">, upstream: Upstream) =>
  (url: string, options: ScrapeOptions): Observable<ScrapedDocument> =>
    scrape(url, options, { upstream, dataDir: config.DATA_DIR, model: languageModelOf(config) });

/** Answers `POST /scrape`. */
export function scraped(
  { face, replying }: Serving,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url } = checked(ScrapeBody, request.body);
  const options = checked(ScrapeOptions, version === "v1" ? scrapeOptionsOfV1(request.body) : request.body);
  const watched = requestContext(face, request);
  const twice = version === "v1" && asksForExtract(request.body);
  const answer$: Observable<StreamEvent> = documentsOf(face, watched.upstream)(url, options).pipe(
    map(({ warning, ...data }) =>
      answer({
        success: true,
        data: { ...data, ...(twice && data.json !== undefined && { extract: data.json }), ...(warning && { warning }) },
        ...(warning && { warning }),
      }),
    ),
  );
  return replying.events(answer$, request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: options.timeout + SPARE_MS,
  });
}
