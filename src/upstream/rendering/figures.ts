import { Observable } from "rxjs";
import { toSourceError } from "../../errors.ts";
import type { BrowserState } from "../stats.ts";

const HOUR_MIN = 60;
const RECOVERING_MS = 60_000;

/** What a browser and its pages came to, as the health page and the metrics tell of it. */
export class RenderFigures {
  /** Pages rendered, by `ok`, `cancelled` or the kind of failure. */
  readonly outcomes = new Map<string, number>();
  seconds = 0;
  version: string | undefined;
  memoryBytes = 0;
  /** Browsers that run. */
  running = 0;
  /** Browsers that were lost. */
  lost = 0;
  #lostAt = Number.NEGATIVE_INFINITY;
  #lastError: BrowserState["last_error"];
  readonly #minutes = new Map<number, number>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get recovers(): boolean {
    return this.#now() - this.#lostAt < RECOVERING_MS;
  }

  browserLost(): void {
    this.lost += 1;
    this.#lostAt = this.#now();
  }

  /** A rendering, counted when it ends. */
  counted<T>(rendering$: Observable<T>): Observable<T> {
    return new Observable((subscriber) => {
      const begun = this.#now();
      let outcome = "cancelled";
      subscriber.add(() => {
        this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
        this.seconds += (this.#now() - begun) / 1000;
        if (outcome === "ok") this.#rendered();
      });
      return rendering$.subscribe({
        next: (value) => {
          outcome = "ok";
          subscriber.next(value);
        },
        error: (error: unknown) => {
          const { kind, message } = toSourceError(error);
          outcome = kind;
          this.#lastError = { code: kind, error: message, at: new Date().toISOString() };
          subscriber.error(error);
        },
        complete: () => subscriber.complete(),
      });
    });
  }

  get served(): number {
    return this.outcomes.get("ok") ?? 0;
  }

  get lastHour(): number {
    const from = this.#minute() - HOUR_MIN;
    return [...this.#minutes].reduce((sum, [minute, count]) => (minute > from ? sum + count : sum), 0);
  }

  get lastError(): BrowserState["last_error"] {
    return this.#lastError;
  }

  #minute(): number {
    return Math.floor(this.#now() / 60_000);
  }

  #rendered(): void {
    const minute = this.#minute();
    this.#minutes.set(minute, (this.#minutes.get(minute) ?? 0) + 1);
    for (const past of this.#minutes.keys()) if (past <= minute - HOUR_MIN) this.#minutes.delete(past);
  }
}
