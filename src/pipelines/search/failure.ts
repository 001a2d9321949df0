import { type ErrorKind, SourceError, STATUS_OF, sharedReason } from "../../errors.ts";
import type { SourceOutcome } from "../../events.ts";

const isErrorKind = (status: SourceOutcome["status"]): status is ErrorKind => Object.hasOwn(STATUS_OF, status);

/** Nobody answered at all: told in one sentence, as 502 `unreachable`, whatever share of them were time-outs. */
const UNANSWERED: ReadonlySet<string> = new Set(["unreachable", "timeout"]);

/** As `upstream/resolve.ts` says that a name has no address. */
const UNRESOLVED = /\bwas not found: there is no such name\b|\bcould not be looked up\b/;

/**
 * Why a search has nothing to show, when every engine failed: of the kind that most engines failed with (of several such,
 * the first in the engines' order), in a sentence that names each engine and its reason. Where none of several engines gave
 * any answer it is `unreachable`, in one sentence for all. Undefined when an engine answered, be it with nothing.
 */
export function wholeFailure(outcomes: readonly SourceOutcome[]): SourceError | undefined {
  const kinds = new Map<ErrorKind, number>();
  for (const { status } of outcomes) {
    if (!isErrorKind(status)) return undefined;
    kinds.set(status, (kinds.get(status) ?? 0) + 1);
  }
  if (outcomes.length > 1 && outcomes.every(({ status }) => status === "busy")) return allBusy(outcomes);
  const [commonest] = [...kinds].toSorted(([, a], [, b]) => b - a);
  if (!commonest) return undefined;
  if (outcomes.length > 1 && outcomes.every(({ status }) => UNANSWERED.has(status))) return noneReached(outcomes);
  const reasons = outcomes.map(({ id, status, error }) => `${id}: ${status}${error ? ` (${error})` : ""}`);
  const who = outcomes.length === 1 ? "The only engine asked failed" : `All ${outcomes.length} engines failed`;
  return new SourceError(commonest[0], `${who}. ${reasons.join("; ")}`);
}

/** What a search whose engines are all busy is told to wait. */
const BUSY_RETRY_MS = 5_000;

const allBusy = ({ length }: readonly SourceOutcome[]): SourceError =>
  new SourceError(
    "busy",
    `All ${length} engines are busy: our queue before each is longer than a search waits. Ask again in ${BUSY_RETRY_MS / 1000} seconds.`,
    { rests: false, unqueued: true, retryAfterMs: BUSY_RETRY_MS },
  );

function noneReached(outcomes: readonly SourceOutcome[]): SourceError {
  const none = `None of the ${outcomes.length} engines could be reached`;
  const unresolved = outcomes.filter(({ error = "" }) => UNRESOLVED.test(error)).length;
  if (unresolved * 2 > outcomes.length)
    return new SourceError("unreachable", `${none}: names are not resolved here; behind a proxy set HTTPS_PROXY.`);
  const reason = outcomes.some(({ status }) => status === "timeout") ? undefined : sharedReason(outcomes);
  if (reason) return new SourceError("unreachable", `${none}: ${reason}`);
  const why = "no answer came in time; /health tells of each, and behind a proxy set HTTPS_PROXY";
  return new SourceError("unreachable", `${none}: ${why}.`);
}
