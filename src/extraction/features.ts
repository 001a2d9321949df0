import { Element } from "domhandler";
import type { Block } from "./blocks.ts";
import { NAMED_COUNT, namedMask, PHRASES, TAGGED_COUNT, taggedMask } from "./hints.ts";
import type { Tree } from "./tree.ts";

/** What is known of an element from the blocks below it. */
interface Area {
  words: number;
  linkWords: number;
  blocks: number;
  /** Words in blocks that read like sentences. */
  prose: number;
  headings: number;
  first: number;
  readonly named: number;
  readonly tagged: number;
}

const LEVELS = 5;
const LEVEL_FEATURES = 11;
const OWN = 33;
const PAGE = 18;
const AROUND = 4;
const AROUND_FEATURES = 5;

export const FEATURE_COUNT =
  OWN + PAGE + NAMED_COUNT + TAGGED_COUNT + LEVELS * LEVEL_FEATURES + AROUND * AROUND_FEATURES;

/** Page facts that come from its head and address. */
export interface PageFacts {
  readonly url: string;
  readonly title: string | undefined;
}

const TAG_CODE = new Map(
  "p h1 h2 h3 h4 h5 h6 li dt dd td th pre blockquote figcaption button label div section article span summary caption ul ol table tr form main header footer aside nav body a"
    .split(" ")
    .map((name, index) => [name, index + 1]),
);

const log = (value: number) => Math.log2(1 + value);
const share = (part: number, whole: number) => (whole > 0 ? part / whole : 0);

export function isProse(block: Block): boolean {
  return block.words >= 10 && block.linkWords * 3 < block.words && /[.!?,:;。！？、，…]/.test(block.text);
}

function areasOf(blocks: readonly Block[]): Map<Element, Area> {
  const areas = new Map<Element, Area>();
  blocks.forEach((block, index) => {
    const prose = isProse(block) ? block.words : 0;
    const heading = /^h[1-6]$/.test(block.owner.name) ? 1 : 0;
    for (let at: unknown = block.owner; at instanceof Element; at = at.parent) {
      let area = areas.get(at);
      if (!area) {
        area = {
          words: 0,
          linkWords: 0,
          blocks: 0,
          prose: 0,
          headings: 0,
          first: index,
          named: namedMask(at),
          tagged: taggedMask(at),
        };
        areas.set(at, area);
      }
      area.words += block.words;
      area.linkWords += block.linkWords;
      area.blocks += 1;
      area.prose += prose;
      area.headings += heading;
    }
  });
  return areas;
}

/** How many of an element's siblings are of its name and first class: cards, posts, rows. */
function repetitions(areas: ReadonlyMap<Element, Area>): (element: Element) => number {
  const counts = new Map<unknown, Map<string, number>>();
  const kind = (element: Element) => `${element.name}.${element.attribs["class"]?.slice(0, 40).split(" ")[0] ?? ""}`;
  for (const element of areas.keys()) {
    let siblings = counts.get(element.parent);
    if (!siblings) {
      siblings = new Map<string, number>();
      counts.set(element.parent, siblings);
    }
    siblings.set(kind(element), (siblings.get(kind(element)) ?? 0) + 1);
  }
  return (element) => counts.get(element.parent)?.get(kind(element)) ?? 1;
}

