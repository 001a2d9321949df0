import type { FastifyReply, FastifyRequest } from "fastify";
import { analysisFacts } from "../aggregate/analysis-facts.ts";
import { type Catalogue, pathName } from "../sources/by-name.ts";
import { type App, type AppContext, rawParameters } from "./app-context.ts";
import { costOf } from "./cost.ts";
import { ownerInside } from "./internal-requests.ts";
import { SOURCE_ROUTE, sourceAt } from "./not-found.ts";
import { operationOf } from "./operation.ts";
import { spansOf } from "./request-spans.ts";

const UNKNOWN = "unknown";

/** nginx's word for it; there is no status that says it. */
const CLIENT_HUNG_UP = 499;

/**
 * Counts and logs every request: once answered, or when its client hung up before. What was asked is logged at `debug`
 * only, and headers and bodies, where keys are, never.
 */
export function recordRequests(
  app: App,
  { metrics, requests, keys, catalogue }: Pick<AppContext, "metrics" | "requests" | "keys" | "catalogue">,
  operations: Operations,
): void {
  app.decorateRequest("failedAs");
  app.decorateRequest("pagesRead", 0);
  /** What its connection had sent before a request. */
  const sentBefore = new WeakMap<FastifyRequest, number>();
  const spans = spansOf(app, (request) => operations(request).route);
  const told = (request: FastifyRequest, reply: FastifyReply, status: number): void => {
    const { method, log } = request;
    const { route, face, operation } = operations(request);
    const outcome = outcomeOf(request, status);
    const ms = Math.round(reply.elapsedTime);
    metrics.request(route, status, { face, operation, outcome, seconds: reply.elapsedTime / 1000 });
    const cache = reply.getHeader("x-tributary-cache");
    const came = { route, face, operation, status, outcome, ms };
    requests.ended(request, {
      ...came,
      query: rawParameters(request),
      cache: typeof cache === "string" ? cache : undefined,
    });
    const { holder, pagesRead } = request;
    if (holder) {
      const bytes = Math.max(0, sentBy(request) - (sentBefore.get(request) ?? 0));
      const cached = cache === "hit" ? 1 : 0;
      keys.came(holder, costOf(request, catalogue), { bytes, pages: pagesRead, cached }).subscribe();
    }
    spans.end(request, { status, face, operation, outcome }, () =>
      log.info({ face, operation, outcome, method, route, status, ms }, "request"),
    );
  };
  app.addHook("onListen", async () => void setImmediate(metrics.begin));
  app.addHook("onRequest", async (request, reply) => {
    // Internal requests are not kept in the request log: the task that sends them has its own record.
    if (ownerInside() === undefined) requests.began(request);
    sentBefore.set(request, sentBy(request));
    reply.raw.once("close", () => {
      if (!reply.raw.writableEnded) told(request, reply, CLIENT_HUNG_UP);
    });
  });
  app.addHook("preHandler", async (request) => {
    request.log.debug({ query: withoutKeys(rawParameters(request)) }, "asked");
  });
  app.addHook("onResponse", async (request, reply) => told(request, reply, reply.statusCode));
}

/** Bytes that a request's connection has sent; none where there is no connection. */
const sentBy = ({ raw }: FastifyRequest): number => raw.socket?.bytesWritten ?? 0;

/** What a request asks for: the route's pattern, or the source's path, and the operation over the face. */
type Operations = (request: FastifyRequest) => { readonly route: string } & ReturnType<typeof operationOf>;

export function operationsOf(catalogue: Catalogue): Operations {
  const analyses = new Set(analysisFacts.map(({ path }) => path));
  return (request) => {
    const route = routeOf(request, catalogue);
    const isSource = request.routeOptions.url === SOURCE_ROUTE && route !== UNKNOWN;
    return { route, ...operationOf(route, isSource, analyses) };
  };
}

/** `ok`, `cancelled`, or the code of the failure, which a stream may have met after its status was sent. */
function outcomeOf({ failedAs }: FastifyRequest, status: number): string {
  if (status === CLIENT_HUNG_UP) return "cancelled";
  return failedAs ?? (status < 400 ? "ok" : "refused");
}

/** The route's pattern, or the source's path. */
function routeOf({ url, routeOptions }: FastifyRequest, catalogue: Catalogue): string {
  if (routeOptions.url !== SOURCE_ROUTE) return routeOptions.url ?? UNKNOWN;
  const source = sourceAt(url, catalogue);
  return source ? `/${pathName(source)}` : UNKNOWN;
}

/** Nobody is asked for a key in the query, and somebody will send one there. */
const withoutKeys = (query: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !/key|token|secret|auth|pass/i.test(name)));
