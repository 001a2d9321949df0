import { SourceError } from "../errors.ts";
import type { App } from "./deps.ts";

/**
 * Refuses requests whose `Host` is no name of this machine, where the service listens on loopback and asks for no key: any
 * web page could have its own name resolve to 127.0.0.1 (DNS rebinding) and then read answers as if they were its own.
 * `allowed` are names under which a proxy in front passes requests on.
 */
export function checkHost(
  app: App,
  { HOST, API_KEYS, ALLOWED_HOSTS }: { HOST: string; API_KEYS: readonly string[]; ALLOWED_HOSTS: readonly string[] },
): void {
  if (API_KEYS.length > 0 || !isLoopback(HOST)) return;
  const allowed = new Set(ALLOWED_HOSTS.map((name) => name.toLowerCase()));
  app.addHook("onRequest", async ({ headers }) => {
    // HTTP/1.0 needs no Host, and no browser speaks it.
    if (headers.host === undefined) return;
    const name = nameIn(headers.host);
    if (name !== undefined && (isLoopback(name) || allowed.has(name))) return;
    throw new SourceError(
      "forbidden-target",
      `The Host ${headers.host.slice(0, 80)} is not this machine's: without keys only localhost and 127.0.0.1 are answered. ` +
        "Set ALLOWED_HOSTS to its name, or API_KEYS.",
    );
  });
}

/** The host's name or address without its port, in lower case; undefined where it is none. */
const nameIn = (host: string): string | undefined =>
  /^(\[[\da-f:.]{2,45}\]|[^:@/?#\s[\]]{1,255})(?::\d{0,5})?$/i.exec(host)?.[1]?.toLowerCase().replace(/\.$/, "");

/** Whether a name or an address, in brackets or not, leads to this machine only. */
export const isLoopback = (name: string): boolean =>
  /^(localhost|[a-z\d-]{1,63}\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(name);
