import { catchError, map, type Observable, of, throwError, timeout } from "rxjs";
import { SourceError } from "../errors.ts";
import { bareHost, type Guard } from "./guard.ts";

/** Carries the absolute URL to the gateway. */
const TARGET_HEADER = "x-upstream-url";
/** `1` on an answer that the gateway played back, `miss` where it had nothing to play, and `; ` why. */
export const REPLAY_HEADER = "x-tributary-replay";

/** A gateway knows names that we do not: looking them up takes no longer than this. */
const LOOKUP_MS = 1_000;

/** What is sent to the gateway for an upstream URL: its own origin and path, and the target in a header. */
export function viaGateway(
  gateway: string,
  target: URL,
): { readonly origin: string; readonly path: string; readonly headers: Readonly<Record<string, string>> } {
  const href = target.hash ? target.href.slice(0, -target.hash.length) : target.href;
  return { origin: new URL(gateway).origin, path: "/", headers: { [TARGET_HEADER]: href } };
}

/**
 * The guard's word on a URL that the gateway will fetch; emits once. A name that resolves here must resolve to allowed
 * addresses; about one that does not, within a second, the gateway decides.
 */
export function checkedForGateway(guard: Guard, url: string): Observable<URL> {
  const target = guard.checkUrl(url);
  return guard.resolve(bareHost(target.hostname)).pipe(
    timeout({ first: LOOKUP_MS, with: () => of([]) }),
    catchError((error) => (isRefusal(error) ? throwError(() => error) : of([]))),
    map(() => target),
  );
}

const isRefusal = (error: unknown): boolean => error instanceof SourceError && error.kind === "forbidden-target";
