import { type ErrorKind, SourceError, toSourceError } from "../errors.ts";
import { relay } from "../relay.ts";
import type { CircuitBreaker, SourceState } from "./types.ts";

/** The first open time and the longest one (exponential backoff), in milliseconds, by kind of failure. */
const REFUSED = { first: 30_000, longest: 3_600_000 };
const ASKED_TOO_MUCH = { first: 15_000, longest: 900_000 };
/** `timeout` and `unreachable`: shorter, since the network may come back at any moment. */
const UNANSWERED = { first: 10_000, longest: 300_000 };

/** What the upstream says of the question, not of itself. */
const ANSWERS: ReadonlySet<ErrorKind> = new Set(["not-found", "bad-query"]);

/** Failures in a row from which the breaker opens. */
const FAILING_FROM = 3;

interface Life {
  /** How often in a row the breaker opened. */
  rests: number;
  restingUntil: number | undefined;
  /** Milliseconds of the rest that it has. */
  restMs: number;
  /** Why it rests. */
  reason: SourceError | undefined;
  probing: boolean;
  failures: number;
  lastOk: number | undefined;
  lastError: SourceState["lastError"];
}

/**
 * Circuit breakers by source id over an injectable clock (milliseconds since 1970).
 *
 * Closed: requests pass. `blocked`, and every failure that does not depend on the query (`SourceError.rests`), opens the
 * breaker for 30 seconds; `rate-limited` for the upstream's Retry-After, else for 15 seconds; `timeout` and `unreachable`
 * for 10 seconds at the third failure in a row, or at the `opensAfter`th where the host gave no answer at all. The open time
 * grows by exponential backoff (it doubles) up to an hour, 15 minutes and five minutes.
 *
 * What says nothing of the upstream does not count: a turn in our queue that did not come, a `timeout` while this thread was
 * saturated.
 *
 * Open: requests fail at once with the failure that opened the breaker. Half-open, when the open time has passed: one request
 * passes as a probe and the others still fail; its first item, its end, or a failure that depends on the query alone
 * (`not-found`, `bad-query`) closes the breaker. Requests that were sent before the breaker opened do not change it.
 *
 *     first:          --#(blocked)
 *     open:               #(blocked)
 *     half-open:                       --a--|      (probe)
 *     beside it:                        #(blocked)
 */
export function createCircuitBreaker(now: () => number = Date.now): CircuitBreaker {
  const lives = new Map<string, Life>();

  function lifeOf(id: string): Life {
    const known = lives.get(id);
    if (known) return known;
    const fresh: Life = {
      rests: 0,
      restingUntil: undefined,
      restMs: 0,
      reason: undefined,
      probing: false,
      failures: 0,
      lastOk: undefined,
      lastError: undefined,
    };
    lives.set(id, fresh);
    return fresh;
  }

  function failed(life: Life, thrown: unknown, rests: number, opensAfter: number): void {
    const error = toSourceError(thrown);
    life.lastError = { code: error.kind, error: error.message, at: new Date(now()).toISOString() };
    if (isOurs(error)) return;
    if (ANSWERS.has(error.kind)) {
      life.failures = 0;
      endRest(life, rests);
    } else life.failures += 1;
    const opens = error.rests || (error.passing && life.failures >= (error.unanswered ? opensAfter : FAILING_FROM));
    if (!opens || rests !== life.rests) return;
    const { first, longest } = restFor(error);
    const said = error.kind === "rate-limited" ? error.retryAfterMs : undefined;
    // "Retry-After: 0" together with a refusal says nothing: a rest without length would be none.
    life.restMs = Math.min(said || first * 2 ** life.rests, longest);
    life.restingUntil = now() + life.restMs;
    life.reason = error;
    life.rests += 1;
  }

  function succeeded(life: Life, rests: number): void {
    life.lastOk = now();
    life.failures = 0;
    endRest(life, rests);
  }

  function endRest(life: Life, rests: number): void {
    if (rests !== life.rests) return;
    life.rests = 0;
    life.restingUntil = undefined;
    life.reason = undefined;
  }

  const stateOf = (life: Life): SourceState => ({
    state: life.probing
      ? "probing"
      : life.restingUntil !== undefined
        ? "resting"
        : life.failures >= FAILING_FROM
          ? "failing"
          : life.lastOk === undefined && !life.lastError
            ? "unknown"
            : "ok",
    ...(life.restingUntil !== undefined && { restingUntil: new Date(life.restingUntil).toISOString() }),
    ...(life.lastError && { lastError: life.lastError }),
    ...(life.lastOk !== undefined && { lastOk: new Date(life.lastOk).toISOString() }),
    consecutiveFailures: life.failures,
  });

  return {
    guard: (id, source$, probe, opensAfter = FAILING_FROM) =>
      source$.pipe(
        relay((answers) => {
          const life = lifeOf(id);
          const { rests, reason, restingUntil } = life;
          if (reason !== undefined && restingUntil !== undefined) {
            // More is left than it was sent for: the clock was set back.
            const due = now() >= restingUntil || restingUntil - now() > life.restMs;
            if (life.probing || !(due || probe)) throw refusal(id, reason, restingUntil, now());
            life.probing = true;
            answers.add(() => {
              life.probing = false;
            });
          }
          let answered = false;
          let known = rests;
          const answer = (): void => {
            if (answered) return;
            answered = true;
            succeeded(life, known);
            known = life.rests;
          };
          return {
            next(value) {
              answer();
              answers.next(value);
            },
            error(error) {
              failed(life, error, known, opensAfter);
              answers.error(error);
            },
            complete() {
              answer();
              answers.complete();
            },
          };
        }),
      ),
    state: (id) => {
      const life = lives.get(id);
      return life ? stateOf(life) : { state: "unknown", consecutiveFailures: 0 };
    },
    states: () => new Map([...lives].map(([id, life]) => [id, stateOf(life)])),
  };
}

/** Whether it says nothing of the upstream: it was never asked, or this service had no time for its answer. */
const isOurs = ({ kind, passing, unqueued }: SourceError): boolean => unqueued || (kind === "timeout" && !passing);

function restFor({ kind, passing, rests }: SourceError): { readonly first: number; readonly longest: number } {
  if (passing && !rests) return UNANSWERED;
  return kind === "rate-limited" ? ASKED_TOO_MUCH : REFUSED;
}

function refusal(id: string, reason: SourceError, restingUntil: number, now: number): SourceError {
  const until = new Date(restingUntil).toISOString();
  const when = restingUntil > now ? `is resting until ${until}` : `is being asked again after its rest until ${until}`;
  return new SourceError(
    reason.kind,
    `${id} ${when}, because: ${reason.message} no_cache=true on this source alone asks it now.`,
    {
      retryAfterMs: Math.max(0, restingUntil - now),
    },
  );
}
