import type { Text } from "domhandler";
import { blocksOf } from "./blocks.ts";
import { isNode, isOfType, type JsonLdNode } from "./jsonld.ts";
import { flightIn, parsed, statesIn } from "./states.ts";
import { parseTree, type Tree } from "./tree.ts";

/** Where a page's text was read, when it does not stand in its body. */
export type Strategy = "json-ld" | "next-data" | "nuxt-data" | "flight" | "state";

/** Text that a page carries as data, as a tree of its own. */
export interface Embedded {
  readonly strategy: Strategy;
  readonly tree: Tree;
  /** All of its text. */
  readonly kept: Set<Text>;
  readonly words: number;
}

const MAX_SCRIPT_CHARS = 4_000_000;
const MAX_NODES = 50_000;
const MAX_DEPTH = 60;
const MAX_TEXT_CHARS = 1_000_000;
/** A text of so many characters with a space or a sentence's end in it is prose. */
const PROSE_CHARS = 60;
const CJK_PROSE_CHARS = 25;
/** Where so much of the prose is in one part, the rest is beside it. */
const MOST = 0.6;

/** What is data about the site, not its text. */
const ASIDE =
  /^(?:i18n|locales?|translations?|messages|dictionary|labels|config|env|runtimeConfig|settings|seo|meta(?:data|tags)?|head|schema|jsonLd|styles?|css|scripts?|theme|query|footer|nav(?:igation)?|header|menus?|related\w*|recommend\w*|comments|author\w*|cookie\w*|consent\w*|legal|excerpt|summary|teaser|description|url|href|src|image|_\w+)$/i;
/** What a part of a text is called, however short. */
const TEXT_KEY = /^(?:text|content|value|body|html|markdown|paragraph|heading|headline|subtitle|rendered)$/i;

/**
 * The text that a page carries for its scripts: JSON-LD's `articleBody`, the data of Next.js (`__NEXT_DATA__`) and Nuxt
 * (`__NUXT_DATA__`, `window.__NUXT__` where it is JSON), the server components of Next.js (`flight`), and other data and states
 * that are JSON (`state`: the one with most text); undefined where there is none. To be asked of pages that show hardly
 * a word.
 */
export function embeddedIn(html: string, data: readonly JsonLdNode[]): Embedded | undefined {
  const stated = treeOf(statedIn(data), "json-ld");
  if (stated) return stated;
  const next = treeOf(textsOf(parsed(scriptOf(html, "__NEXT_DATA__"))), "next-data");
  const framework = next ?? treeOf(textsOf(nuxtOf(html)), "nuxt-data") ?? flightOf(html);
  if (framework) return framework;
  const states = statesIn(html).flatMap((state) => treeOf(textsOf(state), "state") ?? []);
  return states.toSorted((left, right) => right.words - left.words)[0];
}

function flightOf(html: string): Embedded | undefined {
  const rows = flightIn(html);
  return rows.some((row) => isProse(row.replace(/<[^<>]{0,2000}>/g, " "))) ? treeOf(rows, "flight") : undefined;
}

function statedIn(data: readonly JsonLdNode[]): string[] {
  for (const node of data.filter((one) => isOfType(one, /Article|Posting|Report$|NewsItem|Recipe|WebPage/))) {
    const body = node["articleBody"] ?? node["text"];
    if (typeof body === "string" && body.trim()) return [body.trim()];
  }
  return [];
}

function treeOf(texts: readonly string[], strategy: Strategy): Embedded | undefined {
  if (texts.length === 0) return undefined;
  const tree = parseTree(texts.map(markupOf).join("\n").slice(0, MAX_TEXT_CHARS));
  const blocks = blocksOf(tree);
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  return words > 0 ? { strategy, tree, kept: new Set(blocks.flatMap(({ nodes }) => nodes)), words } : undefined;
}

const MARKUP =
  /<(?:p|br|div|h[1-6]|ul|ol|li|a|em|strong|b|i|span|section|article|table|blockquote|pre)\b[^<>]{0,2000}>/i;

