import { Observable, Subscription } from "rxjs";

export interface Exploration<Entry extends object, Outcome> {
  /** Visits under way at once. */
  readonly concurrency: number;
  /** Visits at most, of those that count. */
  readonly limit: number;
  /** Entries kept waiting at most; what is found beyond that is left. */
  readonly maxWaiting: number;
  /** One visit; what it emits leaves at once. */
  readonly visit: (entry: Entry) => Observable<Outcome>;
  /** New entries that an outcome leads to, each named once in an exploration. */
  readonly found: (outcome: Outcome) => readonly Entry[];
  /** Whether a visit counts that ended with this outcome. Default: each does. */
  readonly counts?: (outcome: Outcome) => boolean;
  /** Told at the end how many entries were never visited. */
  readonly onLeft?: (entries: number) => void;
}

/**
 * A stream that feeds itself, breadth first: what a visit finds is visited after all that was found before, as
 * rxjs' `expand` does it, but what a visit emits leaves at once instead of waiting in the queue, and both the visits and
 * the queue are bounded.
 *
 *     visit(a):             --A|            A finds b and c
 *     visit(b):                -----B|      B finds d
 *     visit(c):                --C|
 *     visit(d):                     -D|
 *     explore, 2 at a time: --A--C--B-(D|)
 *
 * Fails as a visit fails. Unsubscribing leaves every visit under way.
 */
export function explore<Entry extends object, Outcome>(
  seeds: readonly Entry[],
  { concurrency, limit, maxWaiting, visit, found, counts = () => true, onLeft }: Exploration<Entry, Outcome>,
): Observable<Outcome> {
  return new Observable((subscriber) => {
    const waiting = new Queue(seeds);
    let begun = 0;
    let active = 0;
    let pumping = false;

    function start(entry: Entry): void {
      let waived = false;
      const visiting = new Subscription();
      subscriber.add(visiting);
      const leave = (): void => {
        active -= 1;
        if (waived) begun -= 1;
        subscriber.remove(visiting);
      };
      begun += 1;
      active += 1;
      visiting.add(
        visit(entry).subscribe({
          next(outcome) {
            waived ||= !counts(outcome);
            for (const next of found(outcome)) if (waiting.size < maxWaiting) waiting.push(next);
            subscriber.next(outcome);
            pump();
          },
          error: (error) => subscriber.error(error),
          complete() {
            leave();
            pump();
          },
        }),
      );
    }

    /** Starts what may start. A visit that ends within its own subscription comes back here and is told to wait. */
    function pump(): void {
      if (pumping) return;
      pumping = true;
      while (!subscriber.closed && active < concurrency && begun < limit) {
        const entry = waiting.shift();
        if (entry === undefined) break;
        start(entry);
      }
      pumping = false;
      if (subscriber.closed || active > 0) return;
      onLeft?.(waiting.size);
      subscriber.complete();
    }

    pump();
  });
}

/** First in, first out, each entry being moved once: those that came are turned round when all before them have gone. */
class Queue<T extends object> {
  #came: T[];
  /** The next one last. */
  #going: T[] = [];

  constructor(items: readonly T[]) {
    this.#came = [...items];
  }

  get size(): number {
    return this.#came.length + this.#going.length;
  }

  push(item: T): void {
    this.#came.push(item);
  }

  shift(): T | undefined {
    if (this.#going.length === 0) {
      this.#going = this.#came.reverse();
      this.#came = [];
    }
    return this.#going.pop();
  }
}
