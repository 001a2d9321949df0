import {
  asyncScheduler,
  concat,
  concatMap,
  defer,
  EMPTY,
  type MonoTypeOperatorFunction,
  Observable,
  of,
  Subscription,
  timer,
} from "rxjs";
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
 * when the frontier has kept it, and never where the claim was lost. While it is being kept, the next entry is asked for: a
 * store that answers in turn gives it in the same step.
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
    /** Of the active visits, those that are over but for being kept: their place is free for another. */
    let settling = 0;
    /** How often the frontier was asked for entries. */
    let asked = 0;
    let asking = false;
    let wanted = false;
    let pumping = false;
    let over = false;
    const error = (thrown: unknown): void => subscriber.error(thrown);

    function start(claim: Claim<Entry>): void {
      held.add(claim);
      active += 1;
      let askedBefore: number | undefined;
      const onSettling = (): void => {
        settling += 1;
        askedBefore = asked;
        pump();
      };
      // What was asked for after the visit was settled, and is still to be answered, comes from what settling it made free.
      const pumpUnlessAsked = (): void => {
        if (askedBefore === undefined || !asking || asked === askedBefore) pump();
      };
      const visiting = new Subscription();
      later.add(visiting);
      visiting.add(
        outcomesOf(claim, onSettling).subscribe({
          next(outcome) {
            subscriber.next(outcome);
            pumpUnlessAsked();
          },
          error,
          complete() {
            active -= 1;
            if (askedBefore !== undefined) settling -= 1;
            later.remove(visiting);
            pumpUnlessAsked();
          },
        }),
      );
    }

    /** `onSettling` is called where the frontier takes its time to keep the visit. */
    function outcomesOf(claim: Claim<Entry>, onSettling: () => void): Observable<Outcome> {
      let ended = false;
      const settle = ({ outcome, found = [], pace = UNTIMED }: Arrival<Entry, Outcome>): Observable<Outcome> =>
        defer(() => {
          ended = true;
          return frontier.settle(claim, outcome, found, pace);
        }).pipe(
          meanwhile(onSettling),
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

    /** Places for further visits; those that wait to be kept are as many as those under way, at most. */
    const room = (): number => Math.min(concurrency - active + settling, 2 * concurrency - active);

    /** Asks for what may start. What ends within its own subscription comes back here and is told to wait. */
    function pump(): void {
      wanted = true;
      if (asking || pumping) return;
      pumping = true;
      while (wanted && !asking && !over && !subscriber.closed && room() > 0) ask();
      pumping = false;
      if (over && active === 0) subscriber.complete();
    }

    function ask(): void {
      wanted = false;
      asking = true;
      asked += 1;
      later.add(
        frontier.take(room()).subscribe({
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

/** Calls `act` once a request is on its way and not answered yet; never where the answer is there at once. */
const meanwhile =
  <T>(act: () => void): MonoTypeOperatorFunction<T> =>
  (answer$) =>
    new Observable((out) => {
      answer$.subscribe(out);
      if (!out.closed) act();
    });
