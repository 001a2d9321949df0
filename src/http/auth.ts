import type { FastifyReply, FastifyRequest } from "fastify";
import { bearerIn, CHALLENGE, keyCheck } from "../access.ts";
import { type Client, clientOf, keyDigestOf, type WeightOf } from "../admission/client.ts";
import type { App } from "./deps.ts";
import { refuse } from "./failure.ts";
import { ownerInside } from "./inside.ts";

/** What anybody may read: that the service lives, what it is, and how it is used. */
const OPEN =
  /^\/(?:(?:searxng\/)?(?:healthz|opensearch\.xml)|health(?:\/(?:live|ready))?|favicon\.ico|openapi\.json|docs(?:\/.*)?)?$/;

/** Headers of other services in which their clients send a key. */
const KEY_HEADERS = ["x-api-key", "x-subscription-token"];

/**
 * Lets only requests with one of the keys in, but for what is open; without keys everybody. A key is a bearer token (RFC
 * 6750), or stands where clients of other services put theirs: in a header, as a password, in the query as `api_key`, or in a POST's body
 * as `api_key`. One that is right is enough, whatever else was sent.
 */
export function requireKeys(app: App, keys: readonly string[]): void {
  if (keys.length === 0) return;
  const refusal = keyCheck(keys);
  const checkKeys = (request: FastifyRequest, reply: FastifyReply, given: readonly string[]) => {
    if (given.some((key) => refusal(key) === undefined)) return undefined;
    const refused = refusal(given[0]);
    if (!refused) return undefined;
    reply.header("www-authenticate", CHALLENGE);
    return refuse(request, reply, refused);
  };
  app.addHook("onRequest", async (request, reply) => {
    if (ownerInside() !== undefined || isOpen(request) || mayHaveKeyInBody(request)) return;
    return checkKeys(request, reply, keysOf(request));
  });
  app.addHook("preValidation", async (request, reply) => {
    if (ownerInside() !== undefined || isOpen(request) || !mayHaveKeyInBody(request)) return;
    return checkKeys(request, reply, [...keysOf(request), ...keyIn(request.body)]);
  });
}

/** Whose a request is, by its key; without keys all are the same one's. Never the key itself. */
export function ownerOf(request: FastifyRequest, keys: readonly string[]): string {
  const inside = ownerInside();
  if (inside !== undefined || keys.length === 0) return inside ?? "";
  const refusal = keyCheck(keys);
  const key = keysOf(request).find((given) => refusal(given) === undefined);
  return key === undefined ? "" : keyDigestOf(key);
}

/** Says who sends a request, as far as sharing goes; of one request it is told once. */
export function clientsOf(keys: readonly string[], weightOf?: WeightOf): (request: FastifyRequest) => Client {
  const known = new WeakMap<FastifyRequest, Client>();
  return (request) => {
    const client = known.get(request) ?? clientOf(ownerOf(request, keys), request.ip, weightOf);
    known.set(request, client);
    return client;
  };
}

const isOpen = ({ routeOptions }: FastifyRequest): boolean => OPEN.test(routeOptions.url ?? "unknown");

/** A POST that gives its key nowhere else. */
const mayHaveKeyInBody = (request: FastifyRequest): boolean =>
  request.method === "POST" && request.routeOptions.url !== undefined && keysOf(request).length === 0;

const keysOf = ({ headers, query }: FastifyRequest): readonly string[] => [
  ...[bearerIn(headers.authorization) ?? basicIn(headers.authorization)].flat(),
  ...KEY_HEADERS.flatMap((name) => headers[name] ?? []),
  ...keyIn(query),
];

/** The password, and the name, of clients that know of nothing but those (RFC 7617). */
function basicIn(authorization = ""): readonly string[] {
  const encoded = /^Basic +([\w+/=-]{1,4096})\s*$/i.exec(authorization)?.[1];
  if (encoded === undefined) return [];
  const [, name = "", password = ""] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, "base64").toString()) ?? [];
  return [password, name].filter(Boolean);
}

const keyIn = (fields: unknown): readonly string[] =>
  typeof fields === "object" && fields !== null && "api_key" in fields && typeof fields.api_key === "string"
    ? [fields.api_key]
    : [];
