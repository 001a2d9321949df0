import type { FastifyRequest } from "fastify";
import { crossSiteRefusal, hostRefusal } from "../access.ts";
import type { Config } from "../config.ts";
import type { Keys } from "../keys/keys.ts";
import type { App } from "./app-context.ts";

/** Answers no request that `hostRefusal` refuses. */
export function checkHost(app: App, config: Config, { asksForKeys }: Pick<Keys, "asksForKeys">): void {
  app.addHook("onRequest", async ({ headers }) => {
    const refusal = hostRefusal(headers.host, config, asksForKeys());
    if (refusal) throw refusal;
  });
}

/** Methods that only read (RFC 9110 §9.2.1), as far as a route does not say otherwise. */
const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Answers no request of another method that another site's page makes a browser send, where no key is asked for: with keys
 * the page would have to know one.
 */
export function checkOrigin(app: App, config: Config, { asksForKeys }: Pick<Keys, "asksForKeys">): void {
  app.addHook("onRequest", async (request) => {
    if (!asksForKeys() && !SAFE_METHODS.has(request.method)) refuseOtherSites(request, config);
  });
}

/** For a GET that changes what is remembered. Throws where another site's page makes a browser send it. */
export function refuseOtherSites({ headers }: Pick<FastifyRequest, "headers">, config: Config): void {
  const refusal = crossSiteRefusal(headers, config);
  if (refusal) throw refusal;
}

/**
 * Where whoever asks reaches the service, without a slash at its end: `PUBLIC_URL`, else as a proxy in front says
 * (`X-Forwarded-Proto`, `-Host` and `-Prefix`), else as the request was sent.
 */
export function publicAddress(
  { headers, protocol, host }: Pick<FastifyRequest, "headers" | "protocol" | "host">,
  { PUBLIC_URL }: Pick<Config, "PUBLIC_URL">,
): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  // Of several proxies the first is the one that is asked.
  const forwarded = (name: string): string =>
    String(headers[name] ?? "")
      .split(",", 1)[0]
      ?.trim() ?? "";
  const scheme = /^https?$/i.exec(forwarded("x-forwarded-proto"))?.[0].toLowerCase() ?? protocol;
  const authority = /^[\w.-]{1,255}(:\d{1,5})?$|^\[[\da-f:.]{2,45}\](:\d{1,5})?$/i.exec(
    forwarded("x-forwarded-host"),
  )?.[0];
  const prefix = /^(?:\/[\w.~-]{1,100}){1,10}(?=\/?$)/.exec(forwarded("x-forwarded-prefix"))?.[0] ?? "";
  return `${scheme}://${authority ?? host}${prefix}`;
}
