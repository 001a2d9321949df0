import { defaultIfEmpty, firstValueFrom, forkJoin, map, shareReplay } from "rxjs";
import { z } from "zod";
import { checked, SourceError } from "../../errors.ts";
import { fitSearch, withinTokens } from "../../pipelines/budget/fit.ts";
import { parser } from "../../pipelines/parser.ts";
import { engineOf } from "../../pipelines/search/engine.ts";
import { type SearchRequest, search } from "../../pipelines/search/search.ts";
import { missingKey } from "../../sources/run.ts";
import type { Source } from "../../sources/source.ts";
import { pathName } from "../catalogue.ts";
import { type App, type Face, written } from "../deps.ts";
import { isFormat } from "../formats/negotiate.ts";
import type { Replying } from "../reply-with.ts";
import { unreadParameters } from "../schemas.ts";
import { notFound, SOURCE_ROUTE } from "../unrouted.ts";
import { watch } from "../watch.ts";
import { ENGINES, engineOptions, RESERVED, searchEntries, searchQuery, sourceQuery } from "./source-schemas.ts";

/** `GET /<category>/<id>` for every source, and `GET /search` over all engines. Their code is imported when they are asked. */
export function sourceRoutes(app: App, face: Face, replying: Replying): void {
  sourceRoute(app, face, replying);
  searchRoute(app, face, replying);
}

function sourceRoute(app: App, face: Face, replying: Replying): void {
  const queries = new WeakMap<Source, ReturnType<typeof sourceQuery>>();

  function queryOf(source: Source): ReturnType<typeof sourceQuery> {
    const known = queries.get(source) ?? sourceQuery(source);
    queries.set(source, known);
    return known;
  }

  app.get(
    SOURCE_ROUTE,
    { schema: { hide: true, params: z.object({ category: z.string(), id: z.string() }) } },
    async (request, reply) => {
      const { category, id } = request.params;
      const listed = face.catalogue.find(`${category}/${id}`);
      if (!listed) throw notFound(request.url, face.catalogue);
      const source = await firstValueFrom(listed.code);
      const Query = queryOf(source);
      const { q, pagecount, no_cache } = checked(Query, request.query);
      const watched = watch(face.env.upstream, face.replayed);
      const options = picked(written(request), source.query.options);
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
  const listed = face.categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  const searching$ = forkJoin(listed.map(({ code }) => code)).pipe(
    defaultIfEmpty([]),
    map((engines) => ({
      engines,
      options: engineOptions(engines),
      Query: searchQuery(engines),
      entry: searchEntries(engines, false),
      explained: searchEntries(engines, true),
    })),
    shareReplay(1),
  );
  app.get(`/${ENGINES}`, { schema: { hide: true } }, async (request, reply) => {
    const { engines, options, Query, entry, explained } = await firstValueFrom(searching$);
    const { q, pagecount, no_cache, max_results, max_tokens, explain, ...wanted } = checked(Query, request.query);
    const watched = watch(face.env.upstream, face.replayed);
    const env = { ...face.env, upstream: watched.upstream };
    const lists = [wanted.engines, wanted.sources].filter((list) => list !== undefined);
    const chosen =
      lists.length === 0
        ? engines.filter((engine) => !missingKey(engine, env))
        : named(lists.join(","), engines, wanted.engines === undefined ? "sources" : "engines");
    const ask = {
      q,
      pagecount,
      noCache: no_cache,
      options: picked(written(request), options),
      limit: max_results,
      explain,
    };
    const warnings = unreadParameters(written(request), Query);
    const events$ = search(ask, {
      engines: chosen.map((source) => engineOf(source, env)),
      deadlineMs: face.config.SEARCH_DEADLINE_MS,
      onFailure: (engine, error) => {
        if (error.kind === "internal") request.log.error({ err: error.cause ?? error, engine }, "an engine failed");
      },
    }).pipe(withinTokens(max_tokens, fitSearch));
    return replying.events(events$, request, reply, {
      layout: { list: "items", entry: explain ? explained : entry },
      watch: watched,
      warnings,
      ...(!no_cache && { hold: nameOf(ask, max_tokens, chosen, warnings) }),
    });
  });

  function named(list: string, engines: readonly Source[], parameter: string): readonly Source[] {
    const ids = new Set(list.split(",", 100).flatMap((id) => id.trim() || []));
    if (ids.size === 0) throw new SourceError("bad-query", `${parameter}: must name engines, separated by commas.`);
    return [...ids].map((id) => {
      const engine = engines.find((known) => known.id === id || pathName(known) === id);
      if (!engine) throw unknownEngine(id);
      return engine;
    });
  }

  function unknownEngine(id: string): SourceError {
    const near = face.catalogue.near(`${ENGINES}/${id}`, ENGINES, true);
    const meant = (near.length > 0 ? near : listed).map((engine) => engine.id).join(", ");
    const advice = near.length > 0 ? `Did you mean ${meant}?` : `There are: ${meant}.`;
    return new SourceError("unknown-source", `There is no engine ${id.slice(0, 80)}. ${advice}`);
  }
}

/** What a search comes to, in one form: two of one name have one answer. */
const nameOf = (
  { q, pagecount, limit, options, explain }: SearchRequest,
  maxTokens: number | undefined,
  engines: readonly Source[],
  warnings: readonly string[],
): string =>
  JSON.stringify([
    ENGINES,
    q,
    pagecount,
    limit,
    explain,
    maxTokens,
    Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    engines.map(({ id }) => id),
    warnings,
  ]);

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
