import { asyncScheduler, concat, concatMap, defer, EMPTY, Observable, of, Subscription, timer } from "rxjs";
import type { Claim, Found, Frontier, Pace } from "./port.ts";

/** What a visit emits. One with a `pace` is its last: with it the visit is settled. */
export interface Arrival<Entry, Outcome> {
  readonly outcome?: Outcome;
  readonly found?: readonly Found<Entry>[];
  readonly pace?: Pace;
}

export interface Exploration<Entry extends object, Outcome> {
  /** Visits under way at once. */
  readonly concurrency: number;
  /** One visit. */
  readonly visit: (entry: Entry) => Observable<Arrival<Entry, Outcome>>;
}

const UNTIMED: Pace = { answeredMs: 0 };

/**
 * Visits what a frontier gives until it is over. What a visit emits leaves at once, but for its last outcome: that leaves
 * when the frontier has kept it, and never where the claim was lost.
 *
 *     visit(a):             --A|            A finds b and c
 *     visit(b):                -----B|      B finds d
 *     visit(c):                --C|
 *     visit(d):                     -D|
 *     explore, 2 at a time: --A--C--B-(D|)
 *
 * Fails as a visit or the frontier fails. Unsubscribing leaves every visit under way and gives its claim back.
 */
export function explore<Entry extends object, Outcome>(
  frontier: Frontier<Entry, Outcome>,
  { concurrency, visit }: Exploration<Entry, Outcome>,
): Observable<Outcome> {
  return new Observable<Outcome>((subscriber) => {
    const held = new Set<Claim<Entry>>();
    const later = new Subscription();
    let resting: Subscription | undefined;
    let active = 0;
    let asking = false;
    let wanted = false;
    let pumping = false;
    let over = false;
    const error = (thrown: unknown): void => subscriber.error(thrown);

    function start(claim: Claim<Entry>): void {
      held.add(claim);
      active += 1;
      const visiting = new Subscription();
      later.add(visiting);
      visiting.add(
        outcomesOf(claim).subscribe({
          next(outcome) {
            subscriber.next(outcome);
            pump();
          },
          error,
          complete() {
            active -= 1;
            later.remove(visiting);
            pump();
          },
        }),
      );
    }

    function outcomesOf(claim: Claim<Entry>): Observable<Outcome> {
      let ended = false;
      const settle = ({ outcome, found = [], pace = UNTIMED }: Arrival<Entry, Outcome>): Observable<Outcome> =>
        defer(() => {
          ended = true;
          return frontier.settle(claim, outcome, found, pace);
        }).pipe(
          concatMap((settled) => {
            held.delete(claim);
            return settled && settled.outcome !== undefined ? of(settled.outcome) : EMPTY;
          }),
        );
      const visited$ = visit(claim.entry).pipe(
        concatMap((arrival) => {
          if (arrival.pace) return settle(arrival);
          const outcome$ = arrival.outcome === undefined ? EMPTY : of(arrival.outcome);
          return arrival.found?.length ? frontier.add(arrival.found).pipe(concatMap(() => outcome$)) : outcome$;
        }),
      );
      return concat(
        visited$,
        defer(() => (ended ? EMPTY : settle({}))),
      );
    }

    /** Asks for what may start. What ends within its own subscription comes back here and is told to wait. */
    function pump(): void {
      wanted = true;
      if (asking || pumping) return;
      pumping = true;
      while (wanted && !asking && !over && !subscriber.closed && active < concurrency) ask();
      pumping = false;
      if (over && active === 0) subscriber.complete();
    }

    function ask(): void {
      wanted = false;
      asking = true;
      later.add(
        frontier.take(concurrency - active).subscribe({
          next({ claims, nextAt }) {
            for (const claim of claims) if (!subscriber.closed) start(claim);
            if (nextAt !== undefined) restUntil(nextAt);
          },
          error,
          complete() {
            asking = false;
            if (!pumping && (wanted || over)) pump();
          },
        }),
      );
    }

    function restUntil(nextAt: number): void {
      resting?.unsubscribe();
      resting = timer(Math.max(0, nextAt - asyncScheduler.now())).subscribe(pump);
    }

    later.add(
      frontier.wake$.subscribe({
        next: pump,
        error,
        complete() {
          over = true;
          pump();
        },
      }),
    );
    pump();
    return () => {
      resting?.unsubscribe();
      later.unsubscribe();
      // Nobody waits for this: where the store is gone, the claims are given back with those of a dead process.
      for (const claim of held) frontier.release(claim).subscribe({ error: () => undefined });
    };
  });
}
