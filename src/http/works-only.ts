import { SourceError } from "../errors.ts";
import type { App } from "./app-context.ts";
import { refuse } from "./failure.ts";
import { ownerInside } from "./internal-requests.ts";

const OPEN = /^\/(?:health(?:\/(?:live|ready))?|metrics)(?:\?|$)/;

/** A process that works on tasks shows how it fares, and nothing else; what its own tasks ask is answered. */
export function worksOnly(app: App): void {
  app.addHook("onRequest", async (request, reply) => {
    if (ownerInside() !== undefined || OPEN.test(request.url)) return;
    const why = "This process works on tasks (tributary work): it answers /health and /metrics only.";
    await refuse(request, reply, new SourceError("not-found", why));
  });
}
