import { constants } from "node:fs";
import { access, mkdir, statfs } from "node:fs/promises";
import {
  catchError,
  concat,
  defer,
  forkJoin,
  ignoreElements,
  map,
  type Observable,
  of,
  ReplaySubject,
  share,
  tap,
  timer,
} from "rxjs";
import { SourceError } from "./errors.ts";
import type { Dependency } from "./upstream/stats.ts";

/** Fewer free bytes, and what is kept cannot be written. */
const LEAST_FREE_BYTES = 1024 * 1024;
/** However often it is asked: what the service needs is asked once in so many milliseconds. */
const KEPT_MS = 1_000;

/** What one thing that the service needs came to. */
export interface ReadinessCheck {
  readonly name: "store" | Dependency["name"];
  /** Why it is not there; it may name addresses of the operator's network. */
  readonly failure?: unknown;
}

/**
 * Whether requests can be served: every check once; cold, emits once, never fails. Askers of the same second share one.
 *
 * @param changed told of a check that has begun to fail, and of one that no longer does
 */
export function createReadiness(
  dataDir: string,
  dependencies: readonly Dependency[],
  changed: (check: ReadinessCheck) => void,
): Observable<readonly ReadinessCheck[]> {
  const failing = new Set<string>();
  const store = { name: "store" as const, check$: defer(() => writable(dataDir)) };
  return defer(() => forkJoin([store, ...dependencies].map(checked))).pipe(
    tap((checks) => {
      for (const check of checks) {
        const { name, failure } = check;
        if (failing.has(name) === (failure !== undefined)) continue;
        if (failure === undefined) failing.delete(name);
        else failing.add(name);
        changed(check);
      }
    }),
    share({
      connector: () => new ReplaySubject(1),
      resetOnComplete: () => timer(KEPT_MS),
      resetOnRefCountZero: false,
    }),
  );
}

/** The refusal of a service that is not ready; undefined where all is there. It names what is missing, not where it is. */
export function unready(checks: readonly ReadinessCheck[]): SourceError | undefined {
  const missing = checks.filter(({ failure }) => failure !== undefined).map(({ name }) => NAMES[name]);
  if (missing.length === 0) return undefined;
  return new SourceError("not-ready", `The service is not ready: ${missing.join(", ")}. The log has the details.`);
}

const NAMES: Readonly<Record<ReadinessCheck["name"], string>> = {
  store: "DATA_DIR cannot be written to",
  redis: "Redis (REDIS_URL) does not answer",
  gateway: "the gateway (UPSTREAM_GATEWAY) takes no connection",
  tasks: "the store of tasks (TASKS_REDIS_URL) does not answer, or must hold no tasks",
};

const checked = ({ name, check$ }: Pick<ReadinessCheck, "name"> & { readonly check$: Observable<unknown> }) =>
  concat(check$.pipe(ignoreElements()), of({ name })).pipe(
    catchError((failure: unknown) => of<ReadinessCheck>({ name, failure: failure ?? "failed" })),
    map((check): ReadinessCheck => check),
  );

async function writable(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await access(directory, constants.W_OK);
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize < LEAST_FREE_BYTES) throw new Error(`${directory} has no space left`);
}
