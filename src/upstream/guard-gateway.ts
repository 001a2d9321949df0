import { LRUCache } from "lru-cache";
import { lastValueFrom } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import type { Guard } from "./guard.ts";
import { authorityOf, type GuardProxy, ifKnown, unreachable } from "./guard-proxy.ts";

/** A page's sub-request held in memory at most. */
const MAX_INTERCEPTED_BYTES = 20 * 1024 * 1024;
const INTERCEPTED_MS = 20_000;

/** A request of a page, as the browser tells of it. */
interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: object;
  readonly postData?: string;
}

/** What is needed of a browser's debugging session to answer a page's requests in its place (the protocol's `Fetch` domain). */
export interface FetchSession {
  on(event: "Fetch.requestPaused", listener: (paused: { requestId: string; request: Asked }) => void): unknown;
  send(method: "Fetch.enable", parameters: { patterns: { urlPattern: string }[] }): Promise<unknown>;
  send(method: "Fetch.fulfillRequest", parameters: { requestId: string } & Fulfilled): Promise<unknown>;
  send(method: "Fetch.failRequest", parameters: { requestId: string; errorReason: "AccessDenied" }): Promise<unknown>;
}

interface Fulfilled {
  responseCode: number;
  responseHeaders: { name: string; value: string }[];
  /** In base64. */
  body: string;
}

/**
 * Answers a page's https requests from the gateway, each redirect too: a CONNECT through the proxy would be a way round
 * it. Every URL is held to the guard first. The outcome tells why the last request of a host and port failed.
 */
export async function throughGateway(
  session: FetchSession,
  gateway: string,
  guard: Guard,
  proxy: GuardProxy,
): Promise<GuardProxy["failureAt"]> {
  const failures = new LRUCache<string, SourceError>({ max: 1_000 });
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    fromGateway(request, gateway, guard)
      .then(
        (answer) => {
          failures.delete(authorityOf(request.url));
          return session.send("Fetch.fulfillRequest", { requestId, ...answer });
        },
        (error) => {
          failures.set(authorityOf(request.url), toSourceError(error));
          return session.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" });
        },
      )
      // The page is gone, and with it whoever asked.
      .catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: "https://*" }] });
  return (url) => failures.get(authorityOf(url)) ?? proxy.failureAt(url);
}

async function fromGateway(request: Asked, gateway: string, guard: Guard): Promise<Fulfilled> {
  const url = guard.checkUrl(request.url);
  await lastValueFrom(ifKnown(guard, url));
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const answer = await fetch(gateway, {
    method: request.method,
    headers: [...headers, ["x-upstream-url", url.href]],
    redirect: "manual",
    signal: AbortSignal.timeout(INTERCEPTED_MS),
    ...(request.postData !== undefined && { body: request.postData }),
  }).catch((cause) => {
    throw unreachable(url.host, cause);
  });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_INTERCEPTED_BYTES)
      throw new SourceError("too-large", `${url.host} sent more than a page may hold.`);
    chunks.push(chunk);
  }
  const responseHeaders = [...answer.headers]
    .filter(([name]) => !["content-encoding", "content-length", "transfer-encoding"].includes(name))
    .map(([name, value]) => ({ name, value }));
  return { responseCode: answer.status, responseHeaders, body: Buffer.concat(chunks).toString("base64") };
}
