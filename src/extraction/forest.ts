/**
 * A gradient-boosted forest as it is kept in a file: three parallel arrays in base64. A node whose feature is negative is
 * a leaf and its value what it adds to the log-odds; else rows with `row[feature] <= value` go to `child`, others to `child + 1`.
 * Trees stand one behind the other, a node's children behind it; there are 512 at most, of 24 leaves at most.
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

/** The bits of a word that name a tree; each of the others stands for a leaf, but for the last leaf, which no test rules out. */
const TREE_BITS = 9;
const TREE = (1 << TREE_BITS) - 1;
const MOST_LEAVES = 33 - TREE_BITS;
/** So many rows at most are looked at to tell what most of them answer. */
const SAMPLE = 15;
const NONE = new Float32Array();

/** What is made of the forest for the rows of a page. */
interface Plan {
  /** By feature: its first test whose value is not below what is usual. */
  readonly middle: Uint32Array;
  /** By test: its tree, and a bit for each leaf that is left to a row which answers otherwise than most do, the first leaf's the highest. */
  readonly left: Int32Array;
  /** What a leaf adds, by place and tree. */
  readonly adds: Float32Array;
}

/**
 * The forest turned round (QuickScorer: Lucchese et al., SIGIR 2015): its tests by feature, the lowest value first. Each tree's
 * leaves are put in such an order that the first one is where most rows of the page end; of a row only those tests are
 * looked at that it answers otherwise. They rule out leaves, and the first one left is where it ends.
 */
export class Forest {
  readonly #base: number;
  readonly #roots: Uint32Array;
  /** By node: what a leaf adds, the left child, the leaves below, and the number of its test; -1 for a leaf. */
  readonly #adds: Float32Array;
  readonly #child: Uint32Array;
  readonly #leaves: Uint8Array;
  readonly #test: Int32Array;
  /** The features that are asked for, and where the tests of each begin; one more than there are features. */
  readonly #features: Uint16Array;
  readonly #from: Uint32Array;
  /** What a test compares with; before each feature's and behind the last one's stands NaN, with which no comparison holds. */
  readonly #values: Float32Array;

