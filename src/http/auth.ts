import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SourceError } from "../errors.ts";
import type { App } from "./deps.ts";
import { refuse } from "./failure.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What anybody may read: that the service lives, what it is, and how it is used. */
const OPEN = /^\/(?:health|favicon\.ico|openapi\.json|docs(?:\/.*)?)?$/;

/**
 * Lets only requests with one of the bearer tokens in (RFC 6750), but for what is open; without tokens everybody. Where the
 * common search API is spoken, a key may stand in the body as `api_key` instead.
 */
export function requireKeys(app: App, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const known = keys.map(digest);
  // Every key is compared, so that the time tells nothing.
  const isKnown = (given: string): boolean => known.filter((key) => timingSafeEqual(key, digest(given))).length > 0;
  const refused = (request: FastifyRequest, reply: FastifyReply, given: string | undefined): FastifyReply => {
    reply.header("www-authenticate", 'Bearer realm="tributary"');
    const why = given === undefined ? "A key is needed" : "The key is not valid";
    return refuse(request, reply, new SourceError("unauthorized", `${why}: send Authorization: Bearer <key>.`));
  };
  app.addHook("onRequest", async (request, reply) => {
    if (OPEN.test(request.routeOptions.url ?? "unknown")) return;
    const given = bearerOf(request);
    if (given === undefined && mayHaveKeyInBody(request)) return;
    if (given === undefined || !isKnown(given)) return refused(request, reply, given);
  });
  app.addHook("preValidation", async (request, reply) => {
    if (bearerOf(request) !== undefined || !mayHaveKeyInBody(request)) return;
    const given = keyIn(request.body);
    if (given === undefined || !isKnown(given)) return refused(request, reply, given);
  });
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer +(\S+)\s*$/i.exec(headers.authorization ?? "")?.[1];

const mayHaveKeyInBody = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "POST" && routeOptions.config?.commonApi === true;

const keyIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "api_key" in body && typeof body.api_key === "string"
    ? body.api_key
    : undefined;
