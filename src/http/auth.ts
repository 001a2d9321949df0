import type { FastifyReply, FastifyRequest } from "fastify";
import { bearerIn, CHALLENGE, keyCheck } from "../access.ts";
import type { App } from "./deps.ts";
import { refuse } from "./failure.ts";

/** What anybody may read: that the service lives, what it is, and how it is used. */
const OPEN = /^\/(?:health|favicon\.ico|openapi\.json|docs(?:\/.*)?)?$/;

/**
 * Lets only requests with one of the bearer tokens in (RFC 6750), but for what is open; without tokens everybody. Where the
 * common search API is spoken, a key may stand in the body as `api_key` instead.
 */
export function requireKeys(app: App, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const refusal = keyCheck(keys);
  const checkKey = (request: FastifyRequest, reply: FastifyReply, given: string | undefined) => {
    const refused = refusal(given);
    if (!refused) return undefined;
    reply.header("www-authenticate", CHALLENGE);
    return refuse(request, reply, refused);
  };
  app.addHook("onRequest", async (request, reply) => {
    if (OPEN.test(request.routeOptions.url ?? "unknown")) return;
    const given = bearerIn(request.headers.authorization);
    if (given === undefined && mayHaveKeyInBody(request)) return;
    return checkKey(request, reply, given);
  });
  app.addHook("preValidation", async (request, reply) => {
    if (bearerIn(request.headers.authorization) !== undefined || !mayHaveKeyInBody(request)) return;
    return checkKey(request, reply, keyIn(request.body));
  });
}

const mayHaveKeyInBody = ({ method, routeOptions }: FastifyRequest): boolean =>
  method === "POST" && routeOptions.config?.commonApi === true;

const keyIn = (body: unknown): string | undefined =>
  typeof body === "object" && body !== null && "api_key" in body && typeof body.api_key === "string"
    ? body.api_key
    : undefined;
