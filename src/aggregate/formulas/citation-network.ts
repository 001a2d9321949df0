/** A work of a set, as far as the network of its citations goes. */
export interface CitingWork {
  readonly id: string;
  /** Every identifier by which another work may cite it. */
  readonly names: readonly string[];
  /** What it cites, by identifiers of each kind apart (DOIs, OpenAlex ids …); absent where it is not known. */
  readonly references?: readonly (readonly string[])[] | undefined;
}

export interface CitationNetwork {
  /** Who cites whom within the set, each once, in the order of the works. */
  readonly edges: readonly { readonly from: string; readonly to: string }[];
  /** Edges by the n(n − 1) that could be; 0 where there are fewer than two works. */
  readonly density: number;
  /** By id: how many works of the set cite it (in-degree), and how many it cites. */
  readonly degrees: ReadonlyMap<string, { readonly citedInSet: number; readonly citesInSet: number }>;
  /** Pairs that cite the same works, by how many, the most first. */
  readonly coupling: readonly { readonly a: string; readonly b: string; readonly shared: number }[];
  /** The share of works whose references are known; 0 where there are none. */
  readonly coverage: number;
}

/**
 * The citation network of a set of works: an edge from a to b when a cites b; in-degree within the set tells the seminal
 * works; bibliographic coupling is the number of references that two works share (Kessler, “Bibliographic coupling between
 * scientific papers”, American Documentation 14, 1963).
 */
export function citationNetwork(works: readonly CitingWork[]): CitationNetwork {
  const byName = new Map(works.flatMap(({ id, names }) => names.map((name): [string, string] => [name, id])));
  const cited = works.map(({ id, references = [] }) => {
    const ids = references.flat().flatMap((name) => byName.get(name) ?? []);
    return [...new Set(ids)].filter((other) => other !== id);
  });
  const edges = works.flatMap(({ id }, index) => (cited[index] ?? []).map((to) => ({ from: id, to })));
  const possible = works.length * (works.length - 1);
  const known = works.filter(({ references }) => references !== undefined).length;
  return {
    edges,
    density: possible > 0 ? edges.length / possible : 0,
    degrees: new Map(
      works.map(({ id }, index) => [
        id,
        { citedInSet: edges.filter(({ to }) => to === id).length, citesInSet: cited[index]?.length ?? 0 },
      ]),
    ),
    coupling: coupled(works),
    coverage: works.length > 0 ? known / works.length : 0,
  };
}

function coupled(works: readonly CitingWork[]): CitationNetwork["coupling"] {
  const sets = works.map(({ references = [] }) => references.map((kind) => new Set(kind)));
  const pairs = works.flatMap(({ id: a }, i) =>
    works
      .slice(i + 1)
      .map(({ id: b }, after) => ({ a, b, shared: sharedIn(sets[i] ?? [], sets[i + 1 + after] ?? []) })),
  );
  return pairs.filter(({ shared }) => shared > 0).toSorted((p, q) => q.shared - p.shared);
}

/** One reference may be known by an identifier of each kind, so the kinds are counted apart and the fuller one tells. */
const sharedIn = (a: readonly ReadonlySet<string>[], b: readonly ReadonlySet<string>[]): number =>
  Math.max(0, ...a.map((kind, index) => [...kind].filter((name) => b[index]?.has(name)).length));
