/** A term or n-gram, and the paragraphs that it stands in. */
export interface Member {
  readonly text: string;
  readonly tfidf: number;
  readonly prominence: number;
  /** Numbers of the corpus' paragraphs that hold it: the ones of its 0/1 vector. */
  readonly paragraphs: ReadonlySet<number>;
}

/** Terms that keep company. */
export interface Group<M extends Member = Member> {
  /** Its member of the highest tfidf. */
  readonly label: string;
  /** Those of the highest prominence first. */
  readonly members: readonly M[];
  /** Its share of the prominence of all members that were grouped, 0–1. */
  readonly weight: number;
}

/** Groups less alike are not merged. */
const LEAST = 0.3;
/** Differences that are none but of rounding. */
const EPSILON = 1e-12;

const shared = <T>(one: ReadonlySet<T>, other: ReadonlySet<T>): number =>
  [...one].filter((each) => other.has(each)).length;

/** Cosine of two 0/1 vectors: |A ∩ B| / √(|A| |B|); 0 where one is empty. */
export function cosine(one: ReadonlySet<number>, other: ReadonlySet<number>): number {
  if (one.size === 0 || other.size === 0) return 0;
  return shared(one, other) / Math.sqrt(one.size * other.size);
}

/** Mean cosine between the members of two groups. */
export function averageLink(one: readonly ReadonlySet<number>[], other: readonly ReadonlySet<number>[]): number {
  let sum = 0;
  for (const a of one) for (const b of other) sum += cosine(a, b);
  return sum / (one.length * other.length);
}

/**
 * Groups terms that stand in the same paragraphs: average-link agglomeration (UPGMA: Sokal & Michener 1958) over the cosines of
 * their vectors, as long as two groups are alike by 0.30; of equal pairs the first in the alphabet is merged. Groups of two
 * members at least, the weightiest first.
 */
export function semanticGroups<M extends Member>(members: readonly M[]): readonly Group<M>[] {
  const whole = members.reduce((sum, { prominence }) => sum + prominence, 0);
  return merged(members.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map((member) => [member]))
    .filter(({ length }) => length > 1)
    .map((group): Group<M> => {
      const sum = group.reduce((total, { prominence }) => total + prominence, 0);
      const [label = ""] = group.toSorted((a, b) => b.tfidf - a.tfidf).map(({ text }) => text);
      const ordered = group.toSorted((a, b) => b.prominence - a.prominence);
      return { label, members: ordered, weight: whole > 0 ? sum / whole : 0 };
    })
    .toSorted((a, b) => b.weight - a.weight || (a.label < b.label ? -1 : 1));
}

/** Merges the most alike pair until none is alike enough. Groups stay in the order of their first members. */
function merged<M extends Member>(start: readonly (readonly M[])[]): readonly (readonly M[])[] {
  const groups = [...start];
  const vectors = groups.map((group) => group.map(({ paragraphs }) => paragraphs));
  const links = vectors.map((one, at) => vectors.map((other, to) => (to > at ? averageLink(one, other) : 0)));
  for (;;) {
    let [best, first, second] = [LEAST - EPSILON, -1, -1];
    for (const [at, row] of links.entries())
      for (let to = at + 1; to < row.length; to += 1) {
        const link = row[to] ?? 0;
        if (link > best + (first < 0 ? 0 : EPSILON)) [best, first, second] = [link, at, to];
      }
    const [one, other] = [groups[first], groups[second]];
    if (!one || !other) return groups;
    const linkOf = (a: number, b: number): number => links[Math.min(a, b)]?.[Math.max(a, b)] ?? 0;
    // Of a merged pair, the mean of its parts' links, each by its size.
    for (const at of groups.keys()) {
      if (at === first || at === second) continue;
      const link = (one.length * linkOf(first, at) + other.length * linkOf(second, at)) / (one.length + other.length);
      const row = links[Math.min(first, at)];
      if (row) row[Math.max(first, at)] = link;
    }
    groups[first] = [...one, ...other];
    groups.splice(second, 1);
    links.splice(second, 1);
    for (const row of links) row.splice(second, 1);
  }
}

/**
 * The group that shares most words with a question or suggestion, by their keys; of equals the first. Undefined where none
 * shares any.
 */
export function groupFor<G extends { readonly keys: ReadonlySet<string> }>(
  words: ReadonlySet<string>,
  groups: readonly G[],
): G | undefined {
  const counts = groups.map(({ keys }) => shared(keys, words));
  const most = Math.max(0, ...counts);
  return most > 0 ? groups[counts.indexOf(most)] : undefined;
}
