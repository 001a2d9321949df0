import type { FastifyReply, FastifyRequest } from "fastify";
import { defaultIfEmpty, defer, firstValueFrom, forkJoin, map, shareReplay } from "rxjs";
import { z } from "zod";
import { checked } from "../../errors.ts";
import { ran } from "../../operations/define.ts";
import { EngineNames, enginesNamed } from "../../operations/names.ts";
import { searchOperation } from "../../operations/search.ts";
import { fitSearch, withinTokens } from "../../pipelines/budget/fit.ts";
import { OPERATION_MS, SPARE_MS } from "../../pipelines/deadlines.ts";
import { isSearxngs, type Manner, mannerOf } from "../adapters/searxng/asked.ts";
import type { OwnAsk } from "../adapters/searxng/face.ts";
import { type App, type AppContext, rawParameters } from "../app-context.ts";
import { wireOf } from "../failure.ts";
import { withLanguage } from "../language.ts";
import type { Responder } from "../responder.ts";
import { unreadParameters } from "../schemas.ts";
import { scopeFor } from "../scope.ts";
import { postSearchRoute } from "./post-search.ts";
import { ENGINES, engineOptions, searchEntries, searchQuery } from "./source-schemas.ts";
import { picked } from "./sources.ts";

type Given = Readonly<Record<string, unknown>>;

const withoutSearxngs = (given: Given): Given =>
  Object.fromEntries(Object.entries(given).filter(([name]) => !isSearxngs(name)));

/** `GET /search` over all engines, for our own clients and for those of SearXNG, and `POST /search` beside it. */
export function searchRoutes(app: App, face: AppContext, replying: Responder): void {
  const listed = face.categories.find(({ id }) => id === ENGINES)?.sources ?? [];
  const searching$ = forkJoin(listed.map(({ code }) => code)).pipe(
    defaultIfEmpty([]),
    map((engines) => ({
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
    const { options, Query, entry, explained } = await firstValueFrom(searching$);
    const asked = withLanguage(given, options);
    const { q, pagecount, no_cache, max_age, timeout, max_results, max_tokens, explain, ...wanted } = checked(
      Query,
      asked,
    );
    const wire = wireOf(request);
    const { scope, watched } = scopeFor(face, request, { timeout, wire });
    const order = {
      query: q,
      engines: wanted.engines,
      sources: wanted.sources,
      pagecount: given["pagecount"] === undefined ? undefined : pagecount,
      max_results,
      options: picked(asked, options),
      explain,
    };
    const warnings = unreadParameters(given, Query);
    const events$ = ran(searchOperation, { ...order, no_cache, max_age }, scope);
    return replying.events(events$.pipe(withinTokens(max_tokens, fitSearch)), request, reply, {
      layout: { ...searchOperation.rows, entry: explain ? explained : entry },
      watch: watched,
      warnings,
      wire,
      deadlineMs: (scope.timeoutMs ?? OPERATION_MS) + SPARE_MS,
      ...(!no_cache && max_age === undefined && { hold: nameOf(order, max_tokens, warnings) }),
    });
  }

  /** Answers in our shape and SearXNG's at once. */
  async function both(
    given: Given,
    manner: Manner,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const [{ searchedBoth }, { options, Query }] = await firstValueFrom(facing$);
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
    const { sources } = checked(z.object({ sources: EngineNames }), { sources: fields["sources"] });
    if (sources) enginesNamed(sources, listed, face.env);
    const engines = [given["engines"], given["sources"]].filter((list) => typeof list === "string").join(",");
    return searchedBoth({ ...given, engines }, { own, manner }, { face, replying }, request, reply);
  }
}

/** What a search comes to, in one form: two of one name have one answer. */
const nameOf = (
  { options, ...order }: { readonly options: Given; readonly [name: string]: unknown },
  maxTokens: number | undefined,
  warnings: readonly string[],
): string =>
  JSON.stringify([
    ENGINES,
    Object.entries(order),
    maxTokens,
    Object.entries(options).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    warnings,
  ]);
