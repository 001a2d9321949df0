/** Later than this, the thread that serves has more to do than it can. */
const HIGH_LAG_MS = 60;
/** Earlier than this it has time for more. */
const LOW_LAG_MS = 20;
const DECREASE = 0.75;
/** Readings after a decrease that are passed over: what was under way then still makes them high. */
const SETTLING = 3;

/**
 * How many may be under way at once: one more (additive increase) while all of them are and the serving thread keeps its
 * time, three quarters of those under way (multiplicative decrease) when it does not. Between `least` and `most`.
 */
export class AdaptiveLimit {
  readonly #least: number;
  readonly #most: number;
  #limit: number;
  #settling = 0;

  constructor({ least, most }: { least: number; most: number }) {
    this.#least = Math.min(least, most);
    this.#most = most;
    this.#limit = most;
  }

  get limit(): number {
    return this.#limit;
  }

  /** A reading of how late the serving thread is, while so many are under way; true where more may begin than before. */
  observe(lagMs: number, running: number): boolean {
    if (this.#settling > 0) this.#settling -= 1;
    else if (lagMs > HIGH_LAG_MS) {
      const decreased = Math.floor(Math.min(this.#limit, Math.max(running, this.#least)) * DECREASE);
      this.#limit = Math.max(this.#least, decreased);
      this.#settling = SETTLING;
    } else if (lagMs < LOW_LAG_MS && running >= this.#limit && this.#limit < this.#most) {
      this.#limit += 1;
      return true;
    }
    return false;
  }
}
