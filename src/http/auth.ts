import type { FastifyReply, FastifyRequest } from "fastify";
import { firstValueFrom } from "rxjs";
import { bearerIn, CHALLENGE } from "../access.ts";
import type { CostClass } from "../admission/classes.ts";
import { type Client, clientOf, type WeightOf } from "../admission/client.ts";
import { type Holder, keyRefusal, routeRefusal } from "../keys/keyring.ts";
import { type Keys, type Limit, rateLimitHeaders } from "../keys/keys.ts";
import type { App } from "./app-context.ts";
import { refuse } from "./failure.ts";
import { ownerInside } from "./internal-requests.ts";

/** What anybody may read: that the service lives, what it is, and how it is used; a picture has a signature of its own, and the tools ask for
 * keys themselves. */
const OPEN =
  /^\/(?:(?:searxng\/)?(?:healthz|opensearch\.xml)|health(?:\/(?:live|ready))?|favicon\.ico|openapi\.json|thumbnail|mcp|docs(?:\/.*)?|ui(?:\/(?:\*|assets\/:file))?)?$/;

/** Headers of other services in which their clients send a key. */
const KEY_HEADERS = ["x-api-key", "x-subscription-token"];

declare module "fastify" {
  interface FastifyRequest {
    /** Whose key the request came with. */
    holder?: Holder;
    /** What is left of its quotas. */
    limits?: readonly Limit[];
  }
}

/**
 * Lets only requests with one of the keys in, but for what is open; where no keys are asked for everybody. A key is a bearer
 * token (RFC 6750), or stands where clients of other services put theirs: in a header, as a password, in the query as
 * `api_key`, or in a POST's body as `api_key`. One that is right is enough, whatever else was sent. A key may be limited to
 * routes (403), and to so many requests (429); every answer tells its limits.
 */
export function requireKeys(app: App, keys: Keys, costOf: (request: FastifyRequest) => CostClass): void {
  app.decorateRequest("holder");
  app.decorateRequest("limits");
  const enter = async (request: FastifyRequest, reply: FastifyReply, given: readonly string[]) => {
    const holder = keys.holderOf(given);
    if (!holder) {
      reply.header("www-authenticate", CHALLENGE);
      return refuse(request, reply, keyRefusal(given[0]));
    }
    request.holder = holder;
    const forbidden = routeRefusal(holder, request.url.split("?", 1)[0] ?? "");
    if (forbidden) return refuse(request, reply, forbidden);
    const { limits, refusal } = await firstValueFrom(keys.charge(holder, costOf(request)));
    request.limits = limits;
    reply.headers(rateLimitHeaders(limits));
    return refusal && refuse(request, reply, refusal);
  };
  /** What the service asks of itself has been let in before. */
  const mayEnter = (request: FastifyRequest): boolean =>
    !keys.asksForKeys() || ownerInside() !== undefined || isOpen(request);
  app.addHook("onRequest", async (request, reply) => {
    if (mayEnter(request) || mayHaveKeyInBody(request)) return;
    return enter(request, reply, keysOf(request));
  });
  app.addHook("preValidation", async (request, reply) => {
    if (mayEnter(request) || !mayHaveKeyInBody(request)) return;
    return enter(request, reply, [...keysOf(request), ...keyIn(request.body)]);
  });
}

/** Whose a request is, by its key; without keys all are the same one's. Never the key itself. */
export const ownerOf = ({ holder }: FastifyRequest): string => ownerInside() ?? holder?.id ?? "";

/** Says who sends a request, as far as sharing goes; of one request it is told once. */
export function clientsOf(weightOf: WeightOf): (request: FastifyRequest) => Client {
  const known = new WeakMap<FastifyRequest, Client>();
  return (request) => {
    const client = known.get(request) ?? clientOf(ownerOf(request), request.ip, weightOf);
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
