import type { App } from "./deps.ts";

/** Seconds for which a browser keeps what a preflight said. */
const KEPT_S = 86_400;

/** Headers of ours that a page's scripts may read. */
const EXPOSED =
  "age, retry-after, x-request-id, x-tributary-cache, x-tributary-replay, x-tributary-sources, x-tributary-warnings";

/** Names of headers, as a preflight lists them. */
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+)*$/;

/**
 * Lets scripts of pages of the given origins (`*`: any) ask and read answers, failures among them (Fetch standard, CORS);
 * without origins nobody's. Cookies play no part: a key is sent in a header. A preflight is answered before keys are asked for.
 */
export function allowOrigins(app: App, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const any = origins.includes("*");
  const allowed = new Set(origins.map((origin) => origin.toLowerCase().replace(/\/$/, "")));
  app.addHook("onRequest", async (request, reply) => {
    const { origin } = request.headers;
    if (!any) reply.header("vary", "origin");
    if (origin === undefined || !(any || allowed.has(origin.toLowerCase()))) return undefined;
    reply.header("access-control-allow-origin", any ? "*" : origin);
    const wanted = request.headers["access-control-request-method"];
    if (request.method !== "OPTIONS" || wanted === undefined) {
      reply.header("access-control-expose-headers", EXPOSED);
      return undefined;
    }
    const headers = request.headers["access-control-request-headers"];
    if (headers !== undefined && HEADER_NAMES.test(headers)) reply.header("access-control-allow-headers", headers);
    return reply
      .header("access-control-allow-methods", "GET, HEAD, POST, PUT, DELETE")
      .header("access-control-max-age", KEPT_S)
      .code(204)
      .send();
  });
}
