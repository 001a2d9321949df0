import { lookup } from "node:dns";
import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { catchError, defer, forkJoin, from, map, Observable, of, switchMap, throwError } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";

/** The addresses of a host name, or the literal itself; `unreachable` where there are none. */
export type ResolveAddresses = (host: string) => Observable<readonly string[]>;

/** Answers that say that the name has nothing of the type asked for. */
const NOTHING = new Set(["ENODATA", "ENOTFOUND", "ENONAME"]);

/**
 * Resolves names for connecting: through `DNS_SERVER` where it is set, else the way the system does. `localhost` is
 * this machine, whoever is asked (RFC 6761).
 */
export function createResolver(config: Pick<Config, "DNS_SERVER" | "CONNECT_TIMEOUT_MS">): ResolveAddresses {
  return (host) =>
    defer(() => {
      if (isIP(host) !== 0) return of([host]);
      if (!config.DNS_SERVER) return system(host);
      if (/(^|\.)localhost\.?$/i.test(host)) return of(["127.0.0.1", "::1"]);
      return serverAddress(config.DNS_SERVER).pipe(
        switchMap((server) => asked(server, host, config.CONNECT_TIMEOUT_MS)),
      );
    }).pipe(
      map((addresses) => {
        if (addresses.length === 0) throw notFound(host);
        return addresses;
      }),
      catchError((error) => throwError(() => (error instanceof SourceError ? error : unresolved(host, error)))),
    );
}

/** `host:port` with the host as an address, for c-ares takes no names. */
function serverAddress(endpoint: string): Observable<string> {
  const colon = endpoint.lastIndexOf(":");
  const host = endpoint.slice(0, colon).replace(/^\[(.*)\]$/, "$1");
  const port = endpoint.slice(colon);
  const written = (address: string): string => (isIP(address) === 6 ? `[${address}]${port}` : `${address}${port}`);
  return isIP(host) !== 0 ? of(written(host)) : system(host).pipe(map(([address = host]) => written(address)));
}

function system(host: string): Observable<readonly string[]> {
  return new Observable((addresses) => {
    lookup(host, { all: true }, (error, found) => {
      if (error) return addresses.error(error);
      addresses.next(found.map((entry) => entry.address));
      addresses.complete();
    });
  });
}

function asked(server: string, host: string, timeoutMs: number): Observable<readonly string[]> {
  return new Observable((addresses) => {
    const resolver = new Resolver({ timeout: Math.min(timeoutMs, 3_000), tries: 2 });
    resolver.setServers([server]);
    const both = forkJoin([attempted(resolver.resolve4(host)), attempted(resolver.resolve6(host))]);
    const subscription = both
      .pipe(
        map(([v4, v6]) => {
          const found = [...v4.addresses, ...v6.addresses];
          // Some name servers fail on AAAA for names that have an A, so one answer is enough.
          const error = v4.error ?? v6.error;
          if (found.length === 0 && error !== undefined) throw error;
          return found;
        }),
      )
      .subscribe(addresses);
    return () => {
      subscription.unsubscribe();
      resolver.cancel();
    };
  });
}

const attempted = (
  answer: Promise<readonly string[]>,
): Observable<{ readonly addresses: readonly string[]; readonly error?: unknown }> =>
  from(answer).pipe(
    map((addresses) => ({ addresses })),
    catchError((error) => of(NOTHING.has(codeOf(error) ?? "") ? { addresses: [] } : { addresses: [], error })),
  );

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

const notFound = (host: string, cause?: unknown): SourceError =>
  new SourceError("unreachable", `${host} was not found: there is no such name, or it has no address.`, { cause });

function unresolved(host: string, error: unknown): SourceError {
  const code = codeOf(error) ?? "";
  if (NOTHING.has(code)) return notFound(host, error);
  return new SourceError("unreachable", `${host} could not be looked up (${code || String(error)}).`, { cause: error });
}
