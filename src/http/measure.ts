import type { FastifyReply, FastifyRequest } from "fastify";
import { type Catalogue, pathName } from "./catalogue.ts";
import type { App } from "./deps.ts";
import type { Metrics } from "./metrics.ts";
import { SOURCE_ROUTE, sourceAt } from "./unrouted.ts";

const UNKNOWN = "unknown";

/** nginx's word for it; there is no status that says it. */
const CLIENT_HUNG_UP = 499;

/** Counts every request: once answered, or when its client hung up before. */
export function measure(app: App, metrics: Metrics, catalogue: Catalogue): void {
  const count = (request: FastifyRequest, reply: FastifyReply, status: number): void =>
    metrics.request(routeOf(request, catalogue), status, reply.elapsedTime / 1000);
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => {
      if (!reply.raw.writableEnded) count(request, reply, CLIENT_HUNG_UP);
    });
  });
  app.addHook("onResponse", async (request, reply) => count(request, reply, reply.statusCode));
}

/** The route's pattern, or the source's path. */
function routeOf({ url, routeOptions }: FastifyRequest, catalogue: Catalogue): string {
  if (routeOptions.url !== SOURCE_ROUTE) return routeOptions.url ?? UNKNOWN;
  const source = sourceAt(url, catalogue);
  return source ? `/${pathName(source)}` : UNKNOWN;
}
