import { type AnyNode, type Element, isTag } from "domhandler";
import { El } from "../../kit/html/dom.ts";
import { textOf } from "../words.ts";
import type { Entity } from "./jsonld.ts";

/*
 * RDFa as pages use it (https://www.w3.org/TR/rdfa-lite/, and of https://www.w3.org/TR/rdfa-core/ about, rel and the prefixes
 * of RDFa 1.0), in JSON-LD's words: an entity for each typeof.
 */

/** Prefixes that need no declaration (https://www.w3.org/2011/rdfa-context/rdfa-1.1). */
const KNOWN: Readonly<Record<string, string>> = {
  dc: "http://purl.org/dc/terms/",
  dcterms: "http://purl.org/dc/terms/",
  foaf: "http://xmlns.com/foaf/0.1/",
  og: "http://ogp.me/ns#",
  rdf: "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
  rdfs: "http://www.w3.org/2000/01/rdf-schema#",
  schema: "http://schema.org/",
  sioc: "http://rdfs.org/sioc/ns#",
  skos: "http://www.w3.org/2004/02/skos/core#",
};

const MAX_ENTITIES = 2_000;
const MAX_VALUES = 20_000;

interface Subject {
  readonly fields: Record<string, unknown>;
  typed: boolean;
  nested: boolean;
}

interface Context {
  readonly vocab: string;
  readonly prefixes: Readonly<Record<string, string>>;
  readonly subject: Subject | undefined;
  /** Properties (of a `rel` without an object of its own) whose object the next entity below is. */
  readonly hanging: readonly string[];
}

const words = (text: string | undefined): string[] => (text ?? "").split(/\s+/).filter(Boolean);

function declared(element: Element, context: Context): Pick<Context, "vocab" | "prefixes"> {
  const vocab = element.attribs["vocab"]?.trim() ?? context.vocab;
  const pairs = [
    ...(element.attribs["prefix"] ?? "").slice(0, 5_000).matchAll(/([\w-]{1,40}):\s{1,9}(\S{1,300})/g),
  ].map(([, name = "", uri = ""]) => [name.toLowerCase(), uri] as const);
  const old = Object.entries(element.attribs).flatMap(([name, uri]) =>
    name.startsWith("xmlns:") ? [[name.slice(6).toLowerCase(), uri] as const] : [],
  );
  if (pairs.length === 0 && old.length === 0) return { vocab, prefixes: context.prefixes };
  return { vocab, prefixes: { ...context.prefixes, ...Object.fromEntries([...old, ...pairs]) } };
}

/** A term's IRI; a term of schema.org by its short name. */
function termOf(term: string, { vocab, prefixes }: Pick<Context, "vocab" | "prefixes">): string | undefined {
  const [, prefix, rest = ""] = /^([\w-]{1,40}):(?!\/\/)(.*)$/s.exec(term) ?? [];
  const iri = prefix
    ? `${prefixes[prefix.toLowerCase()] ?? `${prefix}:`}${rest}`
    : /^https?:/.test(term)
      ? term
      : vocab && `${vocab}${term}`;
  return iri ? iri.replace(/^https?:\/\/schema\.org\//, "") : undefined;
}

function add({ fields }: Subject, names: readonly string[], value: unknown): void {
  for (const name of names) {
    const before = fields[name];
    fields[name] = before === undefined ? value : Array.isArray(before) ? [...before, value] : [before, value];
  }
}

class RdfaReader {
  private readonly base: string;
  private readonly bySubject = new Map<string, Subject>();
  readonly subjects: Subject[] = [];
  private values = 0;

  constructor(base: string) {
    this.base = base;
  }

  /** Reads an element, and says in what context its children stand. */
  visit(element: Element, context: Context): Context {
    const names = declared(element, context);
    const { attribs } = element;
    const terms = (text: string | undefined) => words(text).flatMap((term) => termOf(term, names) ?? []);
    const types = terms(attribs["typeof"]);
    const [properties, rels] = [
      terms(attribs["property"]),
      terms(attribs["rel"]).filter((term) => /[:/]/.test(term) || names.vocab),
    ];
    const object = attribs["resource"] ?? attribs["href"] ?? attribs["src"];
    if (types.length > 0) {
      const id = attribs["about"] ?? object;
      const known = this.subjects.length;
      const subject = this.subject(id);
      const fresh = this.subjects.length > known;
      subject.typed = true;
      add(subject, ["@type"], types.length === 1 ? types[0] : types);
      const roles = attribs["about"] === undefined ? [...properties, ...rels, ...context.hanging] : context.hanging;
      if (context.subject && context.subject !== subject && roles.length > 0) {
        // What was named before may hold what it stands in: it is referred to.
        add(context.subject, roles, fresh ? subject.fields : { "@id": subject.fields["@id"] });
        subject.nested ||= fresh;
      }
      if (attribs["about"] !== undefined && properties.length > 0) add(subject, properties, this.value(element));
      return { ...names, subject, hanging: [] };
    }
    const subject = attribs["about"] === undefined ? context.subject : this.subject(attribs["about"]);
    if (subject && properties.length > 0) add(subject, properties, this.value(element));
    if (subject && rels.length > 0 && object !== undefined) add(subject, rels, this.iri(object));
    return {
      ...names,
      subject,
      hanging: rels.length > 0 && object === undefined ? rels : properties.length > 0 ? [] : context.hanging,
    };
  }

  private subject(id: string | undefined): Subject {
    const iri = id === undefined ? undefined : this.iri(id);
    const before = iri && this.bySubject.get(iri);
    if (before) return before;
    const made = { fields: { ...(iri && { "@id": iri }) }, typed: false, nested: false };
    if (this.subjects.length < MAX_ENTITIES) this.subjects.push(made);
    if (iri) this.bySubject.set(iri, made);
    return made;
  }

  /** `[_:a]` and `_:a` name what has no address. */
  private iri(written: string): string {
    const bare = written.trim().replace(/^\[(.*)\]$/s, "$1");
    return bare.startsWith("_:") ? bare : (URL.parse(bare, this.base)?.href ?? bare);
  }

  private value(element: Element): string | undefined {
    this.values += 1;
    if (this.values > MAX_VALUES) return undefined;
    const { content, resource, href, src, datetime } = element.attribs;
    if (content !== undefined) return content.trim();
    const object = resource ?? href ?? src;
    if (object !== undefined) return this.iri(object);
    return datetime?.trim() ?? textOf(new El(element, this.base));
  }
}

/** The typed entities that are no part of another. */
export function rdfa(doc: El): Entity[] {
  if (!doc.has("[typeof]")) return [];
  const reader = new RdfaReader(doc.base);
  const stack: (readonly [AnyNode, Context])[] = [
    [doc.node, { vocab: "", prefixes: KNOWN, subject: undefined, hanging: [] }],
  ];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const [node, context] = at;
    const below = isTag(node) ? reader.visit(node, context) : context;
    if ("children" in node) for (const child of node.children.toReversed()) stack.push([child, below]);
  }
  return reader.subjects.flatMap(({ fields, typed, nested }) =>
    typed && !nested ? [{ data: fields, errors: [] }] : [],
  );
}
