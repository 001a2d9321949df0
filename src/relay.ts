import { Observable, type Observer, type OperatorFunction, Subscriber } from "rxjs";

/** What an operator does with what comes; a failure or an end that it says nothing of passes. */
export type Relaying<T> = Pick<Observer<T>, "next"> & Partial<Omit<Observer<T>, "next">>;

/**
 * An operator of one layer, for what would take a chain of three or more (state by `defer`, then `map`, `filter`, `tap`) on
 * a way that every request of every search goes: subscribing is what such a chain costs. What `relaying` throws fails the
 * stream, and unsubscribing lets go of the source even while it emits within its subscription.
 *
 *     source:                                          --a--b--|
 *     relay((out) => ({ next: (v) => out.next(v) })):  --a--b--|
 */
export const relay =
  <T, R>(relaying: (out: Subscriber<R>) => Relaying<T>): OperatorFunction<T, R> =>
  (source$) =>
    new Observable((out) => {
      const relayed = relaying(out);
      if (!out.closed) source$.subscribe(new Relay(out, relayed));
    });

/** rxjs' own operators link their subscribers like this, by a class that it keeps to itself. */
class Relay<T> extends Subscriber<T> {
  readonly #out: Subscriber<unknown>;
  readonly #relayed: Relaying<T>;

  constructor(out: Subscriber<unknown>, relayed: Relaying<T>) {
    super(out);
    this.#out = out;
    this.#relayed = relayed;
  }

  protected override _next(value: T): void {
    try {
      this.#relayed.next(value);
    } catch (error) {
      this.#out.error(error);
    }
  }

  protected override _error(error: unknown): void {
    const { error: told } = this.#relayed;
    if (told) this.#end(() => told(error));
    else super._error(error);
  }

  protected override _complete(): void {
    const { complete } = this.#relayed;
    if (complete) this.#end(complete);
    else super._complete();
  }

  #end(told: () => void): void {
    try {
      told();
    } catch (error) {
      this.#out.error(error);
    } finally {
      this.unsubscribe();
    }
  }
}
