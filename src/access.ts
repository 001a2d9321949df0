import { createHash, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.ts";
import { SourceError } from "./errors.ts";

/*
 * Who may ask, over whatever is spoken: by the `Host` and `Origin` of a request, and by its key.
 */

type Hosts = Pick<Config, "HOST" | "API_KEYS" | "ALLOWED_HOSTS">;

/** Whether a name or an address, in brackets or not, leads to this machine only. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|[a-z\d-]{1,63}\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);

/**
 * Refuses requests whose `Host` is no name of this machine, where the service listens on loopback and asks for no key: any
 * web page could have its own name resolve to 127.0.0.1 (DNS rebinding) and then read answers as if they were its own.
 * `ALLOWED_HOSTS` are names under which a proxy in front passes requests on. Undefined where nothing is to be said.
 */
export function hostRefusal(host: string | undefined, config: Hosts): SourceError | undefined {
  // HTTP/1.0 needs no Host, and no browser speaks it.
  if (host === undefined || !isClosed(config)) return undefined;
  const name = nameIn(host);
  if (name !== undefined && isKnown(name, config)) return undefined;
  return new SourceError(
    "forbidden-target",
    `The Host ${host.slice(0, 80)} is not this machine's: without keys only localhost and 127.0.0.1 are answered. ` +
      "Set ALLOWED_HOSTS to its name, or API_KEYS.",
  );
}

/** Refuses requests that a page of another site makes a browser send, where the service listens on loopback and asks for no key. */
export function originRefusal(origin: string | undefined, config: Hosts): SourceError | undefined {
  if (origin === undefined || !isClosed(config)) return undefined;
  const name = nameIn(/^https?:\/\/([^/]+)$/i.exec(origin)?.[1] ?? "");
  if (name !== undefined && isKnown(name, config)) return undefined;
  return new SourceError(
    "forbidden-target",
    `The Origin ${origin.slice(0, 80)} is not this machine's: without keys only pages of localhost are answered. ` +
      "Set ALLOWED_HOSTS to its name, or API_KEYS.",
  );
}

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
    const listed = CORS_ORIGINS.some((known) => known.toLowerCase().replace(/\/$/, "") === origin.toLowerCase());
    if (listed || (from?.host && ownHosts().has(from.host)) || namesHost(from?.hostname, ALLOWED_HOSTS))
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

const isClosed = ({ HOST, API_KEYS }: Hosts): boolean => API_KEYS.length === 0 && isLoopback(HOST);

const isKnown = (name: string, { ALLOWED_HOSTS }: Hosts): boolean => isLoopback(name) || namesHost(name, ALLOWED_HOSTS);

/** The host's name or address without its port, in lower case; undefined where it is none. */
const nameIn = (host: string): string | undefined =>
  /^(\[[\da-f:.]{2,45}\]|[^:@/?#\s[\]]{1,255})(?::\d{0,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, "");

/** What a refusal for want of a key goes with. */
export const CHALLENGE = 'Bearer realm="tributary"';

/** The bearer token of an `Authorization` header (RFC 6750). */
export const bearerIn = (authorization = ""): string | undefined => /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1];

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Refuses a request that gives none of the keys; without keys nobody. */
export function keyCheck(keys: readonly string[]): (given: string | undefined) => SourceError | undefined {
  const known = keys.map(digest);
  return (given) => {
    if (known.length === 0) return undefined;
    // Every key is compared, so that the time tells nothing.
    if (given !== undefined && known.filter((key) => timingSafeEqual(key, digest(given))).length > 0) return undefined;
    const why = given === undefined ? "A key is needed" : "The key is not valid";
    return new SourceError("unauthorized", `${why}: send Authorization: Bearer <key>.`);
  };
}
