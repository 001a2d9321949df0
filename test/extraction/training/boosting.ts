import type { PackedForest } from "../../../src/extraction/forest.ts";

/** What boosting is told: rows, their soft labels in 0..1 and their weights. */
export interface Lesson {
  readonly rows: readonly Float32Array[];
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

export interface Boosting {
  readonly trees: number;
  readonly leaves: number;
  readonly rate: number;
  readonly seed: number;
}

const BINS = 64;
const SMOOTH = 5;

interface Leaf {
  readonly node: number;
  readonly members: Uint32Array;
  readonly sums: Float64Array;
  readonly gain: number;
  readonly feature: number;
  readonly bin: number;
}

/** Logistic gradient boosting on histograms, trees grown leaf by leaf (Friedman 2001; the layout is LightGBM's). */
export function boost({ rows, labels, weights }: Lesson, { trees, leaves, rate, seed }: Boosting): PackedForest {
  const width = rows[0]?.length ?? 0;
  const size = rows.length;
  const edges = quantiles(rows, width);
  const bins = new Uint8Array(size * width);
  rows.forEach((row, at) => {
    for (let feature = 0; feature < width; feature += 1)
      bins[at * width + feature] = binOf(edges[feature] ?? new Float32Array(), row[feature] ?? 0);
  });
  let weightSum = 0;
  let labelSum = 0;
  for (let at = 0; at < size; at += 1) {
    weightSum += weights[at] ?? 0;
    labelSum += (weights[at] ?? 0) * (labels[at] ?? 0);
  }
  const base = Math.log(labelSum / (weightSum - labelSum));
  const odds = new Float64Array(size).fill(base);
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size);
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };

  const roots: number[] = [];
  const feature: number[] = [];
  const value: number[] = [];
  const child: number[] = [];

  for (let tree = 0; tree < trees; tree += 1) {
    for (let at = 0; at < size; at += 1) {
      const chance = 1 / (1 + Math.exp(-(odds[at] ?? 0)));
      gradient[at] = (weights[at] ?? 0) * ((labels[at] ?? 0) - chance);
      curvature[at] = (weights[at] ?? 0) * Math.max(chance * (1 - chance), 1e-4);
    }
    const used: number[] = [];
    for (let index = 0; index < width; index += 1) if (random() < 0.4) used.push(index);
    const sample: number[] = [];
    for (let at = 0; at < size; at += 1) if (random() < 0.7) sample.push(at);

    const histogram = (members: Uint32Array): Float64Array => {
      const sums = new Float64Array(used.length * BINS * 2);
      for (const member of members) {
        const g = gradient[member] ?? 0;
        const h = curvature[member] ?? 0;
        const from = member * width;
        for (let index = 0; index < used.length; index += 1) {
          const slot = (index * BINS + (bins[from + (used[index] ?? 0)] ?? 0)) * 2;
          sums[slot] = (sums[slot] ?? 0) + g;
          sums[slot + 1] = (sums[slot + 1] ?? 0) + h;
        }
      }
      return sums;
    };
    const leafOf = (node: number, members: Uint32Array, sums: Float64Array): Leaf => {
      let g = 0;
      let h = 0;
      for (let bin = 0; bin < BINS; bin += 1) {
        g += sums[bin * 2] ?? 0;
        h += sums[bin * 2 + 1] ?? 0;
      }
      value[node] = (rate * g) / (h + SMOOTH);
      const whole = (g * g) / (h + SMOOTH);
      let best = { gain: 0, feature: -1, bin: 0 };
      for (let index = 0; index < used.length; index += 1) {
        let lg = 0;
        let lh = 0;
        for (let bin = 0; bin < BINS - 1; bin += 1) {
          const slot = (index * BINS + bin) * 2;
          lg += sums[slot] ?? 0;
          lh += sums[slot + 1] ?? 0;
          const rh = h - lh;
          if (lh < 1 || rh < 1) continue;
          const gain = (lg * lg) / (lh + SMOOTH) + ((g - lg) * (g - lg)) / (rh + SMOOTH) - whole;
          if (gain > best.gain) best = { gain, feature: used[index] ?? 0, bin };
        }
      }
      return { node, members, sums, ...best };
    };

    const root = feature.length;
    roots.push(root);
    feature.push(-1);
    value.push(0);
    child.push(0);
    const all = Uint32Array.from(sample);
    const open = [leafOf(root, all, histogram(all))];
    for (let grown = 1; grown < leaves; grown += 1) {
      open.sort((left, right) => left.gain - right.gain);
      const leaf = open.pop();
      if (!leaf || leaf.gain <= 1e-3 || leaf.feature < 0) break;
      const left = leaf.members.filter((member) => (bins[member * width + leaf.feature] ?? 0) <= leaf.bin);
      const right = leaf.members.filter((member) => (bins[member * width + leaf.feature] ?? 0) > leaf.bin);
      const small = histogram(left.length < right.length ? left : right);
      const large = leaf.sums.map((sum, slot) => sum - (small[slot] ?? 0));
      const at = feature.length;
      feature.push(-1, -1);
      value.push(0, 0);
      child.push(0, 0);
      feature[leaf.node] = leaf.feature;
      value[leaf.node] = edges[leaf.feature]?.[leaf.bin] ?? 0;
      child[leaf.node] = at - root;
      open.push(leafOf(at, left, left.length < right.length ? small : large));
      open.push(leafOf(at + 1, right, left.length < right.length ? large : small));
    }
    for (let at = 0; at < size; at += 1) {
      const row = rows[at];
      let node = root;
      while ((feature[node] ?? -1) >= 0)
        node = root + (child[node] ?? 0) + ((row?.[feature[node] ?? 0] ?? 0) <= (value[node] ?? 0) ? 0 : 1);
      odds[at] = (odds[at] ?? 0) + (value[node] ?? 0);
    }
  }
  const pack = (array: Int16Array | Uint16Array | Float32Array) => Buffer.from(array.buffer).toString("base64");
  return {
    base,
    roots,
    feature: pack(Int16Array.from(feature)),
    value: pack(Float32Array.from(value)),
    child: pack(Uint16Array.from(child)),
  };
}

function quantiles(rows: readonly Float32Array[], width: number): Float32Array[] {
  const stride = Math.max(1, Math.floor(rows.length / 20_000));
  return Array.from({ length: width }, (_, feature) => {
    const values: number[] = [];
    for (let at = 0; at < rows.length; at += stride) values.push(rows[at]?.[feature] ?? 0);
    values.sort((left, right) => left - right);
    const edges = new Set<number>();
    for (let bin = 1; bin < BINS; bin += 1)
      edges.add(Math.fround(values[Math.floor((bin * values.length) / BINS)] ?? 0));
    return Float32Array.from(edges);
  });
}

function binOf(edges: Float32Array, value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (value <= (edges[middle] ?? 0)) high = middle;
    else low = middle + 1;
  }
  return low;
}
