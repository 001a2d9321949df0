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
  readonly #feature: Int16Array;
  readonly #value: Float32Array;
  /** Of the whole forest: where the left one of a node's two children stands. */
  readonly #child: Uint32Array;

  constructor(packed: Omit<PackedForest, "taughtOn">) {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
    this.#base = packed.base;
    this.#roots = Uint32Array.from(packed.roots);
    this.#feature = new Int16Array(bytes(packed.feature));
    this.#value = new Float32Array(bytes(packed.value));
    this.#child = Uint32Array.from(new Uint16Array(bytes(packed.child)));
    packed.roots.forEach((root, tree) => {
      const end = packed.roots[tree + 1] ?? this.#child.length;
      for (let node = root; node < end; node += 1) this.#child[node] = root + (this.#child[node] ?? 0);
    });
  }

  /** The chance, 0 to 1, that the row is one of what the forest was taught to find. */
  chance(row: Float32Array): number {
    const features = this.#feature;
    const values = this.#value;
    const children = this.#child;
    const roots = this.#roots;
    let odds = this.#base;
    for (let tree = 0; tree < roots.length; tree += 1) {
      let node = roots[tree] ?? 0;
      for (let feature = features[node] ?? -1; feature >= 0; feature = features[node] ?? -1)
        node = (children[node] ?? 0) + ((row[feature] ?? 0) <= (values[node] ?? 0) ? 0 : 1);
      odds += values[node] ?? 0;
    }
    return 1 / (1 + Math.exp(-odds));
  }
}
