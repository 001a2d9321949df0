import type { Config } from "./config.ts";
import { SourceError } from "./errors.ts";

/*
 * Who may ask, over whatever is spoken: by the `Host` and `Origin` of a request, and by its key.
 */

type Hosts = Pick<Config, "HOST" | "ALLOWED_HOSTS">;

/** Whether a name or an address, in brackets or not, leads to this machine only. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|[a-z\d-]{1,63}\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

/**
 * Refuses requests whose `Host` is no name of this machine, where the service listens on loopback and asks for no key: any
 * web page could have its own name resolve to 127.0.0.1 (DNS rebinding) and then read answers as if they were its own.
 * `ALLOWED_HOSTS` are names under which a proxy in front passes requests on. Undefined where nothing is to be said.
 */
export function hostRefusal(host: string | undefined, config: Hosts, asksForKeys: boolean): SourceError | undefined {
  // HTTP/1.0 needs no Host, and no browser speaks it.
  if (host === undefined || asksForKeys || !isLoopback(config.HOST)) return undefined;
  const name = nameIn(host);
  if (name !== undefined && isKnown(name, config)) return undefined;
  return new SourceError(
    "forbidden-target",
    `The Host ${host.slice(0, 80)} is not this machine's: without keys only localhost and 127.0.0.1 are answered. ` +
      "Set ALLOWED_HOSTS to its name, or API_KEYS.",
  );
}

/**
 * Refuses requests that a page of another site makes a browser send, with keys and without. Pages of this machine, of
 * `ALLOWED_HOSTS`, `PUBLIC_URL` and `CORS_ORIGINS` may send them. Undefined where nothing is to be said.
 */
export function originRefusal(
  origin: string | undefined,
  config: Pick<Config, "ALLOWED_HOSTS" | "PUBLIC_URL" | "CORS_ORIGINS">,
): SourceError | undefined {
  if (origin === undefined || allowsOrigin(origin, config.CORS_ORIGINS)) return undefined;
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? "";
  const name = nameIn(authority);
  if (name !== undefined && isKnown(name, config)) return undefined;
  if (authority !== "" && authority.toLowerCase() === URL.parse(config.PUBLIC_URL ?? "")?.host) return undefined;
  return new SourceError(
    "forbidden-target",
    `The Origin ${origin.slice(0, 80)} is not this machine's: only pages of localhost are answered. ` +
      "Set ALLOWED_HOSTS to its name, or CORS_ORIGINS to it.",
  );
}

/** Whether a page's origin is among the configured ones; `*` is any. */
const allowsOrigin = (origin: string, origins: readonly string[]): boolean =>
  origins.some((known) => known === "*" || known.toLowerCase().replace(/\/$/, "") === origin.toLowerCase());

/** The headers by which a browser says which page makes it ask. */
interface AskingPage {
  readonly host?: string | undefined;
  readonly origin?: string | undefined;
  readonly "x-forwarded-host"?: string | readonly string[] | undefined;
  readonly "sec-fetch-site"?: string | readonly string[] | undefined;
}

/**
 * Refuses a request that changes something where a page of another site makes a browser send it (CSRF): by `Origin`, or,
 * as links and pictures carry none, by `Sec-Fetch-Site` (Fetch Metadata). A page may not set either header, nor
 * `X-Forwarded-Host` without a preflight. `CORS_ORIGINS`, `ALLOWED_HOSTS` and `PUBLIC_URL` let their pages in. Undefined where the request
 * comes from a page of ours, or from no page.
 */
export function crossSiteRefusal(
  headers: AskingPage,
  { CORS_ORIGINS, ALLOWED_HOSTS, PUBLIC_URL }: Pick<Config, "CORS_ORIGINS" | "ALLOWED_HOSTS" | "PUBLIC_URL">,
): SourceError | undefined {
  const { origin, host, "sec-fetch-site": site } = headers;
  if (site === "same-origin" || site === "none" || CORS_ORIGINS.includes("*")) return undefined;
  if (origin === undefined) {
    if (site === undefined || site === "") return undefined;
  } else {
    const from = URL.parse(origin);
    if (
      allowsOrigin(origin, CORS_ORIGINS) ||
      (from?.host && ownHosts().has(from.host)) ||
      namesHost(from?.hostname, ALLOWED_HOSTS)
    )
      return undefined;
  }
  const page = origin === undefined ? "A page of another site" : `A page of ${origin.slice(0, 80)}`;
  return new SourceError(
    "forbidden-target",
    `${page} may not ask for what changes something here. Set CORS_ORIGINS to the page's origin if it may.`,
  );

  function ownHosts(): ReadonlySet<string> {
    const known = [host, ...[headers["x-forwarded-host"] ?? []].flat(), URL.parse(PUBLIC_URL ?? "")?.host];
    return new Set(known.flatMap((own) => own?.toLowerCase() ?? []));
  }
}

const namesHost = (name: string | undefined, hosts: readonly string[]): boolean =>
  hosts.some((allowed) => allowed.toLowerCase() === name);

const isKnown = (name: string, { ALLOWED_HOSTS }: Pick<Config, "ALLOWED_HOSTS">): boolean =>
  isLoopback(name) || namesHost(name, ALLOWED_HOSTS);

/** The host's name or address without its port, in lower case; undefined where it is none. */
const nameIn = (host: string): string | undefined =>
  /^(\[[\da-f:.]{2,45}\]|[^:@/?#\s[\]]{1,255})(?::\d{0,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, "");

/** What a refusal for want of a key goes with. */
export const CHALLENGE = 'Bearer realm="tributary"';

/** The bearer token of an `Authorization` header (RFC 6750). */
export const bearerIn = (authorization = ""): string | undefined => /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

/** Seconds for which a browser keeps what a preflight said. */
const PREFLIGHT_KEPT_S = 86_400;

/** Names of headers, as a preflight lists them. */
const HEADER_NAMES = /^[\w-]+(?:\s*,\s*[\w-]+)*$/;

/** The headers of a request that CORS reads. */
interface CorsRequest {
  readonly origin?: string | undefined;
  readonly "access-control-request-method"?: string | undefined;
  readonly "access-control-request-headers"?: string | undefined;
}

/**
 * The headers that let scripts of pages of `origins` (`*`: any) ask and read answers (Fetch standard, CORS); cookies play no
 * part, a key is sent in a header. `preflight` says that the request asks for these headers only, and is to be answered
 * with 204 before keys are asked for.
 */
export function corsAnswer(
  method: string | undefined,
  { origin, ...asked }: CorsRequest,
  {
    origins,
    exposed,
    methods,
  }: { readonly origins: readonly string[]; readonly exposed: string; readonly methods: string },
): { readonly preflight: boolean; readonly headers: Readonly<Record<string, string>> } {
  if (origins.length === 0) return { preflight: false, headers: {} };
  const any = origins.includes("*");
  const vary = !any && { vary: "origin" };
  if (origin === undefined || !allowsOrigin(origin, origins)) return { preflight: false, headers: { ...vary } };
  const allowed = { ...vary, "access-control-allow-origin": any ? "*" : origin };
  if (method !== "OPTIONS" || asked["access-control-request-method"] === undefined)
    return { preflight: false, headers: { ...allowed, "access-control-expose-headers": exposed } };
  const wanted = asked["access-control-request-headers"];
  return {
    preflight: true,
    headers: {
      ...allowed,
      ...(wanted !== undefined && HEADER_NAMES.test(wanted) && { "access-control-allow-headers": wanted }),
      "access-control-allow-methods": methods,
      "access-control-max-age": String(PREFLIGHT_KEPT_S),
    },
  };
}
