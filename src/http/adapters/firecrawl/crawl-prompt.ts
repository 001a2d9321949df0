import type { FastifyReply, FastifyRequest } from "fastify";
import { catchError, firstValueFrom, map, type Observable, throwError } from "rxjs";
import { z } from "zod";
import { checked } from "../../../errors.ts";
import { languageModelOf } from "../../../pipelines/research/plan.ts";
import { notSupported, ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { withoutNulls, withScheme } from "../../../pipelines/scrape/options.ts";
import { typedData, UnfitError } from "../../../pipelines/typed/typed.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import { requestContext } from "../../request-context.ts";
import { addressField } from "./fields.ts";
import { CrawlBody } from "./order-bodies.ts";
import type { Ordering } from "./orders.ts";

const paths = { type: "array", items: { type: "string", maxLength: 500 }, maxItems: 50 };
const SCHEMA = {
  type: "object",
  additionalProperties: false,
  properties: {
    includePaths: paths,
    excludePaths: paths,
    maxDiscoveryDepth: { type: "integer", minimum: 0, maximum: 100 },
    limit: { type: "integer", minimum: 1, maximum: 100_000 },
    crawlEntireDomain: { type: "boolean" },
    allowSubdomains: { type: "boolean" },
    allowExternalLinks: { type: "boolean" },
    ignoreQueryParameters: { type: "boolean" },
    sitemap: { enum: ["include", "skip", "only"] },
    delay: { type: "number", minimum: 0, maximum: 60 },
  },
};

/** What a model reads in the place of a page. */
const aboutCrawls = (url: string): string => `A crawl begins at ${url}. These are its options; each may be left out.

includePaths: regular expressions (RE2); only addresses whose path matches one of them are kept, e.g. "^/blog/"
excludePaths: regular expressions; addresses whose path matches one of them are left out
maxDiscoveryDepth: links away from the first page at most
limit: pages at most
crawlEntireDomain: true: the whole host; else only paths below the first page's
allowSubdomains: hosts below the first page's host too
allowExternalLinks: pages on other hosts too
ignoreQueryParameters: addresses that differ only in their query are one
sitemap: include: read the site's sitemap too; skip: do not; only: follow no links
delay: seconds between two requests`;

const HOW =
  "The data are the options of a crawl that do what is wanted. Leave out every option that it does not ask for.";

/** The options of a crawl that a language model chooses for words. Fails with 501 without a model. */
export function optionsFor(
  prompt: string,
  url: string,
  { face }: Pick<Ordering, "face">,
  request: FastifyRequest,
): Observable<Readonly<Record<string, unknown>>> {
  const model = languageModelOf(face.config);
  if (!model) throw notSupported("prompt of a crawl is read by a language model: set LLM_BASE_URL and LLM_MODEL.");
  const { upstream } = requestContext(face, request);
  const start = parseUrl(withScheme(url)).href;
  const wanted = { schema: SCHEMA, prompt, systemPrompt: HOW };
  return typedData(aboutCrawls(start), wanted, { model, upstream }).pipe(
    map(({ data }) => {
      const options = { ...Object(data) };
      if (CrawlBody.safeParse({ ...options, url }).success) return options;
      throw new UnfitError("a path is no regular expression");
    }),
    catchError((error: unknown) =>
      throwError(() =>
        error instanceof UnfitError
          ? new ScrapeError("changed", 500, "CRAWL_PROMPT_INVALID", error.message, error)
          : error,
      ),
    ),
  );
}

const PreviewBody = z.preprocess(
  withoutNulls,
  z.object({
    url: addressField,
    prompt: z.string({ error: "is missing: what is wanted of the crawl, in words" }).trim().min(1).max(10_000),
  }),
);

/** Answers `POST /crawl/params-preview`. */
export async function previewed(
  ordering: Ordering,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { url, prompt } = checked(PreviewBody, request.body);
  const options = await firstValueFrom(optionsFor(prompt, url, ordering, request));
  return reply.send({ success: true, data: { url, ...options } });
}
