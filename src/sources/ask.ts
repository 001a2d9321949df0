import type { Observable } from "rxjs";
import type { Upstream } from "../upstream/types.ts";
import type { Notice, Runnable } from "./source.ts";

/** What a source is asked. */
export interface Ask {
  readonly q: string;
  /** Pages to read at most. */
  readonly pagecount: number;
  /** Ask the upstream even where a fresh answer is held; its failure is the answer then. */
  readonly noCache: boolean;
  /** The source's further parameters, as text. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Ask a resting source all the same: somebody wants this very source now. */
  readonly probe?: boolean;
  /**
   * The source is one of several that answer together: each request has the deadline that its history gives
   * (`upstream.latencies`), from when it leaves the queue, and waits for its turn in the queue only shortly. Milliseconds:
   * a request has no more than so many.
   */
  readonly mergedMaxMs?: number | undefined;
  /** Items that are enough: no further page is asked once they are there. */
  readonly enoughItems?: number | undefined;
}

/** What sources run in. */
export interface RunEnv {
  readonly upstream: Upstream;
  /** The environment variables that hold the sources' keys. */
  readonly keys: Readonly<Record<string, string | undefined>>;
  /** The folder for what sources keep between asks; absent: they keep nothing. */
  readonly dataDir?: string | undefined;
  readonly now?: () => number;
  /** `ENGINES`: whom searches ask, in this order, or with a minus whom they leave out; absent or empty: all. */
  readonly engines?: readonly string[] | undefined;
  /** Every ask is one with `noCache`. */
  readonly noCache?: boolean | undefined;
  /** A held answer that is older is asked anew, and no older one stands in for a failure. */
  readonly maxAgeMs?: number | undefined;
  readonly onNotice?: (source: string, notice: Notice) => void;
  /**
   * Takes what a source keeps of an answer only once it was shown whole, to be subscribed then; absent: it is kept before the
   * answer is given.
   */
  readonly pledge?: ((keep$: Observable<unknown>) => void) | undefined;
}

/** What a request says of held answers. */
export interface Freshness {
  readonly no_cache?: boolean | undefined;
  /** Seconds. */
  readonly max_age?: number | undefined;
}

/** Returns the environment in which held answers serve as a request allows. */
export const fresh = (env: RunEnv, { no_cache, max_age }: Freshness): RunEnv => ({
  ...env,
  ...(no_cache && { noCache: true }),
  ...(max_age !== undefined && { maxAgeMs: max_age * 1000 }),
});

/** The declared keys of a source that are set. */
export function keysOf(source: Pick<Runnable, "key">, env: RunEnv): Readonly<Record<string, string>> {
  const entries = [...(source.key?.env ?? []), ...(source.key?.also ?? [])].flatMap((name) => {
    const value = env.keys[name]?.trim();
    return value ? [[name, value] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** The first key variable that a source requires and does not have. */
export function missingKey(source: Pick<Runnable, "key">, env: RunEnv): string | undefined {
  if (!source.key?.required) return undefined;
  const set = keysOf(source, env);
  return source.key.env.find((name) => !(name in set));
}
