import type { Element } from "domhandler";

/* One way of writing for the names that feeds take from namespaces. */

/** Namespaces whose elements have no prefix in the document that we read. */
const BARE = new Set([
  "purl.org/rss/1.0",
  "my.netscape.com/rdf/simple/0.9",
  "channel.netscape.com/rdf/simple/0.9",
  "backend.userland.com/rss2",
  "www.w3.org/1999/xhtml",
]);

const ATOM = new Set(["www.w3.org/2005/atom", "purl.org/atom/ns#"]);

/** Namespaces by the prefix under which readers ask for them. */
const PREFIXES: Readonly<Record<string, string>> = {
  "www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
  "purl.org/dc/elements/1.1": "dc",
  "purl.org/dc/terms": "dcterms",
  "purl.org/rss/1.0/modules/content": "content",
  "purl.org/rss/1.0/modules/slash": "slash",
  "search.yahoo.com/mrss": "media",
  "www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
  "podcastindex.org/namespace/1.0": "podcast",
  "github.com/podcastindex-org/podcast-namespace/blob/main/docs/1.0.md": "podcast",
  "www.youtube.com/xml/schemas/2015": "yt",
  "rssnamespace.org/feedburner/ext/1.0": "feedburner",
  "wellformedweb.org/commentapi": "wfw",
  "prismstandard.org/namespaces/basic/2.0": "prism",
  "purl.org/rss/1.0/modules/prism": "prism",
};

/** Namespaces by the prefix that stands for them ("" is the default one): what an element adds to those around it. */
export interface Scope {
  readonly own: ReadonlyMap<string, string>;
  readonly up: Scope | undefined;
}

/** No prefix. */
export const NO_SCOPE: Scope = { own: new Map(), up: undefined };

/** The prefixes that hold at an element. The root's default namespace is not looked at: too many name the wrong one. */
export function declared(node: Element, scope: Scope, isRoot: boolean): Scope {
  let own: Map<string, string> | undefined;
  for (const [name, uri] of Object.entries(node.attribs)) {
    const prefix = name === "xmlns" ? (isRoot ? undefined : "") : name.startsWith("xmlns:") ? name.slice(6) : undefined;
    if (prefix === undefined) continue;
    own ??= new Map();
    own.set(prefix, canonical(uri));
  }
  return own ? { own, up: scope } : scope;
}

function namespaceOf(prefix: string, scope: Scope): string | undefined {
  for (let at: Scope | undefined = scope; at; at = at.up) {
    const uri = at.own.get(prefix);
    if (uri !== undefined) return uri;
  }
  return undefined;
}

const canonical = (uri: string): string =>
  uri
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");

const prefixOf = (name: string): string => (name.includes(":") ? name.slice(0, name.indexOf(":")) : "");

/** An element's or attribute's name with the usual prefix of its namespace. */
export function nameIn(name: string, scope: Scope, inAtom: boolean): string {
  const prefix = prefixOf(name);
  const uri = namespaceOf(prefix, scope);
  if (uri === undefined) return name;
  const local = prefix ? name.slice(prefix.length + 1) : name;
  if (ATOM.has(uri)) return inAtom ? local : `atom:${local}`;
  if (BARE.has(uri)) return local;
  const known = PREFIXES[uri];
  return known ? `${known}:${local}` : name;
}
