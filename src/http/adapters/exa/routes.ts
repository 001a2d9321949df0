import type { FastifyRequest, FastifySchemaCompiler } from "fastify";
import type { App, AppContext } from "../../app-context.ts";
import type { FailureShape } from "../../failure.ts";
import type { Responder } from "../../responder.ts";

/** Failures as Exa tells them. */
const failing: FailureShape = ({ error, code, request_id }) => ({ body: { requestId: request_id, error, tag: code } });

const asGiven: FastifySchemaCompiler<unknown> = () => (value) => ({ value });

const facing = () => import("./face.ts");

/** Fields that only Exa's searches have. */
const EXAS = ["numResults", "contents", "livecrawl", "type"];

/** Tells Exa's searches from others at `/search`: by a field of its own, or by its header where no field is another's. */
export function isExas({ body, headers }: FastifyRequest): boolean {
  if (typeof body !== "object" || body === null || !("query" in body)) return false;
  const names = Object.keys(body);
  if (names.some((name) => EXAS.includes(name))) return true;
  return headers["x-api-key"] !== undefined && !names.some((name) => name.includes("_"));
}

/**
 * Exa's `/search`, `/contents`, `/answer` and `/findSimilar` below `/exa`, and those of them at the root whose paths nobody
 * else has. What answers is imported by the first who asks.
 */
export function exaRoutes(app: App, face: AppContext, replying: Responder): void {
  const options = { config: { failing }, validatorCompiler: asGiven, schema: { hide: true } };
  const serving = { face, replying };
  app.post("/exa/search", options, async (request, reply) => (await facing()).searched(serving, request, reply));
  for (const base of ["", "/exa"]) {
    app.post(`${base}/contents`, options, async (request, reply) => (await facing()).read(serving, request, reply));
    app.post(`${base}/answer`, options, async (request, reply) => (await facing()).answeredBy(serving, request, reply));
    app.post(`${base}/findSimilar`, options, async (request, reply) =>
      (await facing()).similar(serving, request, reply),
    );
  }
}
