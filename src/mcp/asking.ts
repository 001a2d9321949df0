import type { IncomingMessage } from "node:http";
import type { ServerContext } from "@modelcontextprotocol/server";
import { bearerIn } from "../access.ts";
import { ANYBODY, type Client, clientOf, keyDigestOf } from "../admission/client.ts";
import type { McpDeps } from "./tool.ts";

/** The key of a request over HTTP: a bearer token, or `X-API-Key`. */
export const keysIn = (authorization: string | null | undefined, apiKey: string | null | undefined): string[] =>
  [bearerIn(authorization ?? "") ?? apiKey ?? []].flat();

/** Where who asks stands among a request's headers; whatever a client sends there is replaced. */
const HEADER = "x-tributary-client";

/** Notes at a request who sends it: by its key, where it was checked, else by its address. */
export function noteClient({ headers, socket }: IncomingMessage, key: string | undefined): void {
  headers[HEADER] = JSON.stringify([key === undefined ? "" : keyDigestOf(key), socket.remoteAddress ?? ""]);
}

/** Who asks, as noted. */
export function clientIn(headers: Headers, { weightOf }: Pick<McpDeps, "weightOf">): Client {
  const noted: unknown = JSON.parse(headers.get(HEADER) ?? "[]");
  const [digest, address] = Array.isArray(noted) ? noted : [];
  return clientOf(String(digest ?? ""), String(address ?? ""), weightOf);
}

/** Whose the tasks are that a request orders: its key's, where keys are asked for; without keys all are the same one's. */
const ownerIn = (headers: Headers, { keys }: Pick<McpDeps, "keys">): string =>
  (keys?.asksForKeys() && keys.holderOf(keysIn(headers.get("authorization"), headers.get("x-api-key")))?.id) || "";

/** Who makes a call; over standard input and output nobody is told from another. */
export const callerOf = ({ http }: Pick<ServerContext, "http">, deps: Pick<McpDeps, "weightOf">): Client =>
  http?.req ? clientIn(http.req.headers, deps) : ANYBODY;

/** Whose the tasks are that a call orders or asks for. */
export const ownerFor = ({ http }: Pick<ServerContext, "http">, deps: Pick<McpDeps, "keys">): string =>
  http?.req ? ownerIn(http.req.headers, deps) : "";
