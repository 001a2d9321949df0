import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultIfEmpty, defer, firstValueFrom, forkJoin, map, shareReplay } from "rxjs";
import { checked, SourceError } from "../../errors.ts";
import { fitSearch, withinTokens } from "../../pipelines/budget/fit.ts";
import { OPERATION_MS, SPARE_MS } from "../../pipelines/deadlines.ts";
import { engineOf } from "../../pipelines/search/engine.ts";
import { type SearchRequest, search } from "../../pipelines/search/search.ts";
import { engineNamed } from "../../sources/by-name.ts";
import { mayAsk, readySources } from "../../sources/ready.ts";
import { fresh } from "../../sources/run.ts";
import type { Source } from "../../sources/source.ts";
import { isSearxngs, type Manner, mannerOf } from "../adapters/searxng/asked.ts";
import type { OwnAsk } from "../adapters/searxng/face.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { wireOf } from "../failure.ts";
import { isStream } from "../formats/negotiate.ts";
import { withLanguage } from "../language.ts";
import { requestContext } from "../request-context.ts";
import { logging } from "../researching.ts";
import type { Responder } from "../responder.ts";
import { unreadParameters } from "../schemas.ts";
import { postSearchRoute } from "./post-search.ts";
import { ENGINES, engineOptions, searchEntries, searchQuery } from "./source-schemas.ts";
import { picked } from "./sources.ts";

/** Items of one engine that are enough for a search which names neither `pagecount` nor `max_results`. */
const PLAIN_ITEMS = 10;

type Given = Readonly<Record<string, unknown>>;

const withoutSearxngs = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !isSearxngs(name)));

/** `GET /search` over all engines, for our own clients and for those of SearXNG, and `POST /search` beside it. */
export function searchRoutes(app: App, face: AppContext, replying: Responder): void {
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
  const facing$ = forkJoin([defer(() => import("../adapters/searxng/face.ts")), searching$]).pipe(shareReplay(1));
  app.get(`/${ENGINES}`, { schema: { hide: true } }, (request, reply) => {
    const given = rawParameters(request);
    const manner = mannerOf(given);
    return manner.both ? both(given, manner, request, reply) : own(given, request, reply);
  });

  postSearchRoute(app, face, replying, both);

  async function own(given: Given, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { engines, options, Query, entry, explained } = await firstValueFrom(searching$);
    const asked = withLanguage(given, options);
    const { q, pagecount, no_cache, max_age, timeout, max_results, max_tokens, explain, ...wanted } = checked(
      Query,
      asked,
    );
    const wire = wireOf(request);
    const watched = requestContext(face, request);
    const env = fresh({ ...face.env, upstream: watched.upstream }, { max_age });
    const lists = [wanted.engines, wanted.sources].filter((list) => list !== undefined);
    const chosen =
      lists.length === 0
        ? readySources(engines, env)
        : named(lists.join(","), engines, wanted.engines === undefined ? "sources" : "engines");
    const ask = {
      q,
      pagecount,
      noCache: no_cache,
      options: picked(asked, options),
      limit: max_results,
      explain,
      timeoutMs: timeout === undefined ? OPERATION_MS : timeout * 1000,
      // A plain search reads further pages only where the first bring little: who wants more says so.
      ...(given["pagecount"] === undefined && max_results === undefined && { enoughItems: PLAIN_ITEMS }),
      whole: !isStream(wire),
      ...(!isStream(wire) && { settledResults: max_results }),
    };
    const warnings = unreadParameters(given, Query);
    const events$ = search(ask, {
      engines: chosen.map((source) => engineOf(source, env)),
      deadlineMs: face.config.SEARCH_DEADLINE_MS,
      onFailure: logging(request.log, "an engine failed"),
    }).pipe(withinTokens(max_tokens, fitSearch));
    return replying.events(events$, request, reply, {
      layout: { list: "items", entry: explain ? explained : entry },
      watch: watched,
      warnings,
      wire,
      deadlineMs: ask.timeoutMs + SPARE_MS,
      ...(!no_cache && max_age === undefined && { hold: nameOf(ask, max_tokens, chosen, warnings) }),
    });
  }

  /** Answers in our shape and SearXNG's at once. */
  async function both(
    given: Given,
    manner: Manner,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const [{ searchedBoth }, { engines: known, options, Query }] = await firstValueFrom(facing$);
    const filled = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
    const { language: _, format, ...fields } = filled;
    const { pagecount, no_cache, max_results, max_tokens, explain } = checked(Query, {
      ...fields,
      ...(format !== "rss" && { format }),
    });
    const { region, safe } = picked(fields, options);
    const own: OwnAsk = {
      // SearXNG's clients ask page by page.
      pagecount: manner.searxngs && !("pagecount" in fields) ? 1 : pagecount,
      noCache: no_cache,
      limit: max_results,
      explain,
      maxTokens: max_tokens,
      region: typeof region === "string" ? region : undefined,
      safe: typeof safe === "string" ? safe : undefined,
      warnings: unreadParameters(withoutSearxngs(given), Query),
    };
    // SearXNG's clients name engines that are not here; who names our sources is told of it.
    if (typeof fields["sources"] === "string") named(fields["sources"], known, "sources");
    const engines = [given["engines"], given["sources"]].filter((list) => typeof list === "string").join(",");
    return searchedBoth({ ...given, engines }, { own, manner }, { face, replying }, request, reply);
  }

  function named(list: string, engines: readonly Source[], parameter: string): readonly Source[] {
    const ids = new Set(list.split(",", 100).flatMap((id) => id.trim() || []));
    if (ids.size === 0) throw new SourceError("bad-query", `${parameter}: must name engines, separated by commas.`);
    const allowed = engines.filter((engine) => mayAsk(engine, face.env));
    return [...ids].map((id) => engineNamed(id, allowed));
  }
}

/** What a search comes to, in one form: two of one name have one answer. */
const nameOf = (
  { q, pagecount, limit, enoughItems, options, explain }: SearchRequest,
  maxTokens: number | undefined,
  engines: readonly Source[],
  warnings: readonly string[],
): string =>
  JSON.stringify([
    ENGINES,
    q,
    pagecount,
    limit,
    enoughItems,
    explain,
    maxTokens,
    Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    engines.map(({ id }) => id),
    warnings,
  ]);
