import { type ErrorKind, SourceError, STATUS_OF } from "../../errors.ts";
import type { SourceOutcome } from "../../events.ts";

const isErrorKind = (status: SourceOutcome["status"]): status is ErrorKind => Object.hasOwn(STATUS_OF, status);

/**
 * Why a search has nothing to show, when every engine failed: of the kind that most engines failed with (of several such,
 * the first in the engines' order), in a sentence that names each engine and its reason. Undefined when an engine
 * answered, be it with nothing.
 */
export function wholeFailure(outcomes: readonly SourceOutcome[]): SourceError | undefined {
  const kinds = new Map<ErrorKind, number>();
  for (const { status } of outcomes) {
    if (!isErrorKind(status)) return undefined;
    kinds.set(status, (kinds.get(status) ?? 0) + 1);
  }
  const [commonest] = [...kinds].toSorted(([, a], [, b]) => b - a);
  if (!commonest) return undefined;
  const reasons = outcomes.map(({ id, status, error }) => `${id}: ${status}${error ? ` (${error})` : ""}`);
  const who = outcomes.length === 1 ? "The only engine asked failed" : `All ${outcomes.length} engines failed`;
  return new SourceError(commonest[0], `${who}. ${reasons.join("; ")}`);
}
