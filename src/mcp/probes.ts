import type { IncomingMessage, ServerResponse } from "node:http";
import { createReadiness, unready } from "../readiness.ts";
import type { McpDeps } from "./tool.ts";

/**
 * Answers `GET /health/live` and `GET /health/ready` beside the protocol, where the tools are served by a process of their
 * own; true where the request was one of them.
 */
export function createProbes({
  config,
  env,
  onFailure,
}: McpDeps): (request: IncomingMessage, response: ServerResponse) => boolean {
  const ready$ = createReadiness(config.DATA_DIR, env.upstream.dependencies, ({ name, failure }) => {
    if (failure !== undefined) onFailure?.(`not ready: ${name}`, failure);
  });
  const answer = (response: ServerResponse, status: number, body: object): void => {
    response
      .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
      .end(JSON.stringify(body));
  };
  return ({ url = "/", method }, response) => {
    const path = url.split("?")[0];
    if (method !== "GET" && method !== "HEAD") return false;
    if (path === "/health/live") {
      answer(response, 200, { success: true, status: "live" });
      return true;
    }
    if (path !== "/health/ready") return false;
    const asked = ready$.subscribe((checks) => {
      const refusal = unready(checks);
      if (refusal) answer(response, refusal.status, { success: false, error: refusal.message, code: refusal.kind });
      else answer(response, 200, { success: true, status: "ready" });
    });
    response.once("close", () => asked.unsubscribe());
    return true;
  };
}
