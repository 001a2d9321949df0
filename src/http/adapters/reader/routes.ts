import type { FastifySchemaCompiler } from "fastify";
import type { App, AppContext } from "../../app-context.ts";
import { readForms } from "../../bodies.ts";
import type { FailureShape } from "../../failure.ts";
import type { Responder } from "../../responder.ts";

/** Failures as readers of this kind tell them; a budget that is exceeded is 409 there. */
const failing: FailureShape = ({ error, code: kind }, status) => {
  const code = kind === "too-large" ? 409 : status;
  const said = { data: null, code, status: code * 100, name: kind, message: error, readableMessage: error };
  return { status: code, body: said };
};

const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

const facing = () => import("./face.ts");

/**
 * One-liners: `GET /r/<url>` gives a page as Markdown, `GET /s/<query>` what the engines find, with the pages' content. What
 * answers is imported by the first who asks.
 */
export function readerRoutes(app: App, face: AppContext, replying: Responder): void {
  const options = { config: { failing }, validatorCompiler: asGiven, schema: { hide: true } };
  const serving = { face, replying };
  app.register(async (routes: App) => {
    readForms(routes);
    for (const url of ["/r", "/r/*"])
      routes.route({
        ...options,
        method: ["GET", "POST"],
        url,
        handler: async (request, reply) => (await facing()).read(serving, request, reply),
      });
    for (const url of ["/s", "/s/*"])
      routes.route({
        ...options,
        method: ["GET", "POST"],
        url,
        handler: async (request, reply) => (await facing()).searched(serving, request, reply),
      });
  });
}
