import { switchMap } from "rxjs";
import { z } from "zod";
import { lazyImport } from "../operators/lazyImport.ts";
import { crawlOptions, mapOptions } from "../pipelines/crawl/options.ts";
import { words } from "../pipelines/parameters.ts";
import { typedInput } from "../pipelines/typed/fields.ts";
import { typingFor } from "../pipelines/typed/wanted.ts";
import { defineOperation } from "./define.ts";

const FIRST_PAGE = "the address of the first page; https:// is assumed where no scheme is given";
const SITE = "an address of the site; https:// is assumed where no scheme is given";

const Failed = z.object({ url: z.string(), error: z.string() });

/** Milliseconds that an answer may take whose own `timeout` is in seconds. */
const ownTime = (_config: unknown, { timeout }: { readonly timeout: number }): number => timeout * 1000;

/** A site's pages. */
export const crawlOperation = defineOperation({
  name: "crawl",
  title: "A site's pages as clean text",
  description: "Follows a site's links from a first page, breadth first, and reads each page.",
  subject: "url",
  input: crawlOptions.extend({ url: words(FIRST_PAGE, "https://example.org/"), ...typedInput }),
  output: z.object({
    base_url: z.string(),
    results: z.array(z.looseObject({ url: z.string(), raw_content: z.string() })),
    failed_results: z.array(Failed),
  }),
  limits: { ms: ownTime, leaves: true },
  run: ({ schema, prompt, ...order }, { config, env, streamed, onFailure, onQueue }) =>
    lazyImport(
      () => import("../pipelines/crawl/crawl.ts"),
      ({ crawl }) =>
        typingFor({ schema, prompt }, config, env.upstream).pipe(
          switchMap((typing) =>
            crawl(order, {
              upstream: env.upstream,
              typing,
              ...(!streamed && { hold: true }),
              ...(onFailure && { onFailure }),
              ...(onQueue && { onQueue }),
            }),
          ),
        ),
    ),
  rows: { list: "results" },
});

/** A site's addresses. */
export const mapOperation = defineOperation({
  name: "map",
  title: "A site's addresses",
  description: "Lists a site's addresses from its sitemaps, feeds and first page, without reading the pages.",
  subject: "url",
  input: mapOptions.extend({
    url: words(SITE, "https://example.org/"),
    sitemaps: z.enum(["include", "skip", "only"]).optional(),
  }),
  output: z.object({ urls: z.array(z.string()), total: z.int(), next_offset: z.int().optional() }),
  limits: { ms: ownTime, leaves: true },
  run: ({ sitemaps, ...order }, { env }) =>
    lazyImport(
      () => import("../pipelines/map/map.ts"),
      ({ mapSite }) => mapSite({ ...order, ...(sitemaps && { sitemaps }) }, { upstream: env.upstream }),
    ),
  rows: { list: "urls" },
});
