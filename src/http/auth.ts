import { createHash, timingSafeEqual } from "node:crypto";
import { SourceError } from "../errors.ts";
import type { App } from "./deps.ts";
import { refuse } from "./failure.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Lets only requests with one of the bearer tokens in (RFC 6750), but for `/health`; without tokens everybody. */
export function requireKeys(app: App, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const known = keys.map(digest);
  app.addHook("onRequest", async (request, reply) => {
    if (request.routeOptions.url === "/health") return;
    const given = /^Bearer +(\S+)\s*$/i.exec(request.headers.authorization ?? "")?.[1];
    const hashed = digest(given ?? "");
    // Every key is compared, so that the time tells nothing.
    const matches = known.filter((key) => timingSafeEqual(key, hashed)).length;
    if (given !== undefined && matches > 0) return;
    reply.header("www-authenticate", 'Bearer realm="tributary"');
    const why = given === undefined ? "A key is needed" : "The key is not valid";
    return refuse(request, reply, new SourceError("unauthorized", `${why}: send Authorization: Bearer <key>.`));
  });
}
