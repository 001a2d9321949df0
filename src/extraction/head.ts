import { collapse } from "./characters.ts";
import { type JsonLdNode, jsonLdOf } from "./jsonld.ts";
import type { Tree } from "./tree.ts";

/** What page-wide readers share: the tree, its metas by lower-cased name, its structured data, and where it stands. */
export interface Source {
  readonly tree: Tree;
  readonly metas: ReadonlyMap<string, string>;
  readonly data: readonly JsonLdNode[];
  readonly url: string;
  readonly base: string;
}

export function sourceOf(tree: Tree, url: string, base: string): Source {
  const metas = new Map<string, string>();
  for (const { name, attribs } of tree.elements) {
    if (name !== "meta") continue;
    const key = (attribs["property"] ?? attribs["name"] ?? attribs["itemprop"] ?? attribs["http-equiv"])
      ?.trim()
      .toLowerCase();
    const value = collapse(attribs["content"]);
    if (key && value && !metas.has(key)) metas.set(key, value);
  }
  return { tree, metas, data: jsonLdOf(tree), url, base };
}
