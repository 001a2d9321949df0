import { isText } from "domhandler";
import { decodeHTML } from "entities";
import type { El } from "../../kit/html/dom.ts";

/* JSON-LD as pages write it: several objects, graphs, and JSON that is broken in the usual ways. */

/** An entity as JSON, and what was wrong with how it is written. */
export interface Entity {
  readonly data: Readonly<Record<string, unknown>>;
  readonly errors: readonly string[];
}

const MAX_CHARS = 2_000_000;
const MAX_DEPTH = 60;
const MAX_ENTITIES = 1_000;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value without what nests too deep to be meant. */
function shallow(value: unknown, depth = 0): unknown {
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((entry) => shallow(entry, depth + 1));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shallow(field, depth + 1)]));
}

/** The end of the comment that begins at a place; the place itself where none begins. */
function afterComment(text: string, at: number): number {
  const ends = text.startsWith("//", at) ? /[\r\n]/ : text.startsWith("/*", at) ? /\*\// : undefined;
  if (!ends) return at;
  const found = text.slice(at + 2).search(ends);
  return found < 0 ? text.length : at + 2 + found + (text[at + 1] === "*" ? 2 : 1);
}

/** JSON without comments, control characters in strings, commas before brackets and what stands around it. */
function mended(written: string): string {
  const text = written
    .replace(/^\ufeff/, "")
    .replace(/<!--|-->|(\/\/\s{0,9})?(<!\[CDATA\[|\]\]>)/g, " ")
    .trim()
    .replace(/;$/, "");
  let out = "";
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? "";
    if (quoted) {
      if (letter === "\\") {
        out += letter + (text[at + 1] ?? "");
        at += 1;
        continue;
      }
      if (letter === '"') quoted = false;
      out += letter < " " ? " " : letter;
      continue;
    }
    const after = letter === "/" ? afterComment(text, at) : at;
    if (after > at) {
      at = after - 1;
      continue;
    }
    if (letter === '"') quoted = true;
    out += letter;
  }
  return out.replace(/,(\s*[}\]])/g, "$1");
}

interface Parsed {
  readonly value?: unknown;
  readonly error?: string;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message.slice(0, 200) : "not JSON");

function parsed(text: string): Parsed {
  let first = "";
  const decoded = /&(quot|#34|#x22);/i.test(text) && !text.includes('"') ? decodeHTML(text) : text;
  for (const candidate of [text, mended(text), mended(decoded)]) {
    try {
      const value: unknown = JSON.parse(candidate);
      return first ? { value, error: `The JSON is broken and was mended: ${first}` } : { value };
    } catch (error) {
      first ||= reasonOf(error);
    }
  }
  return { error: `The JSON is broken and cannot be read: ${first}` };
}

/** Top-level lists and graphs, unrolled. */
function* entitiesIn(value: unknown, depth = 0): Generator<Record<string, unknown>> {
  if (depth > 5) return;
  if (Array.isArray(value)) {
    for (const entry of value) yield* entitiesIn(entry, depth + 1);
    return;
  }
  if (!isObject(value)) return;
  const { "@graph": graph, "@context": context, ...own } = value;
  if (graph === undefined) yield value;
  else {
    if (own["@type"] !== undefined) yield { "@context": context, ...own };
    yield* entitiesIn(graph, depth + 1);
  }
}

/** The entities of every JSON-LD script; a script that cannot be read is an entity without data. */
export function jsonLd(doc: El): Entity[] {
  return doc
    .all("script[type*='ld+json' i]")
    .slice(0, MAX_ENTITIES)
    .flatMap((script) => {
      const text = script.node.children.map((node) => (isText(node) ? node.data : "")).join("");
      if (!text.trim()) return [{ data: {}, errors: ["The script is empty."] }];
      if (text.length > MAX_CHARS) return [{ data: {}, errors: ["The script is too large to be read."] }];
      const { value, error } = parsed(text);
      const errors = error ? [error] : [];
      const entities = value === undefined ? [] : [...entitiesIn(shallow(value))];
      if (entities.length === 0) return [{ data: {}, errors: error ? errors : ["The script holds no entity."] }];
      return entities.map((data, index) => ({ data, errors: index === 0 ? errors : [] }));
    })
    .slice(0, MAX_ENTITIES);
}