function pageFeatures(tree: Tree, blocks: readonly Block[], facts: PageFacts): number[] {
  const counts = new Map<string, number>();
  for (const { name } of tree.elements) counts.set(name, (counts.get(name) ?? 0) + 1);
  const count = (name: string) => counts.get(name) ?? 0;
  const words = blocks.reduce((sum, block) => sum + block.words, 0);
  const linkWords = blocks.reduce((sum, block) => sum + block.linkWords, 0);
  const prose = blocks.reduce((sum, block) => sum + (isProse(block) ? block.words : 0), 0);
  let ogType = "";
  let data = "";
  for (const element of tree.elements) {
    if (element.name === "meta" && element.attribs["property"] === "og:type")
      ogType = element.attribs["content"]?.toLowerCase() ?? "";
    if (element.name === "script" && data.length < 100_000)
      for (const child of element.children) if ("data" in child) data += child.data.slice(0, 50_000);
    if (element.attribs["itemtype"]) data += `"@type":"${element.attribs["itemtype"]}"`;
  }
  const types = [...data.matchAll(/"@type"\s{0,9}:\s{0,9}\[?\s{0,9}"([^"]{1,80})"/g)].map((match) => match[1] ?? "");
  const typed = (pattern: RegExp) => (types.some((type) => pattern.test(type)) ? 1 : 0);
  const url = URL.parse(facts.url);
  const path = url?.pathname ?? "/";
  const segments = path.split("/").filter(Boolean);
  const last = segments[segments.length - 1] ?? "";
  return [
    log(words),
    share(linkWords, words),
    share(prose, words),
    log(blocks.length),
    count("article"),
    count("main"),
    count("h1"),
    log(count("p")),
    log(count("pre") + count("code")),
    /article|blog/.test(ogType) ? 2 : /product/.test(ogType) ? 3 : /website/.test(ogType) ? 1 : 0,
    typed(/Article|BlogPosting|Report/),
    typed(/Product|Offer/),
    typed(/Discussion|QAPage|Question|Comment/),
    typed(/ItemList|CollectionPage|SearchResults/),
    segments.length,
    last.split(/[-_]/).length,
    /forum|thread|topic|viewtopic|discussion|\/t\/|questions/.test(path)
      ? 1
      : /doc|guide|reference|api|manual/.test(path + (url?.hostname ?? ""))
        ? 2
        : /product|\/p\/|\/dp\/|shop|store/.test(path)
          ? 3
          : /collection|categor|\/c\/|tag/.test(path)
            ? 4
            : /blog|news|article|\/20\d\d\//.test(path)
              ? 5
              : 0,
    log(tree.elements.length),
  ];
}

function ownFeatures(block: Block, index: number, blocks: readonly Block[], out: number[]): void {
  const { text, words } = block;
  const prefix = text.slice(0, 600);
  const sentences = prefix.match(/[.!?。！？](?=\s|$|["”’)])/g)?.length ?? 0;
  out.push(
    log(words),
    share(block.linkWords, words),
    share(text.length, words),
    share(sentences, Math.min(words, 100)),
    share(prefix.match(/[,;:，、]/g)?.length ?? 0, Math.min(words, 100)),
    share(prefix.match(/\p{N}/gu)?.length ?? 0, prefix.length),
    share(prefix.match(/\p{Lu}/gu)?.length ?? 0, prefix.length),
    /[.!?。！？"”…]$/.test(text) ? 2 : /[:：]$/.test(text) ? 1 : 0,
    share(prefix.match(/[|•·»›→>/]/g)?.length ?? 0, prefix.length),
    TAG_CODE.get(block.owner.name) ?? 0,
    index / blocks.length,
    index,
    blocks.length - index,
  );
  for (const phrase of PHRASES) out.push(phrase.test(prefix) ? 1 : 0);
}

/** Every block of a page as a row of numbers, in the order the model was taught. */
export function featuresOf(tree: Tree, blocks: readonly Block[], facts: PageFacts): Float32Array[] {
  const areas = areasOf(blocks);
  const repeated = repetitions(areas);
  const page = pageFeatures(tree, blocks, facts);
  const total = blocks.reduce((sum, block) => sum + block.words, 0);
  const proseTotal = blocks.reduce((sum, block) => sum + (isProse(block) ? block.words : 0), 0);
  const times = new Map<string, number>();
  for (const block of blocks) times.set(block.text, (times.get(block.text) ?? 0) + 1);
  const headline = headlineIndex(blocks, facts.title);
  let sinceHeading = 0;
  let headingLevel = 0;
  let wordsBefore = 0;
  let proseBefore = 0;

  const own = blocks.map((block, index) => {
    const row: number[] = [];
    ownFeatures(block, index, blocks, row);
    const level = /^h[1-6]$/.test(block.owner.name) ? Number(block.owner.name[1]) : 0;
    sinceHeading = level ? 0 : sinceHeading + 1;
    if (level) headingLevel = level;
    row.push(
      share(wordsBefore, total),
      share(proseBefore, proseTotal),
      proseTotal - proseBefore > 0 ? 1 : 0,
      headline < 0 ? -1000 : index - headline,
      Math.min(sinceHeading, 50),
      headingLevel,
      times.get(block.text) ?? 1,
    );
    wordsBefore += block.words;
    if (isProse(block)) proseBefore += block.words;
    return row;
  });

  return blocks.map((block, index) => {
    const row = new Float32Array(FEATURE_COUNT);
    let at = 0;
    const put = (value: number) => {
      row[at] = value;
      at += 1;
    };
    for (const value of own[index] ?? []) put(value);
    at = OWN;
    for (const value of page) put(value);
    at = OWN + PAGE;
    ancestry(block, areas, row, at);
    at += NAMED_COUNT + TAGGED_COUNT;
    levels(block, index, { areas, repeated, total, proseTotal }, put);
    at = FEATURE_COUNT - AROUND * AROUND_FEATURES;
    for (const step of [-2, -1, 1, 2]) {
      const near = blocks[index + step];
      put(near ? log(near.words) : -1);
      put(near ? share(near.linkWords, near.words) : -1);
      put(near ? (TAG_CODE.get(near.owner.name) ?? 0) : -1);
      put(near?.owner.parent === block.owner.parent ? 1 : 0);
      put(near && isProse(near) ? 1 : 0);
    }
    return row;
  });
}

/** How far up the nearest ancestor of each kind is: 0 for the owner itself, 60 for none. */
function ancestry(block: Block, areas: ReadonlyMap<Element, Area>, row: Float32Array, at: number): void {
  row.fill(60, at, at + NAMED_COUNT + TAGGED_COUNT);
  let seenNamed = 0;
  let seenTagged = 0;
  let up = 0;
  for (let node: unknown = block.owner; node instanceof Element && up < 60; node = node.parent, up += 1) {
    const area = areas.get(node);
    if (!area || node.name === "body" || node.name === "html") continue;
    const freshNamed = area.named & ~seenNamed;
    if (freshNamed) for (let i = 0; i < NAMED_COUNT; i += 1) if (freshNamed & (1 << i)) row[at + i] = up;
    const freshTagged = area.tagged & ~seenTagged;
    if (freshTagged)
      for (let i = 0; i < TAGGED_COUNT; i += 1) if (freshTagged & (1 << i)) row[at + NAMED_COUNT + i] = up;
    seenNamed |= area.named;
    seenTagged |= area.tagged;
  }
}

interface Context {
  readonly areas: ReadonlyMap<Element, Area>;
  readonly repeated: (element: Element) => number;
  readonly total: number;
  readonly proseTotal: number;
}

/** The areas around a block, from its own outwards; wrappers that add no text are passed over. */
function levels(block: Block, index: number, context: Context, put: (value: number) => void): void {
  let level = 0;
  let words = -1;
  let blocks = -1;
  let repeats = 1;
  for (let node: unknown = block.owner; node instanceof Element && level < LEVELS; node = node.parent) {
    const area = context.areas.get(node);
    if (!area) break;
    repeats = Math.max(repeats, context.repeated(node));
    const outer: Element | undefined = node.parent instanceof Element ? node.parent : undefined;
    const next = outer && context.areas.get(outer);
    if (next && next.blocks === area.blocks) continue;
    words = area.words;
    blocks = area.blocks;
    put(log(words));
    put(share(area.linkWords, words));
    put(log(blocks));
    put(share(words, context.total));
    put(share(area.prose, words));
    put(share(area.prose, context.proseTotal));
    put(share(words, blocks));
    put(share(area.headings, blocks));
    put(share(index - area.first, blocks));
    put(repeats);
    put(TAG_CODE.get(node.name) ?? 0);
    repeats = 1;
    level += 1;
  }
  for (; level < LEVELS; level += 1) for (let i = 0; i < LEVEL_FEATURES; i += 1) put(-1);
}

/** The block that is the page's title, or its first h1; -1 when there is neither. */
function headlineIndex(blocks: readonly Block[], title: string | undefined): number {
  const wanted = title?.toLowerCase();
  if (wanted) {
    const found = blocks.findIndex(
      (block) =>
        /^h[1-3]$/.test(block.owner.name) && block.text.length > 5 && wanted.includes(block.text.toLowerCase()),
    );
    if (found >= 0) return found;
  }
  return blocks.findIndex((block) => block.owner.name === "h1");
}
