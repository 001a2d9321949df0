import { catchError, defer, type Observable, tap, throwError } from "rxjs";
import { SourceError, toSourceError } from "../errors.ts";
import { traced } from "../tracing/traced.ts";
import { type Ask, keysOf, missingKey, type RunEnv } from "./ask.ts";
import { contextOf, type HeldValues } from "./read-context.ts";
import { hidingSecrets, secretsOf } from "./secrets.ts";
import type { Item, ReadContext, Runnable } from "./source.ts";

export { type Ask, type Freshness, fresh, keysOf, missingKey, type RunEnv } from "./ask.ts";

/** A source's items for one ask: cold, cancelled by unsubscribing, failing with a `SourceError` only. */
export function runSource(source: Runnable, ask: Ask, env: RunEnv): Observable<Item> {
  const missing = missingKey(source, env);
  if (missing) {
    const where = source.key?.from ? ` Get one at ${source.key.from}.` : "";
    return throwError(
      () =>
        new SourceError("missing-key", `${source.title} needs a key: set the environment variable ${missing}.${where}`),
    );
  }
  return within(source, ask, env, (context) => source.open(ask.q, ask.options, context));
}

/**
 * What is read in a source's name and place: cold, cancelled by unsubscribing. Where it fails on a held value that has not
 * the shape that the source reads (another version may have written it to Redis), it is read anew without held values.
 */
export const within = <T>(
  source: Omit<Runnable, "open">,
  ask: Ask,
  env: RunEnv,
  read: (context: ReadContext) => Observable<T>,
): Observable<T> =>
  defer(() => {
    const held: HeldValues = { used: false, ignored: false };
    let gave = false;
    return defer(() => read(contextOf(source, ask, env, held))).pipe(
      tap(() => {
        gave = true;
      }),
      catchError((error: unknown) => {
        if (!held.used || gave || !isUnfit(error)) throw error;
        held.ignored = true;
        return read(contextOf(source, ask, env, held));
      }),
    );
  }).pipe(
    hidingSecrets(secretsOf(keysOf(source, env))),
    traced(`source ${source.id}`, ({ tellsQueries }) => ({
      attributes: { "tributary.source": source.id, "tributary.query": tellsQueries ? ask.q : undefined },
      counts: "tributary.items",
    })),
  );

/** What a value of another shape leads to. */
const isUnfit = (error: unknown): boolean => {
  const { kind } = toSourceError(error);
  return kind === "internal" || kind === "changed";
};
