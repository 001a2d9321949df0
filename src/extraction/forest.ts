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
  readonly #roots: Uint32Array;
  /** A node's feature in the upper half, its left child relative to the root in the lower; negative for a leaf. */
  readonly #node: Int32Array;
  readonly #value: Float32Array;

  constructor(packed: Omit<PackedForest, "taughtOn">) {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
    this.#base = packed.base;
    this.#roots = Uint32Array.from(packed.roots);
    this.#value = new Float32Array(bytes(packed.value));
    const child = new Uint16Array(bytes(packed.child));
    this.#node = Int32Array.from(
      new Int16Array(bytes(packed.feature)),
      (feature, node) => (feature << 16) | (child[node] ?? 0),
    );
  }

  /** The chance, 0 to 1, that the row is one of what the forest was taught to find. */
  chance(row: Float32Array): number {
    const nodes = this.#node;
    const values = this.#value;
    const roots = this.#roots;
    let odds = this.#base;
    for (let tree = 0; tree < roots.length; tree += 1) {
      const root = roots[tree] ?? 0;
      let node = root;
      for (let held = nodes[node] ?? -1; held >= 0; held = nodes[node] ?? -1)
        node = root + (held & 0xffff) + ((row[held >> 16] ?? 0) <= (values[node] ?? 0) ? 0 : 1);
      odds += values[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-odds));
  }
}
