import { LRUCache } from "lru-cache";
import { CookieJar } from "tough-cookie";

const MAX_SESSIONS = 500;
const MAX_COOKIES = 100;
const MAX_COOKIE_BYTES = 4096;

/** One jar per session name, in memory; the least recently used are forgotten. */
export interface CookieSessions {
  /** The jar of a name; without a name a fresh one, for the hops of a single request. */
  jar(session: string | undefined): Cookies;
}

export interface Cookies {
  /** The `cookie` header for a URL (RFC 6265); undefined where there is nothing to send. */
  header(url: URL): string | undefined;
  /** Keeps what an answer set; cookies that are malformed, too large or for another site are left out. */
  keep(url: URL, setCookie: readonly string[]): void;
}

export function createCookieSessions(): CookieSessions {
  const sessions = new LRUCache<string, Cookies>({ max: MAX_SESSIONS });
  return {
    jar(session) {
      const known = session === undefined ? undefined : sessions.get(session);
      if (known) return known;
      const fresh = createCookies();
      if (session !== undefined) sessions.set(session, fresh);
      return fresh;
    },
  };
}

function createCookies(): Cookies {
  // Few answers set any: a jar is made for the first that does.
  let jar: CookieJar | undefined;
  const names = new Set<string>();
  return {
    header: (url) => jar?.getCookieStringSync(url.href) || undefined,
    keep(url, setCookie) {
      for (const line of setCookie) {
        const name = `${url.hostname} ${line.slice(0, Math.max(0, line.indexOf("=")))}`;
        if (line.length > MAX_COOKIE_BYTES || (!names.has(name) && names.size >= MAX_COOKIES)) continue;
        jar ??= new CookieJar();
        if (jar.setCookieSync(line, url.href, { ignoreError: true })) names.add(name);
      }
    },
  };
}
