/**
 * A gradient-boosted forest as it is kept in a file: three parallel arrays in base64. A node whose feature is negative is
 * a leaf and its value what it adds to the log-odds; else rows with `row[feature] <= value` go to `child`, others to `child + 1`.
 */
export interface PackedForest {
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

const NONE = new Float32Array();

export class Forest {
  readonly #base: number;
  readonly #roots: Uint32Array;
  /** A node's feature in the upper half, its left child relative to the root in the lower; negative for a leaf. */
  readonly #node: Int32Array;
  readonly #value: Float32Array;

  constructor(packed: PackedForest) {
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

  /** The chances of several rows, as `chance` has them: tree after tree, each of which stays in the processor's cache. */
  chances(rows: readonly Float32Array[]): Float64Array {
    const nodes = this.#node;
    const values = this.#value;
    const odds = new Float64Array(rows.length).fill(this.#base);
    for (const root of this.#roots)
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at] ?? NONE;
        let node = root;
        for (let held = nodes[node] ?? -1; held >= 0; held = nodes[node] ?? -1)
          node = root + (held & 0xffff) + ((row[held >> 16] ?? 0) <= (values[node] ?? 0) ? 0 : 1);
        odds[at] = (odds[at] ?? 0) + (values[node] ?? 0);
      }
    return odds.map((sum) => 1 / (1 + Math.exp(-sum)));
  }

  /** The chance, 0 to 1, that the row is one of what the forest was taught to find. */
  chance(row: Float32Array): number {
    return this.chances([row])[0] ?? 0;
  }
}
