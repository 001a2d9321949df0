import { LRUCache } from "lru-cache";
import { lastValueFrom } from "rxjs";
import type { Config } from "../../config.ts";
import { type SourceError, toSourceError } from "../../errors.ts";
import type { Guard } from "../guard.ts";
import { type Asked, type Fulfilled, fromGateway } from "../guard-gateway.ts";
import { authorityOf, type WayOut } from "../guard-proxy.ts";
import type { HttpResponse } from "../types.ts";

type ResourceType = "Document" | "Image" | "Media" | "Font" | "Ping" | "CSPViolationReport";

/** What is needed of a browser's debugging session to answer a page's requests in its place (the protocol's `Fetch` domain). */
export interface FetchSession {
  on(
    event: "Fetch.requestPaused",
    listener: (paused: { requestId: string; request: Asked; resourceType: string }) => void,
  ): unknown;
  send(
    method: "Fetch.enable",
    parameters: { patterns: { urlPattern?: string; resourceType?: ResourceType }[] },
  ): Promise<unknown>;
  send(method: "Fetch.fulfillRequest", parameters: { requestId: string } & Fulfilled): Promise<unknown>;
  send(method: "Fetch.continueRequest", parameters: { requestId: string }): Promise<unknown>;
  send(
    method: "Fetch.failRequest",
    parameters: { requestId: string; errorReason: "AccessDenied" | "BlockedByClient" },
  ): Promise<unknown>;
}

/** What holds no text, and tells nobody else that somebody reads. */
export const WITHOUT_TEXT: readonly ResourceType[] = ["Image", "Media", "Font", "Ping", "CSPViolationReport"];

/** How a page's requests are answered; what no rule is about goes to the proxy. */
export interface Rules {
  readonly config: Pick<Config, "UPSTREAM_GATEWAY">;
  readonly guard: Guard;
  readonly wayOut: WayOut;
  /** Types of requests that fail at once. */
  readonly blocked: readonly ResourceType[];
  /** The answer that is held already: the navigation to its address is answered with it, once. */
  readonly first?: Pick<HttpResponse, "url" | "status" | "headers" | "setCookie" | "body"> | undefined;
  /** Every request is held to the guard here, redirects too, for there is no proxy that does. */
  readonly everything?: boolean;
  /** Aborted when the page is left: what the gateway is asked for it is cut off at once, before the browser has closed it. */
  readonly left?: AbortSignal;
}

/**
 * Answers a page's requests by the rules: blocked types fail, the first navigation gets the held answer, and where a gateway is set
 * it answers what is asked by https, each redirect too: a CONNECT through the proxy would be a way round it. Every URL is held to
 * the guard first. The outcome tells why the last request of a host and port failed.
 */
export async function intercept(
  session: FetchSession,
  { config, guard, wayOut, blocked, first, everything = false, left }: Rules,
): Promise<WayOut["failureAt"]> {
  const failures = new LRUCache<string, SourceError>({ max: 1_000 });
  const types: ReadonlySet<string> = new Set(blocked);
  let held = first;
  const answer = async (request: Asked, type: string): Promise<Fulfilled | "blocked" | undefined> => {
    if (types.has(type)) return "blocked";
    if (held && type === "Document" && request.method === "GET" && sameDocument(request.url, held.url)) {
      const fulfilled = fulfilledWith(held);
      held = undefined;
      return fulfilled;
    }
    const gateway = config.UPSTREAM_GATEWAY;
    if (everything && /^(?:data|blob):/.test(request.url)) return undefined;
    if (!gateway || !(everything || request.url.startsWith("https:"))) {
      if (everything) await lastValueFrom(guard.resolve(guard.checkUrl(request.url).hostname));
      return undefined;
    }
    const answered = await fromGateway(request, gateway, guard, left);
    failures.delete(authorityOf(request.url));
    return answered;
  };
  session.on("Fetch.requestPaused", ({ requestId, request, resourceType }) => {
    answer(request, resourceType)
      .then(
        (outcome) => {
          if (outcome === "blocked")
            return session.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
          if (!outcome) return session.send("Fetch.continueRequest", { requestId });
          return session.send("Fetch.fulfillRequest", { requestId, ...outcome });
        },
        (error) => {
          failures.set(authorityOf(request.url), toSourceError(error));
          return session.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" });
        },
      )
      // The page is gone, and with it whoever asked.
      .catch(() => undefined);
  });
  const patterns = [
    ...blocked.map((resourceType) => ({ resourceType })),
    ...(first ? [{ urlPattern: literally(withoutFragment(first.url)), resourceType: "Document" as const }] : []),
    ...(config.UPSTREAM_GATEWAY ? [{ urlPattern: "https://*" }] : []),
  ];
  if (everything) await session.send("Fetch.enable", { patterns: [{ urlPattern: "*" }] });
  else if (patterns.length > 0) await session.send("Fetch.enable", { patterns });
  return (url) => failures.get(authorityOf(url)) ?? wayOut.failureAt(url);
}

const withoutFragment = (url: string): string => url.split("#", 1)[0] ?? url;
const sameDocument = (left: string, right: string): boolean => withoutFragment(left) === withoutFragment(right);

/** A URL as a pattern that matches nothing else. */
const literally = (url: string): string => url.replace(/[*?\\]/g, "\\$&");

/** The body is decoded already. */
const ENCODED = new Set(["content-encoding", "content-length", "transfer-encoding", "set-cookie"]);

const fulfilledWith = ({ status, headers, setCookie, body }: NonNullable<Rules["first"]>): Fulfilled => ({
  responseCode: status,
  responseHeaders: [
    ...Object.entries(headers).filter(([name]) => !ENCODED.has(name)),
    ...setCookie.map((value): [string, string] => ["set-cookie", value]),
  ].map(([name, value]) => ({ name, value })),
  body: Buffer.from(body).toString("base64"),
});
