import { keysOf, type RunEnv } from "../../sources/run.ts";
import type { ListedSource } from "../../sources/source.ts";

/** A variable that holds a key of sources; never the key. */
export interface KeyVariable {
  readonly name: string;
  /** `refused`: it is set, and the upstream did not take it when it was last asked. */
  readonly state: "set" | "missing" | "refused";
  /** Whether a source gives nothing without it. */
  readonly required: boolean;
  readonly sources: string[];
  /** Where one gets it. */
  readonly from?: string;
  readonly error?: string;
}

/** What a source answers whose key the upstream refused. */
const REFUSED = "missing-key";

/** Every variable that a source reads, with whether it is there. */
export function keyVariables(sources: readonly ListedSource[], env: RunEnv): readonly KeyVariable[] {
  const readers = Map.groupBy(
    sources.flatMap((source) => (source.key?.env ?? []).map((name) => ({ name, source }))),
    ({ name }) => name,
  );
  return [...readers]
    .map(([name, entries]): KeyVariable => {
      const own = entries.map(({ source }) => source);
      const isSet = own.some((source) => name in keysOf(source, env));
      const refusal = own
        .map(({ id }) => env.upstream.circuitBreaker.state(id).lastError)
        .find((error) => error?.code === REFUSED);
      const from = own.find(({ key }) => key?.from)?.key?.from;
      return {
        name,
        state: !isSet ? "missing" : refusal ? "refused" : "set",
        required: own.some(({ key }) => key?.required),
        sources: own.map(({ category, id }) => `${category}/${id}`),
        ...(from !== undefined && { from }),
        ...(isSet && refusal && { error: refusal.error }),
      };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
}
