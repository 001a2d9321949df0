import { catchError, identity, type MonoTypeOperatorFunction, throwError } from "rxjs";
import { SourceError } from "../errors.ts";

/** Variables that name a place, a person or a manner of asking: their values may be said. */
const SAYABLE = /_(URL|INSTANCE|EMAIL|USERNAME|REFERER|VERSION|SANDBOX)$/;
const SHORTEST_SECRET = 6;

/** The values among a source's keys that no answer and no log may hold. */
export const secretsOf = (keys: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(keys).flatMap(([name, value]) =>
    SAYABLE.test(name) || value.length < SHORTEST_SECRET ? [] : [value],
  );

/** A sentence without the secrets that an upstream may have repeated in its own words. */
export const withoutSecrets = (sentence: string, secrets: readonly string[]): string =>
  secrets.reduce(
    (rest, secret) => rest.replaceAll(secret, "•••").replaceAll(encodeURIComponent(secret), "•••"),
    sentence,
  );

/**
 * Takes the secrets out of what a stream fails with.
 *
 *     source: --a--#(API key sk-1234 has no quota)
 *     hidden: --a--#(API key ••• has no quota)
 */
export function hidingSecrets<T>(secrets: readonly string[]): MonoTypeOperatorFunction<T> {
  if (secrets.length === 0) return identity;
  return catchError((error: unknown) => {
    if (!(error instanceof SourceError)) return throwError(() => error);
    const sentence = withoutSecrets(error.message, secrets);
    return throwError(() => (sentence === error.message ? error : new SourceError(error.kind, sentence, error)));
  });
}
