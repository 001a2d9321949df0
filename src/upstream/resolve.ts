import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import {
  catchError,
  concat,
  defer,
  finalize,
  first,
  forkJoin,
  from,
  map,
  Observable,
  of,
  share,
  switchMap,
  throwError,
  timeout,
} from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { type HostsFile, hostsFile } from "./hosts-file.ts";
import { semaphore } from "./semaphore.ts";

/** The addresses of a host name, or the literal itself; `unreachable` where there are none. */
export type ResolveAddresses = (host: string) => Observable<readonly string[]>;

export interface ResolverParts {
  readonly names?: HostsFile;
  /** Milliseconds for one name, from when it is asked for; default 3,000. */
  readonly limitMs?: number;
}

/** Names asked for at once; further ones wait. */
const NAMES_AT_ONCE = 256;
const LIMIT_MS = 3_000;
/** One try at one name server. */
const TRY_MS = 1_200;

/** Answers that say that the name has nothing of the type asked for. */
const NOTHING = new Set(["ENODATA", "ENOTFOUND", "ENONAME"]);

/**
 * Resolves names for connecting: through `DNS_SERVER` where it is set, else by the hosts file and the system's name
 * servers. `localhost` is this machine, whoever is asked (RFC 6761). Who asks for the same name at the same time shares
 * one question, which is given up when the last of them leaves: not the system's own look-ups, for those cannot be
 * cancelled and are made a few at a time.
 *
 * Errors: `unreachable` where there is no such name or no name server, `timeout` where none answered within 3 seconds.
 */
export function createResolver(
  config: Pick<Config, "DNS_SERVER">,
  { names = hostsFile(), limitMs = LIMIT_MS }: ResolverParts = {},
): ResolveAddresses {
  const place = semaphore(NAMES_AT_ONCE);
  const asking = new Map<string, Observable<readonly string[]>>();

  const bySystem = (name: string): Observable<readonly string[]> => {
    const listed = names.listed(name);
    if (listed.length > 0) return of(listed);
    return concat(...names.candidates(name).map((candidate) => asked(candidate))).pipe(
      first((addresses) => addresses.length > 0, []),
    );
  };

  const byServer = (endpoint: string, name: string): Observable<readonly string[]> =>
    serverAddress(endpoint, bySystem).pipe(switchMap((server) => asked(name, server)));

  function shared(name: string): Observable<readonly string[]> {
    const known = asking.get(name);
    if (known) return known;
    const found$ = defer(() => (config.DNS_SERVER ? byServer(config.DNS_SERVER, name) : bySystem(name)));
    const started: Observable<readonly string[]> = place(
      found$.pipe(timeout({ first: limitMs, with: () => throwError(() => late(name, config)) })),
    ).pipe(
      finalize(() => asking.delete(name)),
      share(),
    );
    asking.set(name, started);
    return started;
  }

  return (host) =>
    defer(() => {
      if (isIP(host) !== 0) return of([host]);
      const name = host.replace(/\.$/, "").toLowerCase();
      if (!/(^|\.)localhost$/.test(name)) return shared(name);
      const listed = config.DNS_SERVER ? [] : names.listed(name);
      return of(listed.length > 0 ? listed : ["127.0.0.1", "::1"]);
    }).pipe(
      map((addresses) => {
        if (addresses.length === 0) throw notFound(host);
        return addresses;
      }),
      catchError((error) => throwError(() => (error instanceof SourceError ? error : unresolved(host, error, config)))),
    );
}

/** `host:port` with the host as an address, for c-ares takes no names. */
function serverAddress(
  endpoint: string,
  addressesOf: (name: string) => Observable<readonly string[]>,
): Observable<string> {
  const colon = endpoint.lastIndexOf(":");
  const host = endpoint.slice(0, colon).replace(/^\[(.*)\]$/, "$1");
  const port = endpoint.slice(colon);
  const written = (address: string): string => (isIP(address) === 6 ? `[${address}]${port}` : `${address}${port}`);
  if (isIP(host) !== 0) return of(written(host));
  return addressesOf(host.toLowerCase()).pipe(map(([address = host]) => written(address)));
}

/** The addresses of a full name, empty where it has none; unsubscribing cancels the questions. */
function asked(name: string, server?: string): Observable<readonly string[]> {
  return new Observable((addresses) => {
    const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
    if (server) resolver.setServers([server]);
    const both = forkJoin([attempted(resolver.resolve4(name)), attempted(resolver.resolve6(name))]);
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
  new SourceError("unreachable", `${host} was not found: there is no such name, or it has no address.`, {
    cause,
    unanswered: true,
  });

function late(host: string, { DNS_SERVER }: Pick<Config, "DNS_SERVER">, cause?: unknown): SourceError {
  const why = DNS_SERVER ? "the name server that DNS_SERVER names did not answer" : "no name server answered";
  return new SourceError("timeout", `${host} could not be looked up: ${why} in time.`, { cause, unanswered: true });
}

function unresolved(host: string, error: unknown, config: Pick<Config, "DNS_SERVER">): SourceError {
  const code = codeOf(error) ?? "";
  if (NOTHING.has(code)) return notFound(host, error);
  if (code === "ETIMEOUT") return late(host, config, error);
  return new SourceError("unreachable", `${host} could not be looked up (${code || String(error)}).`, {
    cause: error,
    unanswered: true,
  });
}
