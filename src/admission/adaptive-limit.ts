/** Later than this, the thread that serves has more to do than it can. */
const HIGH_LAG_MS = 60;
/** Earlier than this it has time for more. */
const LOW_LAG_MS = 20;
const DECREASE = 0.75;
/** However late it is, so much remains of what is under way. */
const MOST_DECREASE = 0.25;
/** Readings after a decrease that are passed over: what was under way then still makes them high. */
const SETTLING = 3;
/** What a limit begins at, beside the least. */
const FIRST = 4;
/** By so much it grows in slow start, until it was first lowered. */
const SLOW_START = 1.25;

/**
 * How many may be under way at once, between `least` and `most`: AIMD with slow start, as TCP has it. It begins low, for a thousand that
 * come at once would keep the thread busy for seconds before its lag was read once. While all of them are under way and the serving thread
 * keeps its time it grows by a quarter a reading, after the first decrease by one (additive increase). When the thread
 * does not, three quarters of those under way remain, and the fewer the later it is (multiplicative decrease).
 */
export class AdaptiveLimit {
  readonly #least: number;
  readonly #most: number;
  #limit: number;
  #settling = 0;
  #lowered = false;

  constructor({ least, most }: { least: number; most: number }) {
    this.#least = Math.min(least, most);
    this.#most = most;
    this.#limit = Math.min(most, least * FIRST);
  }

  get limit(): number {
    return this.#limit;
  }

  /** A reading of how late the serving thread is, while so many are under way; true where more may begin than before. */
  observe(lagMs: number, running: number): boolean {
    if (this.#settling > 0) this.#settling -= 1;
    else if (lagMs > HIGH_LAG_MS) {
      const share = Math.max(MOST_DECREASE, Math.min(DECREASE, HIGH_LAG_MS / (lagMs - HIGH_LAG_MS)));
      const decreased = Math.floor(Math.min(this.#limit, Math.max(running, this.#least)) * share);
      this.#limit = Math.max(this.#least, decreased);
      this.#settling = SETTLING;
      this.#lowered = true;
    } else if (lagMs < LOW_LAG_MS && running >= this.#limit && this.#limit < this.#most) {
      this.#limit = this.#lowered ? this.#limit + 1 : Math.min(this.#most, Math.ceil(this.#limit * SLOW_START));
      return true;
    }
    return false;
  }
}
