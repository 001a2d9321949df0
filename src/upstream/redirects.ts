import { SourceError } from "../errors.ts";

/** More hops than this are a loop. */
export const MAX_REDIRECTS = 10;

/** What one hop of a request asks for. */
export interface Hop {
  readonly url: URL;
  readonly method: "GET" | "HEAD" | "POST";
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** Headers that another origin may see; all others (credentials, keys, cookies, custom ones) stay behind. */
const HARMLESS =
  /^(?:accept(?:-.+)?|user-agent|content-type|content-language|range|cache-control|pragma|referer|if-.+|upgrade-insecure-requests)$/;

/**
 * The next hop where the answer is a redirect that names one; `unreachable` where
 * that is no address, `forbidden-target` where it is not on the web.
 */
export function nextHop(hop: Hop, status: number, location: string | undefined): Hop | undefined {
  if (![301, 302, 303, 307, 308].includes(status) || !location) return undefined;
  const url = URL.parse(location.trim(), hop.url.href);
  if (!url)
    throw new SourceError(
      "unreachable",
      `${hop.url.host} redirected to "${location.slice(0, 200)}", which is no address.`,
    );
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SourceError(
      "forbidden-target",
      `${hop.url.host} redirected to ${url.protocol}, but only http and https are fetched.`,
    );
  if (!url.hash) url.hash = hop.url.hash;
  const toGet = status === 303 ? hop.method !== "HEAD" : (status === 301 || status === 302) && hop.method === "POST";
  const sameOrigin = url.origin === hop.url.origin;
  const headers = Object.entries(hop.headers).filter(
    ([name]) => (sameOrigin || HARMLESS.test(name)) && !(toGet && name.startsWith("content-")) && name !== "host",
  );
  return {
    url,
    method: toGet ? "GET" : hop.method,
    headers: Object.fromEntries(headers),
    ...(!toGet && hop.body !== undefined && { body: hop.body }),
  };
}
