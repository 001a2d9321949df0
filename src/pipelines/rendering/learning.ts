import { LRUCache } from "lru-cache";

/** Whether pages of a place need a browser, as far as its pages have shown. */
export type Prediction = "needs" | "no-js";

const PLACES = 2_000;
/** So many pages alike in a row make a prediction; so many otherwise end it. */
const ALIKE = 3;
const WRONG = 2;
const CHECK_EVERY = 20;
const LASTS_MS = 3_600_000;

interface Known {
  readonly since: number;
  /** What the last pages came to, all alike, and how many they were. */
  readonly last: Prediction;
  readonly alike: number;
  readonly prediction?: Prediction;
  readonly asked: number;
}

/**
 * What renderings have taught about a host's pages, by the first part of their paths: three alike make a prediction, two otherwise
 * end it, and so does an hour. Every twentieth page is decided about as if nothing were known. Kept in memory alone.
 */
export class Learning {
  readonly #places = new LRUCache<string, Known>({ max: PLACES });
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** What to expect of a page; undefined where that is not known, or to be seen again. */
  predicted(url: string): Prediction | undefined {
    const key = placeOf(url);
    const known = this.#places.get(key);
    if (known?.prediction === undefined) return undefined;
    if (this.#now() - known.since >= LASTS_MS) {
      this.#places.delete(key);
      return undefined;
    }
    const asked = known.asked + 1;
    this.#places.set(key, { ...known, asked });
    return asked % CHECK_EVERY === 0 ? undefined : known.prediction;
  }

  /** What a page came to. A failure is none. */
  learn(url: string, came: Prediction): void {
    const key = placeOf(url);
    const known = this.#places.get(key);
    const alike = known?.last === came ? known.alike + 1 : 1;
    const now = this.#now();
    const since = known?.prediction ? known.since : now;
    const wrong = known?.prediction !== undefined && known.prediction !== came && alike >= WRONG;
    const prediction = wrong ? undefined : (known?.prediction ?? (alike >= ALIKE ? came : undefined));
    this.#places.set(key, { since, last: came, alike, asked: known?.asked ?? 0, ...(prediction && { prediction }) });
  }
}

/** A host and the first part of a path. */
function placeOf(written: string): string {
  const url = URL.parse(written);
  return url ? `${url.host}/${url.pathname.split("/", 2)[1] ?? ""}` : written;
}