/** A text as markup: its own, else a paragraph for each of its lines. */
function markupOf(text: string): string {
  if (MARKUP.test(text)) return text;
  return text
    .split(/\n\s*\n|\r?\n/)
    .filter((line) => line.trim())
    .map((line) => `<p>${line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`)
    .join("");
}

/** The content of the script with an id. */
function scriptOf(html: string, id: string): string | undefined {
  const at = new RegExp(`<script\\b[^>]{0,500}\\bid=["']?${id}["']?[^>]{0,500}>`, "i").exec(html);
  return at ? contentFrom(html, at.index + at[0].length) : undefined;
}

function contentFrom(html: string, from: number): string | undefined {
  const end = html.indexOf("</script", from);
  return end > from && end - from <= MAX_SCRIPT_CHARS ? html.slice(from, end) : undefined;
}

function nuxtOf(html: string): unknown {
  const flat = parsed(scriptOf(html, "__NUXT_DATA__"));
  if (Array.isArray(flat)) return unflattened(flat);
  const assigned = /window\.__NUXT__\s{0,20}=\s{0,20}(?=\{)/.exec(html);
  const content = assigned ? contentFrom(html, assigned.index + assigned[0].length) : undefined;
  return parsed(content?.trim().replace(/;$/, ""));
}

/** Nuxt 3 writes each value once, in an array, and names it by its place there (devalue, https://github.com/sveltejs/devalue). */
function unflattened(flat: readonly unknown[]): unknown {
  let left = MAX_NODES;
  const valueAt = (at: unknown, depth: number): unknown => {
    const value = typeof at === "number" ? flat[at] : undefined;
    left -= 1;
    if (depth > MAX_DEPTH || left < 0) return undefined;
    if (Array.isArray(value)) {
      // A wrapper: `["Reactive", 1]`.
      if (typeof value[0] === "string") return valueAt(value[1], depth + 1);
      return value.map((one) => valueAt(one, depth + 1));
    }
    if (!isNode(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, valueAt(one, depth + 1)]));
  };
  return valueAt(0, 0);
}

/** A value with the prose below it. */
interface Part {
  readonly key: string;
  readonly text: string | undefined;
  readonly parts: readonly Part[];
  readonly prose: number;
}

/** The texts of the part that holds most of the data's prose, in order, each once. */
function textsOf(data: unknown): string[] {
  let left = MAX_NODES;
  const partOf = (key: string, value: unknown, depth: number): Part => {
    left -= 1;
    if (left < 0 || depth > MAX_DEPTH || ASIDE.test(key)) return { key, text: undefined, parts: [], prose: 0 };
    if (typeof value === "string") return { key, text: value, parts: [], prose: isProse(value) ? value.length : 0 };
    const inner: [string, unknown][] = Array.isArray(value)
      ? value.map((one) => [typeof one === "string" ? key : "", one])
      : isNode(value)
        ? Object.entries(value)
        : [];
    const parts = inner.map(([name, one]) => partOf(name, one, depth + 1));
    return { key, text: undefined, parts, prose: parts.reduce((sum, part) => sum + part.prose, 0) };
  };
  let part = partOf("", data, 0);
  if (part.prose === 0) return [];
  for (;;) {
    const { parts, prose } = part;
    const most = parts.find((one) => one.prose >= MOST * prose);
    if (!most) break;
    part = most;
  }
  const texts = new Set<string>();
  const stack = [part];
  for (let one = stack.pop(); one; one = stack.pop()) {
    if (one.text !== undefined && (isProse(one.text) || (TEXT_KEY.test(one.key) && /\p{L}/u.test(one.text))))
      texts.add(one.text);
    stack.push(...one.parts.toReversed());
  }
  return [...texts];
}

function isProse(text: string): boolean {
  const start = text.slice(0, 400);
  if (/^(?:https?:|data:|\/\S*$|[[{])|;\s*\}|\bfunction\s*\(|^[\w+/=-]+$/.test(start)) return false;
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(start))
    return text.length >= CJK_PROSE_CHARS;
  return text.length >= PROSE_CHARS && start.split(/\s+/).length >= 8;
}
