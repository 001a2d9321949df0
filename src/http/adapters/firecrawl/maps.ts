import type { FastifyReply, FastifyRequest } from "fastify";
import { map, type Observable, scan, takeLast, takeWhile } from "rxjs";
import { z } from "zod";
import { checked } from "../../../errors.ts";
import type { StreamEvent } from "../../../events.ts";
import { begun } from "../../../operations/define.ts";
import { mapOperation } from "../../../operations/site.ts";
import { mapOptions } from "../../../pipelines/crawl/options.ts";
import { patterns } from "../../../pipelines/crawl/patterns.ts";
import { SPARE_MS } from "../../../pipelines/deadlines.ts";
import { byWords } from "../../../pipelines/map/by-words.ts";
import type { MapResponse } from "../../../pipelines/map/map.ts";
import { ScrapeError } from "../../../pipelines/scrape/failure.ts";
import { withoutNulls, withScheme } from "../../../pipelines/scrape/options.ts";
import { parseUrl } from "../../../sources/kit/requests/query.ts";
import { scopeFor } from "../../scope.ts";
import { answer, type Serving } from "./face.ts";
import { addressField, flag, timeoutField } from "./fields.ts";
import type { Version } from "./version.ts";

const MAX_LINKS = 100_000;
const MAP_MS = 60_000;

const MapBody = z.preprocess(
  withoutNulls,
  z.object({
    url: addressField,
    search: z.string().max(1_000).default(""),
    limit: z
      .int({ error: "must be a whole number" })
      .min(1, { error: "must be at least 1" })
      .max(MAX_LINKS, { error: `must be at most ${MAX_LINKS}` })
      .default(5_000),
    includeSubdomains: flag.default(true),
    ignoreQueryParameters: flag.default(true),
    filterByPath: flag.default(true),
    sitemap: z.enum(["include", "skip", "only"], { error: "must be include, skip or only" }).optional(),
    // The first version's.
    ignoreSitemap: flag.default(false),
    sitemapOnly: flag.default(false),
    includePaths: patterns("only addresses whose path matches one of these are listed"),
    excludePaths: patterns("addresses whose path matches one of these are left out"),
    timeout: timeoutField(1_000, MAP_MS),
  }),
);

interface Mapped {
  readonly links: Set<string>;
  readonly done?: MapResponse;
}

/** Answers `POST /map`. */
export function mapped(
  { face, replying }: Serving,
  version: Version,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = checked(MapBody, request.body);
  const start = parseUrl(withScheme(body.url));
  const under = body.filterByPath ? start.pathname.replace(/\/$/, "") : "";
  const timeoutS = Math.max(1, Math.ceil(body.timeout / 1000));
  const options = {
    ...mapOptions.parse({ limit: MAX_LINKS, include_subdomains: body.includeSubdomains, timeout: timeoutS }),
    select_paths: body.includePaths,
    exclude_paths: body.excludePaths,
  };
  const sitemaps = body.sitemap ?? (body.sitemapOnly ? "only" : body.ignoreSitemap ? "skip" : "include");
  const { scope, watched } = scopeFor(face, request);
  const answer$: Observable<StreamEvent> = begun(mapOperation, { ...options, url: start.href, sitemaps }, scope).pipe(
    scan(
      (all: Mapped, event): Mapped => {
        if (event.event === "done") return { ...all, done: event.data };
        const url = event.event === "page" ? String(event.data["url"]) : "";
        const shown = linkOf(url, body, under);
        if (shown !== undefined && all.links.size < body.limit) all.links.add(shown);
        return all;
      },
      { links: new Set<string>() },
    ),
    takeWhile(({ links, done }) => done === undefined && links.size < body.limit, true),
    takeLast(1),
    map(({ links, done }) => {
      if (links.size === 0 && done?.stopped === "timeout")
        throw new ScrapeError("timeout", 408, "MAP_TIMEOUT", `${start.href} was not mapped within ${timeoutS} s.`);
      const found = byWords([...links], body.search);
      const warnings = [
        ...(done?.stopped === "timeout" ? [`The map was stopped after ${timeoutS} s: there may be more.`] : []),
        ...(done?.failed_results ?? []).slice(0, 5).map(({ url, error }) => `${url} could not be read: ${error}`),
      ];
      return answer({
        success: true,
        id: request.id,
        links: version === "v1" ? found : found.map((url) => ({ url })),
        ...(warnings.length > 0 && { warning: warnings.join(" ") }),
      });
    }),
  );
  return replying.events(answer$, request, reply, {
    watch: watched,
    wire: "json",
    deadlineMs: timeoutS * 1000 + SPARE_MS,
  });
}

/** An address as it is told; undefined where it stands above the path that was asked for. */
function linkOf(url: string, { ignoreQueryParameters }: z.output<typeof MapBody>, under: string): string | undefined {
  const address = URL.parse(url);
  if (!address) return undefined;
  const path = address.pathname;
  if (under !== "" && path !== under && !path.startsWith(`${under}/`)) return undefined;
  if (ignoreQueryParameters) address.search = "";
  return address.href;
}
