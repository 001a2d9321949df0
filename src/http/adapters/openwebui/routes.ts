import type { FastifySchemaCompiler } from "fastify";
import type { App, AppContext } from "../../app-context.ts";
import type { FailureShape } from "../../failure.ts";
import type { Responder } from "../../responder.ts";

/** Failures as Open WebUI's own services tell them; a file without text is 422 there. */
const failing: FailureShape = ({ error, code }, status) => ({
  status: code === "unsupported-type" ? 422 : status,
  body: { detail: error },
});

const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

const facing = () => import("./face.ts");

/**
 * Open WebUI's external search engine, web loader and document loader: `POST /openwebui/search`, `POST /openwebui/load`,
 * `PUT /openwebui/process`. What answers is imported by the first who asks.
 */
export function openWebuiRoutes(app: App, face: AppContext, replying: Responder): void {
  const options = { config: { failing }, validatorCompiler: asGiven, schema: { hide: true } };
  const serving = { face, replying };
  app.post("/openwebui/search", options, async (request, reply) => (await facing()).found(serving, request, reply));
  app.post("/openwebui/load", options, async (request, reply) => (await facing()).loaded(serving, request, reply));
  app.register(async (files: App) => {
    files.removeAllContentTypeParsers();
    files.addContentTypeParser("*", { parseAs: "buffer" }, (_request, bytes, done) => done(null, bytes));
    const bodyLimit = face.config.MAX_BODY_BYTES;
    files.put("/openwebui/process", { ...options, bodyLimit }, async (request, reply) =>
      (await facing()).processed(serving, request, reply),
    );
  });
}
