import type { FastifyReply, FastifyRequest } from "fastify";
import type { Observable } from "rxjs";
import type { StreamEvent } from "../../../events.ts";
import { asked } from "../../../operations/define.ts";
import { firstOperation } from "../../../operations/parser.ts";
import { fitSearch, withinTokens } from "../../../pipelines/budget/fit.ts";
import type { SearchResponse } from "../../../pipelines/search/search.ts";
import { VERSION } from "../../../version.ts";
import type { AppContext } from "../../app-context.ts";
import { isStream, wireFor } from "../../formats/negotiate.ts";
import { RawBody } from "../../formats/raw-body.ts";
import { type RequestContext, requestContext } from "../../request-context.ts";
import type { Responder } from "../../responder.ts";
import { scopeFor } from "../../scope.ts";
import { answered } from "../answered.ts";
import { openSearch, searxngConfig } from "./about.ts";
import { searxngAnswerOf } from "./answer.ts";
import { askIn, type Manner, type SearxngAsk } from "./asked.ts";
import { type Directory, directoryOf } from "./engines.ts";
import { type Own, type SearxngFound, searxngSearch } from "./search.ts";
import { searxngCsv, searxngRss } from "./tables.ts";

interface Serving {
  readonly face: AppContext;
  readonly replying: Responder;
}

type Given = Readonly<Record<string, unknown>>;

/** SearXNG's clients give up after five seconds: an answer leaves before, with what there is. */
const MOST_MS = 4_100;
/** What is left at least for asking. */
const LEAST_MS = 500;

const directories = new WeakMap<AppContext, Directory>();

function directory(face: AppContext): Directory {
  const known = directories.get(face) ?? directoryOf(face.catalogue);
  directories.set(face, known);
  return known;
}

/** A search's events, and the upstream that they come from. */
function finding(
  ask: SearxngAsk,
  own: Own,
  {
    face,
    request,
    reply,
    hurried,
  }: { face: AppContext; request: FastifyRequest; reply: FastifyReply; hurried: boolean },
): { readonly events$: Observable<StreamEvent<SearxngFound>>; readonly watched: RequestContext } {
  const watched = requestContext(face, request);
  const most = hurried ? Math.max(LEAST_MS, MOST_MS - reply.elapsedTime) : Number.POSITIVE_INFINITY;
  const events$ = searxngSearch(ask, own, {
    directory: directory(face),
    env: { ...face.env, upstream: watched.upstream },
    deadlineMs: Math.min(most, face.config.SEARCH_DEADLINE_MS),
    onFailure: (engine, error) => {
      if (error.kind === "internal") request.log.error({ err: error.cause ?? error, engine }, "an engine failed");
    },
  });
  return { events$, watched };
}

/** Answers a search in SearXNG's own shape and formats. */
export function searched(
  given: Given,
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ask = askIn(given);
  const { events$, watched } = finding(ask, { whole: true }, { face, request, reply, hurried: true });
  const answer$ = events$.pipe(answered((found) => inFormat(ask, found, baseOf(request))));
  return replying.events(answer$, request, reply, { watch: watched, wire: "json" });
}

/** Where the searches of a request's face are. */
const baseOf = ({ protocol, host, routeOptions }: FastifyRequest): string =>
  `${protocol}://${host}${routeOptions.url?.startsWith("/searxng") ? "/searxng" : ""}`;

function inFormat({ q, format }: SearxngAsk, found: SearxngFound, base: string): object {
  const answer = searxngAnswerOf(q, found);
  if (format === "csv") return new RawBody("text/csv; charset=utf-8", searxngCsv(answer));
  return format === "rss" ? new RawBody("application/rss+xml; charset=utf-8", searxngRss(answer, base)) : answer;
}

/** What our own search was asked besides. */
export interface OwnAsk extends Own {
  readonly region?: string | undefined;
  readonly safe?: SearxngAsk["safe"];
  readonly maxTokens?: number | undefined;
  readonly warnings: readonly string[];
}

/** Answers `/search` with our own fields and SearXNG's beside them. */
export function searchedBoth(
  given: Given,
  { own, manner }: { readonly own: OwnAsk; readonly manner: Manner },
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { region, safe, maxTokens } = own;
  const read = askIn({ ...given, format: given["format"] === "rss" ? "rss" : "json" });
  const ask = {
    ...read,
    market: { ...read.market, ...(region !== undefined && { region }) },
    safe: safe ?? read.safe,
  };
  const wire = ask.format === "rss" ? "json" : wireFor(given["format"], request.headers.accept);
  const asked = { ...own, whole: !isStream(wire) };
  const { events$, watched } = finding(ask, asked, { face, request, reply, hurried: manner.hurried });
  if (ask.format === "rss") {
    const rss$ = events$.pipe(answered((found) => inFormat(ask, found, baseOf(request))));
    return replying.events(rss$, request, reply, { watch: watched, wire });
  }
  const unknown = directory(face).unknown(ask.engines);
  const both$: Observable<StreamEvent> =
    maxTokens === undefined
      ? events$.pipe(answered((found) => ({ ...ownAnswerOf(found), ...searxngAnswerOf(ask.q, found) })))
      : // Everything twice would not be within the tokens that were asked for.
        events$.pipe(answered(ownAnswerOf), withinTokens(maxTokens, fitSearch));
  return replying.events(both$, request, reply, {
    layout: { list: "items" },
    watch: watched,
    wire,
    warnings: [
      ...own.warnings,
      ...unknown.slice(0, 10).map((name) => `There is no engine ${name.slice(0, 80)}; it was not heeded.`),
    ],
  });
}

function ownAnswerOf({ success, items, time_ms, sources }: SearxngFound): SearchResponse {
  return { success, items: items.map(({ ranks: _, ...item }) => item), time_ms, sources };
}

export const configOf = (face: AppContext): object => searxngConfig(directory(face), face.env, VERSION);

export const describedFor = openSearch;

/** Who is asked for suggestions, one after another until one has some. */
const SUGGESTING = ["duckduckgo", "google", "brave", "bing", "wikipedia"].map((id) => `suggest/${id}_suggest`);
/** Milliseconds for each. */
const SUGGESTION_MS = 1_000;

/** Suggestions for what was typed: a list for scripts, OpenSearch's suggestions for a browser's search field. */
export function completed(
  given: Given,
  { face, replying }: Serving,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { q, market } = askIn({ ...given, format: "json" });
  const { scope, watched } = scopeFor(face, request, { timeoutMs: SUGGESTION_MS });
  const parsers = SUGGESTING.filter((name) => face.catalogue.find(name));
  const scripted = request.headers["x-requested-with"] === "XMLHttpRequest";
  const answer$ = asked(firstOperation, { query: q, parsers, options: market }, scope).pipe(
    answered(({ items }) => {
      const words = items.flatMap(({ title }) => (typeof title === "string" ? [title] : []));
      return scripted
        ? new RawBody("application/json; charset=utf-8", JSON.stringify(words))
        : new RawBody("application/x-suggestions+json; charset=utf-8", JSON.stringify([q, words, [], []]));
    }),
  );
  return replying.events(answer$, request, reply, { watch: watched, wire: "json" });
}
