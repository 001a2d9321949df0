import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { fitSearch, withinTokens } from "../../pipelines/budget/fit.ts";
import { MaxTokens } from "../../pipelines/budget/truncated.ts";
import { parser } from "../../pipelines/parser.ts";
import { engineOf } from "../../pipelines/search/engine.ts";
import { search } from "../../pipelines/search/search.ts";
import { missingKey } from "../../sources/run.ts";
import type { Source } from "../../sources/source.ts";
import { pathName } from "../catalogue.ts";
import { type App, type Face, written } from "../deps.ts";
import { isFormat } from "../formats/negotiate.ts";
import type { Replying } from "../reply-with.ts";
import {
  answers,
  FormatParameter,
  itemsBody,
  NoCache,
  PageCount,
  TruncatedBody,
  unreadParameters,
  whole,
  words,
} from "../schemas.ts";
import { unknownSource } from "../unrouted.ts";
import { watch } from "../watch.ts";

/** The category of the engines. */
const ENGINES = "search";

/** `GET /<category>/<id>` for every source, and `GET /search` over all engines. */
export function sourceRoutes(app: App, face: Face, replying: Replying): void {
  for (const source of face.catalogue.sources) sourceRoute(app, face, replying, source);
  searchRoute(app, face, replying);
}

const common = (describe: string, example: string) => ({
  q: words(describe, example),
  pagecount: PageCount,
  no_cache: NoCache,
  format: FormatParameter,
});

function sourceRoute(app: App, face: Face, replying: Replying, source: Source): void {
  const { query } = source;
  const own = common(query.describe, query.example);
  const Query = z.object({ ...own, ...query.options.shape, ...own, format: formatFor(query.options) });
  app.get(
    `/${pathName(source)}`,
    {
      schema: {
        operationId: pathName(source).replace("/", "_"),
        tags: [source.category],
        summary: source.title,
        description: [query.describe, source.terms, `Upstream: ${source.docs}`].filter(Boolean).join("\n\n"),
        querystring: Query,
        response: answers(itemsBody(source.item)),
      },
    },
    (request, reply) => {
      const { q, pagecount, no_cache } = request.query;
      const watched = watch(face.env.upstream, face.replayed);
      const options = picked(written(request), query.options);
      const ask = { q, pagecount, noCache: no_cache, probe: no_cache, options };
      return replying.events(parser(source, ask, { ...face.env, upstream: watched.upstream }), request, reply, {
        layout: { list: "items", entry: [source.item], live: true },
        watch: watched,
        warnings: unreadParameters(written(request), Query),
      });
    },
  );
}

function searchRoute(app: App, face: Face, replying: Replying): void {
  const engines = face.categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  const own = {
    ...common("words to search the web for", "rxjs backpressure"),
    sources: z.string().optional().describe("comma-separated ids of the engines to ask; default: all that are ready"),
    max_results: whole(1, 200).optional().describe("items in the answer at most"),
    max_tokens: MaxTokens.optional(),
  };
  const options = z.object(Object.assign({}, ...engines.toReversed().map(({ query }) => query.options.shape)));
  const Query = z.object({ ...own, ...options.shape, ...own });
  const scored = {
    engines: z.array(z.string()).describe("every engine that found it, the best rank first"),
    score: z.number().min(0).max(1),
  };
  const entry = engines.map(({ item }) => item.extend(scored));
  const Item = entry.length > 1 ? z.union(entry) : (entry[0] ?? z.object(scored));
  app.get(
    `/${ENGINES}`,
    {
      schema: {
        operationId: "search",
        tags: [ENGINES],
        summary: "Search all engines at once",
        description: "Results are merged by URL, scored and ranked. Fails only when every engine failed.",
        querystring: Query,
        response: answers(itemsBody(Item).extend({ truncated: TruncatedBody.optional() })),
      },
    },
    (request, reply) => {
      const { q, pagecount, no_cache, sources, max_results, max_tokens } = request.query;
      const watched = watch(face.env.upstream, face.replayed);
      const env = { ...face.env, upstream: watched.upstream };
      const chosen = sources === undefined ? engines.filter((engine) => !missingKey(engine, env)) : named(sources);
      const ask = { q, pagecount, noCache: no_cache, options: picked(written(request), options), limit: max_results };
      const events$ = search(ask, {
        engines: chosen.map((source) => engineOf(source, env)),
        deadlineMs: face.config.SEARCH_DEADLINE_MS,
        onFailure: (engine, error) => {
          if (error.kind === "internal") request.log.error({ err: error.cause ?? error, engine }, "an engine failed");
        },
      }).pipe(withinTokens(max_tokens, fitSearch));
      return replying.events(events$, request, reply, {
        layout: { list: "items", entry },
        watch: watched,
        warnings: unreadParameters(written(request), Query),
      });
    },
  );

  function named(list: string): readonly Source[] {
    const ids = new Set(list.split(",", 100).flatMap((id) => id.trim() || []));
    if (ids.size === 0) throw new SourceError("bad-query", "sources: must name engines, separated by commas.");
    return [...ids].map((id) => {
      const engine = engines.find((known) => known.id === id || pathName(known) === id);
      if (!engine) throw unknownSource(id, face.catalogue.near(`${ENGINES}/${id}`, ENGINES));
      return engine;
    });
  }
}

/** A source whose own `format` is of another kind (an image's) shares the parameter: json, csv and xml stay the answer's. */
function formatFor({ shape }: z.ZodObject): z.ZodType {
  const own = shape["format"];
  const error = "is neither a format of answers (json, csv or xml) nor one of this source";
  return own ? z.union([FormatParameter, own], { error }) : FormatParameter;
}

const RESERVED: readonly string[] = Object.keys(common("", ""));

/**
 * The parameters that a schema names, as they were written: who reads them checks them once more. The answer's own are
 * not among them, but for a `format` that is none of an answer.
 */
const picked = (given: Readonly<Record<string, unknown>>, { shape }: z.ZodObject): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        Object.hasOwn(shape, name) && (!RESERVED.includes(name) || (name === "format" && !isFormat(value))),
    ),
  );
