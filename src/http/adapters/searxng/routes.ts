import type { FastifyReply, FastifyRequest } from "fastify";
import { type App, type AppContext, rawParameters } from "../../app-context.ts";
import { readForms } from "../../bodies.ts";
import type { FailureShape } from "../../failure.ts";
import { publicAddress } from "../../host.ts";
import type { Responder } from "../../responder.ts";

/** Failures as SearXNG tells them. */
const failing: FailureShape = ({ error }) => ({ body: { error } });

const facing = () => import("./face.ts");

/**
 * SearXNG's face at `/searxng`, in its shapes alone, and what of it stands at the root: `/config`, `/autocompleter`,
 * `/healthz`, `/opensearch.xml`, and searches at the root itself, which are sent on. What answers is imported by the first who asks.
 */
export function searxngRoutes(app: App, face: AppContext, replying: Responder): void {
  const schema = { hide: true };
  app.register(async (routes: App) => {
    readForms(routes);
    const search = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      (await facing()).searched(parametersOf(request), { face, replying }, request, reply);
    for (const url of ["/searxng", "/searxng/search"])
      routes.route({ method: ["GET", "POST"], url, config: { failing }, schema, handler: search });
    routes.post("/", { config: { failing }, schema }, (request, reply) =>
      reply.redirect(request.url.replace(/^\/?(?=\?|$)/, "/search"), 308),
    );
    for (const base of ["", "/searxng"]) {
      routes.get(`${base}/healthz`, { schema }, (_request, reply) => reply.type("text/plain").send("OK"));
      routes.get(`${base}/config`, { config: { failing }, schema }, async (_request, reply) =>
        reply.send(JSON.stringify((await facing()).configOf(face))).type("application/json"),
      );
      routes.get(`${base}/opensearch.xml`, { config: { failing }, schema }, async (request, reply) =>
        reply
          .type("application/opensearchdescription+xml")
          .send((await facing()).describedFor(publicAddress(request, face.config), base)),
      );
      routes.route({
        method: ["GET", "POST"],
        url: `${base}/autocompleter`,
        config: { failing },
        schema,
        handler: async (request, reply) =>
          (await facing()).completed(parametersOf(request), { face, replying }, request, reply),
      });
    }
  });
}

/** The parameters of a request: its query's, and its form's before those. */
export function parametersOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  return {
    ...rawParameters(request),
    ...(typeof body === "object" && body !== null && !Array.isArray(body) ? body : {}),
  };
}
