import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "./deps.ts";
import type { Metrics } from "./metrics.ts";

/** nginx's word for it; there is no status that says it. */
const CLIENT_HUNG_UP = 499;

/** Counts every request: once answered, or when its client hung up before. */
export function measure(app: App, metrics: Metrics): void {
  const count = (request: FastifyRequest, reply: FastifyReply, status: number): void =>
    metrics.request(request.routeOptions.url ?? "unknown", status, reply.elapsedTime / 1000);
  app.addHook("onRequest", async (request, reply) => {
    reply.raw.once("close", () => {
      if (!reply.raw.writableEnded) count(request, reply, CLIENT_HUNG_UP);
    });
  });
  app.addHook("onResponse", async (request, reply) => count(request, reply, reply.statusCode));
}
