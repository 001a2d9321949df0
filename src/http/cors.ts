import { corsAnswer } from "../access.ts";
import type { App } from "./app-context.ts";

/** Headers of ours that a page's scripts may read. */
const EXPOSED =
  "age, retry-after, x-request-id, x-tributary-cache, x-tributary-replay, x-tributary-sources, x-tributary-warnings";

/**
 * Lets scripts of pages of the given origins (`*`: any) ask and read answers, failures among them (Fetch standard, CORS);
 * without origins nobody's. A preflight is answered before keys are asked for.
 */
export function allowOrigins(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.addHook("onRequest", async (request, reply) => {
    const { preflight, headers } = corsAnswer(request.method, request.headers, {
      origins,
      exposed: EXPOSED,
      methods: "GET, HEAD, POST, PUT, DELETE",
    });
    reply.headers(headers);
    return preflight ? reply.code(204).send() : undefined;
  });
}
