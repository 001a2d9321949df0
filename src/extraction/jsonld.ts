import { collapse } from "./characters.ts";
import { rawText, type Tree } from "./tree.ts";

const MAX_SCRIPT_CHARS = 512 * 1024;
const MAX_SCRIPTS = 24;
const MAX_NODES = 5_000;

/** Types of things that a page is written about or as. */
export const ARTICLE =
  /Article|BlogPosting|Report$|NewsItem|Posting$|HowTo|Recipe|Review$|Course|Event|VideoObject|Podcast|Dataset|Book|QAPage|Question/;

/** One object of a page's structured data. */
export type JsonLdNode = Readonly<Record<string, unknown>>;

/** Every object of the page's JSON-LD, nested ones too, in order: see `jsonLdIn`. */
export const jsonLdOf = (tree: Tree): JsonLdNode[] =>
  jsonLdIn(
    tree.elements
      .filter((element) => element.name === "script" && /ld\+json/i.test(element.attribs["type"] ?? ""))
      .slice(0, MAX_SCRIPTS)
      .map((script) => rawText(script)),
  );

/** Every object of some JSON-LD blocks, nested ones too, in order. Blocks that are no JSON are passed over; sizes are bounded. */
export function jsonLdIn(blocks: readonly string[]): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  for (const source of blocks.slice(0, MAX_SCRIPTS)) {
    if (source.length > MAX_SCRIPT_CHARS) continue;
    // Breadth first, so that the bound cuts off the deepest.
    const queue: unknown[] = [parseLenient(source)];
    for (let at = 0; at < queue.length; at += 1) {
      const value = queue[at];
      if (nodes.length >= MAX_NODES) return nodes;
      if (isNode(value)) nodes.push(value);
      if (typeof value === "object" && value !== null)
        for (const inner of Object.values(value)) if (typeof inner === "object" && inner !== null) queue.push(inner);
    }
  }
  return nodes;
}

export function isNode(value: unknown): value is JsonLdNode {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a node is of a type that the pattern matches. */
export function isOfType(node: JsonLdNode, pattern: RegExp): boolean {
  const type = node["@type"];
  return (Array.isArray(type) ? type : [type]).some((name) => typeof name === "string" && pattern.test(name));
}

/** Publishers leave comment marks, trailing semicolons and raw line breaks in their JSON. */
function parseLenient(source: string): unknown {
  const trimmed = source
    .replace(/<!--|-->|\/\*<?|>?\*\/|^[ \t]{0,40}\/\/[ \t]{0,40}(?:\]\]>)?$|\]\]>/gm, "")
    .trim()
    .replace(/;$/, "");
  for (const attempt of [source, trimmed, trimmed.replace(/[\n\r\t]+/g, " ")])
    try {
      return JSON.parse(attempt);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  return undefined;
}

export function stringOf(node: JsonLdNode | undefined, key: string): string | undefined {
  const value = node?.[key];
  return typeof value === "string" ? collapse(value) : undefined;
}
