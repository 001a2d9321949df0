/**
 * A gradient-boosted forest as it is kept in a file: three parallel arrays in base64. A node whose feature is negative is
 * a leaf and its value what it adds to the log-odds; else rows with `row[feature] <= value` go to `child`, others to `child + 1`.
 */
export interface PackedForest {
  /** What it was taught on, with the attribution that its licence asks for. */
  readonly taughtOn: string;
  readonly base: number;
  /** Index of each tree's root. */
  readonly roots: readonly number[];
  /** Int16, little-endian. */
  readonly feature: string;
  /** Float32, little-endian. */
  readonly value: string;
  /** Uint16, little-endian, relative to the tree's root. */
  readonly child: string;
}

export class Forest {
  readonly #base: number;
  readonly #roots: readonly number[];
  readonly #feature: Int16Array;
  readonly #value: Float32Array;
  readonly #child: Uint16Array;

  constructor(packed: Omit<PackedForest, "taughtOn">) {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
    this.#base = packed.base;
    this.#roots = packed.roots;
    this.#feature = new Int16Array(bytes(packed.feature));
    this.#value = new Float32Array(bytes(packed.value));
    this.#child = new Uint16Array(bytes(packed.child));
  }

  /** The chance, 0 to 1, that the row is one of what the forest was taught to find. */
  chance(row: Float32Array): number {
    let odds = this.#base;
    for (const root of this.#roots) {
      let node = root;
      for (let feature = this.#feature[node] ?? -1; feature >= 0; feature = this.#feature[node] ?? -1) {
        const goesLeft = (row[feature] ?? 0) <= (this.#value[node] ?? 0);
        node = root + (this.#child[node] ?? 0) + (goesLeft ? 0 : 1);
      }
      odds += this.#value[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-odds));
  }
}
