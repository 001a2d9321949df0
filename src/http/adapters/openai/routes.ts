import type { FastifySchemaCompiler } from "fastify";
import { SourceError } from "../../../errors.ts";
import type { App, AppContext } from "../../app-context.ts";
import type { FailureShape } from "../../failure.ts";
import type { Responder } from "../../responder.ts";

/** What OpenAI calls a failure, by its status. */
const typeOf = (status: number): string => {
  if (status === 401) return "authentication_error";
  return status < 500 ? "invalid_request_error" : "api_error";
};

/** Failures as OpenAI tells them; to clients of Perplexity the status is the code. */
const failing: FailureShape = ({ error, code: kind }, status, { headers }) => {
  const own = kind === "unauthorized" ? "invalid_api_key" : kind;
  const code = /perplexity/i.test(headers["user-agent"] ?? "") ? status : own;
  return { body: { error: { message: error, type: typeOf(status), param: null, code } } };
};

const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

const MODELS = ["tributary-mini", "tributary-pro"] as const;

const modelOf = (id: string) => ({ id, object: "model", created: 0, owned_by: "tributary" });

/**
 * Research for clients of OpenAI's chat completions, those of Perplexity among them: `POST /v1/chat/completions`, also
 * without `/v1`, and `GET /v1/models`. What answers is imported by the first who asks.
 */
export function openaiRoutes(app: App, face: AppContext, replying: Responder): void {
  const config = { failing };
  const schema = { hide: true };
  for (const url of ["/v1/chat/completions", "/chat/completions"])
    app.post(url, { config, validatorCompiler: asGiven, schema }, async (request, reply) =>
      (await import("./face.ts")).completed({ face, replying }, request, reply),
    );
  app.get("/v1/models", { config, schema }, (_request, reply) =>
    reply.type("application/json").send(JSON.stringify({ object: "list", data: MODELS.map(modelOf) })),
  );
  app.get<{ Params: { id: string } }>("/v1/models/:id", { config, schema }, (request, reply) => {
    const id = MODELS.find((known) => known === request.params.id);
    if (!id) throw new SourceError("not-found", `There is no such model. There are: ${MODELS.join(", ")}.`);
    return reply.type("application/json").send(JSON.stringify(modelOf(id)));
  });
}