  constructor({ base, roots, feature, value, child }: PackedForest) {
    const bytes = (text: string) => Uint8Array.from(Buffer.from(text, "base64")).buffer;
    const features = new Int16Array(bytes(feature));
    const children = new Uint16Array(bytes(child));
    const count = features.length;
    this.#base = base;
    this.#roots = Uint32Array.from(roots);
    this.#adds = new Float32Array(bytes(value));
    this.#child = new Uint32Array(count);
    this.#leaves = new Uint8Array(count).fill(1);
    roots.forEach((root, tree) => {
      for (let node = (roots[tree + 1] ?? count) - 1; node >= root; node -= 1) {
        if ((features[node] ?? -1) < 0) continue;
        const left = root + (children[node] ?? 0);
        this.#child[node] = left;
        this.#leaves[node] = (this.#leaves[left] ?? 0) + (this.#leaves[left + 1] ?? 0);
      }
      if ((this.#leaves[root] ?? 0) > MOST_LEAVES || tree > TREE) throw new RangeError("The forest is too large.");
    });
    const order = [...features.keys()]
      .filter((node) => (features[node] ?? -1) >= 0)
      .sort(
        (one, other) =>
          (features[one] ?? 0) - (features[other] ?? 0) || (this.#adds[one] ?? 0) - (this.#adds[other] ?? 0),
      );
    this.#test = new Int32Array(count).fill(-1);
    const asked: number[] = [];
    const from: number[] = [];
    const values: number[] = [];
    for (const node of order) {
      const here = features[node] ?? 0;
      if (asked.at(-1) !== here) {
        asked.push(here);
        from.push(values.length);
        values.push(Number.NaN);
      }
      this.#test[node] = values.length;
      values.push(this.#adds[node] ?? 0);
    }
    values.push(Number.NaN);
    this.#features = Uint16Array.from(asked);
    this.#from = Uint32Array.of(...from, values.length);
    this.#values = Float32Array.from(values);
  }

  /** The chances, 0 to 1, that rows are of what the forest was taught to find. */
  chances(rows: readonly Float32Array[]): Float64Array {
    const { middle, left, adds } = this.#planFor(rows);
    const open = new Int32Array(this.#roots.length);
    const chances = new Float64Array(rows.length);
    for (let at = 0; at < rows.length; at += 1) {
      open.fill(-1);
      this.#ruleOut(rows[at] ?? NONE, middle, left, open);
      let odds = this.#base;
      for (let tree = 0; tree < open.length; tree += 1)
        odds += adds[Math.clz32((open[tree] ?? 0) | TREE) * open.length + tree] ?? 0;
      chances[at] = 1 / (1 + Math.exp(-odds));
    }
    return chances;
  }

  /** The chance of one row. */
  chance(row: Float32Array): number {
    return this.chances([row])[0] ?? 0;
  }

  /** Takes from the leaves of each tree those that a row does not end in. */
  #ruleOut(row: Float32Array, middle: Uint32Array, left: Int32Array, open: Int32Array): void {
    const features = this.#features;
    const values = this.#values;
    for (let at = 0; at < features.length; at += 1) {
      const has = row[features[at] ?? 0] ?? 0;
      const usual = middle[at] ?? 0;
      for (let test = usual; has > (values[test] ?? 0); test += 1) {
        const leaves = left[test] ?? 0;
        const tree = leaves & TREE;
        open[tree] = (open[tree] ?? 0) & leaves;
      }
      for (let test = usual - 1; has <= (values[test] ?? 0); test -= 1) {
        const leaves = left[test] ?? 0;
        const tree = leaves & TREE;
        open[tree] = (open[tree] ?? 0) & leaves;
      }
    }
  }

  #planFor(rows: readonly Float32Array[]): Plan {
    const middle = this.#middleOf(rows);
    const count = this.#roots.length;
    const left = new Int32Array(this.#values.length);
    const above = new Uint8Array(left.length);
    for (let at = 0; at < middle.length; at += 1) above.fill(1, this.#from[at], middle[at]);
    const adds = new Float32Array(count * MOST_LEAVES);
    const place = new Uint8Array(this.#test.length);
    for (let tree = 0; tree < count; tree += 1) {
      const end = this.#roots[tree + 1] ?? this.#test.length;
      for (let node = this.#roots[tree] ?? 0; node < end; node += 1) {
        const test = this.#test[node] ?? -1;
        const here = place[node] ?? 0;
        if (test < 0) {
          adds[here * count + tree] = this.#adds[node] ?? 0;
          continue;
        }
        const child = this.#child[node] ?? 0;
        const usual = child + (above[test] ?? 0);
        const leaves = this.#leaves[usual] ?? 0;
        place[usual] = here;
        place[child + child + 1 - usual] = here + leaves;
        left[test] = (~((-1 << (32 - leaves)) >>> here) & ~TREE) | tree;
      }
    }
    return { middle, left, adds };
  }

  /** By feature, its first test whose value is not below the median of the rows, or of some of them. */
  #middleOf(rows: readonly Float32Array[]): Uint32Array {
    const size = Math.min(SAMPLE, rows.length);
    const sample = Array.from({ length: size }, (_, at) => rows[Math.floor((at * rows.length) / size)] ?? NONE);
    const sorted = new Float32Array(size);
    return Uint32Array.from(this.#features, (feature, at) => {
      for (let next = 0; next < size; next += 1) {
        const has = sample[next]?.[feature] ?? 0;
        let to = next;
        for (; to > 0 && (sorted[to - 1] ?? 0) > has; to -= 1) sorted[to] = sorted[to - 1] ?? 0;
        sorted[to] = has;
      }
      const median = sorted[size >> 1] ?? 0;
      let test = (this.#from[at] ?? 0) + 1;
      while ((this.#values[test] ?? 0) < median) test += 1;
      return test;
    });
  }
}
