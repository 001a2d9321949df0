import { ANCESTRY_FEATURES, type Area, areasOf, writeAncestry } from "./areas.ts";
import { type Block, isHeading } from "./blocks.ts";
import { bitsAt, CAPITAL, CROWDED, DIGIT, DIVIDER, hasBits, PAUSE, PUNCTUATION, STOP, WIDE } from "./characters.ts";
import { log, share } from "./figures.ts";
import { PHRASE_COUNT, phraseMask } from "./hints.ts";
import { PAGE_AT, PAGE_SURROUNDINGS, SURROUNDING_FEATURES } from "./surroundings.ts";
import type { Tree } from "./tree.ts";

const LEVELS = 5;
const LEVEL_FEATURES = 11;
const OWN = 33;
const PAGE = 18;
/** The blocks before and behind that are looked at. */
const AROUND = [-2, -1, 1, 2];
const AROUND_FEATURES = 5;

/** How many numbers say what a block is, before its surroundings do. */
export const FEATURE_COUNT = OWN + PAGE + ANCESTRY_FEATURES + LEVELS * LEVEL_FEATURES + AROUND.length * AROUND_FEATURES;

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

function isProse(block: Block): boolean {
  return block.words >= 10 && block.linkWords * 3 < block.words && hasBits(block.text, PUNCTUATION | CROWDED);
}

/** Words of all blocks, those of links among them, and those of sentences. */
interface Totals {
  readonly words: number;
  readonly linkWords: number;
  readonly prose: number;
}

const COUNTED = new Set(["article", "main", "h1", "p", "pre", "code"]);

function pageFeatures(tree: Tree, blocks: readonly Block[], { words, linkWords, prose }: Totals, facts: PageFacts) {
  const counts = new Map<string, number>();
  const count = (name: string) => counts.get(name) ?? 0;
  let ogType = "";
  let data = "";
  for (const element of tree.elements) {
    if (COUNTED.has(element.name)) counts.set(element.name, count(element.name) + 1);
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

const ENDING: Readonly<Record<string, number>> = Object.fromEntries([
  ...[...'.!?。！？．｡؟۔।॥։።။"”»」』…'].map((mark) => [mark, 2]),
  ...[...":："].map((mark) => [mark, 1]),
]);

/** What may follow the end of a sentence, besides the end of the text and, in scripts without blanks, the next one. */
const AFTER_STOP = ' "”’)»」』）';

const endsSentence = (text: string, end: number): boolean =>
  end === text.length || AFTER_STOP.includes(text[end] ?? "") || (bitsAt(text, end) & WIDE) !== 0;

/** Where among a block's own features those stand that its neighbours are told. */
const [WORDS, LINKED, TAG] = [0, 1, 9];

/** Writes the features of the block by itself; answers where the next one stands. */
function ownFeatures(block: Block, index: number, count: number, out: Float32Array, from: number): number {
  const { text, words } = block;
  const prefix = text.length > 600 ? text.slice(0, 600) : text;
  let sentences = 0;
  let pauses = 0;
  let digits = 0;
  let capitals = 0;
  let dividers = 0;
  for (let i = 0; i < prefix.length; i += 1) {
    const bits = bitsAt(prefix, i);
    if ((bits & (STOP | PAUSE | DIGIT | CAPITAL | DIVIDER)) === 0) continue;
    if (bits & STOP && endsSentence(prefix, i + 1)) sentences += 1;
    if (bits & PAUSE) pauses += 1;
    if (bits & DIGIT) digits += 1;
    if (bits & CAPITAL) capitals += 1;
    if (bits & DIVIDER) dividers += 1;
  }
  let at = from;
  out[at++] = log(words);
  out[at++] = share(block.linkWords, words);
  out[at++] = share(block.letters, words);
  out[at++] = share(sentences, Math.min(words, 100));
  out[at++] = share(pauses, Math.min(words, 100));
  out[at++] = share(digits, prefix.length);
  out[at++] = share(capitals, prefix.length);
  out[at++] = ENDING[text[text.length - 1] ?? ""] ?? 0;
  out[at++] = share(dividers, prefix.length);
  out[at++] = TAG_CODE.get(block.owner.name) ?? 0;
  out[at++] = index / count;
  out[at++] = index;
  out[at++] = count - index;
  const phrases = phraseMask(prefix);
  for (let phrase = 0; phrase < PHRASE_COUNT; phrase += 1) out[at++] = (phrases >> phrase) & 1;
  return at;
}

/** The blocks of a page as numbers, in the order the models were taught. */
interface Described {
  /** A row for each block, with room for its surroundings at the end. */
  readonly rows: readonly Float32Array[];
  readonly areas: readonly Area[];
}

export function featuresOf(tree: Tree, blocks: readonly Block[], facts: PageFacts): Described {
  const prose = blocks.map(isProse);
  const areas = areasOf(blocks, prose);
  const totals = totalsOf(blocks, prose);
  const page = Float32Array.from(pageFeatures(tree, blocks, totals, facts));
  const times = new Map<string, number>();
  for (const { text } of blocks) times.set(text, (times.get(text) ?? 0) + 1);
  const headline = headlineIndex(blocks, facts.title);
  let sinceHeading = 0;
  let headingLevel = 0;
  let wordsBefore = 0;
  let proseBefore = 0;
  const width = FEATURE_COUNT + SURROUNDING_FEATURES;
  const all = new Float32Array(blocks.length * width);

  const rows = blocks.map((block, index) => {
    const row = all.subarray(index * width, (index + 1) * width);
    let at = ownFeatures(block, index, blocks.length, row, 0);
    const level = isHeading(block.owner.name) ? Number(block.owner.name[1]) : 0;
    sinceHeading = level ? 0 : sinceHeading + 1;
    if (level) headingLevel = level;
    row[at++] = share(wordsBefore, totals.words);
    row[at++] = share(proseBefore, totals.prose);
    row[at++] = totals.prose - proseBefore > 0 ? 1 : 0;
    row[at++] = headline < 0 ? -1000 : index - headline;
    row[at++] = Math.min(sinceHeading, 50);
    row[at++] = headingLevel;
    row[at++] = times.get(block.text) ?? 1;
    wordsBefore += block.words;
    if (prose[index]) proseBefore += block.words;
    for (let fact = 0; fact < PAGE; fact += 1) row[OWN + fact] = page[fact] ?? 0;
    const area = areas[index];
    if (area) {
      writeAncestry(area, row, OWN + PAGE);
      levels(area, index, totals, row, OWN + PAGE + ANCESTRY_FEATURES);
    }
    return row;
  });
  rows.forEach((_, index) => {
    around(blocks, rows, prose, index);
  });
  return { rows, areas };
}

/** Writes what the blocks before and behind one are, as their own rows say it. */
function around(
  blocks: readonly Block[],
  rows: readonly Float32Array[],
  prose: readonly boolean[],
  index: number,
): void {
  const row = rows[index];
  if (!row) return;
  const parent = blocks[index]?.owner.parent;
  let at = FEATURE_COUNT - AROUND.length * AROUND_FEATURES;
  for (const step of AROUND) {
    const near = rows[index + step];
    row[at++] = near ? (near[WORDS] ?? 0) : -1;
    row[at++] = near ? (near[LINKED] ?? 0) : -1;
    row[at++] = near ? (near[TAG] ?? 0) : -1;
    row[at++] = near && blocks[index + step]?.owner.parent === parent ? 1 : 0;
    row[at++] = prose[index + step] ? 1 : 0;
  }
}

/** The page itself as a row of numbers: its own features, what is expected of it, and in which elements that stands. */
export function kindRow(blocks: readonly Block[], rows: readonly Float32Array[], chances: Float64Array): Float32Array {
  let expected = 0;
  let most = 0;
  const parts = { paragraphs: 0, headings: 0, items: 0 };
  blocks.forEach(({ owner, words }, at) => {
    const here = words * (chances[at] ?? 0);
    expected += here;
    most = Math.max(most, here);
    if (owner.name === "p") parts.paragraphs += here;
    else if (owner.name === "li") parts.items += here;
    else if (isHeading(owner.name)) parts.headings += here;
  });
  const row = rows[0] ?? new Float32Array(FEATURE_COUNT + SURROUNDING_FEATURES);
  return Float32Array.of(
    ...row.subarray(OWN, OWN + PAGE),
    ...row.subarray(FEATURE_COUNT + PAGE_AT, FEATURE_COUNT + PAGE_AT + PAGE_SURROUNDINGS),
    share(parts.paragraphs, expected),
    share(parts.headings, expected),
    share(parts.items, expected),
    share(most, expected),
  );
}

function totalsOf(blocks: readonly Block[], prose: readonly boolean[]): Totals {
  const totals = { words: 0, linkWords: 0, prose: 0 };
  blocks.forEach((block, index) => {
    totals.words += block.words;
    totals.linkWords += block.linkWords;
    if (prose[index]) totals.prose += block.words;
  });
  return totals;
}

/** Where among a level's features those stand that depend on the block: its place, and the repetitions around it. */
const PLACE = 8;
const REPEATS = 9;

/** The areas around a block, from its own outwards; wrappers that add no text are passed over. */
function levels(owner: Area, index: number, totals: Totals, row: Float32Array, from: number): void {
  let at = from;
  let inner: Area | undefined = owner;
  for (let level = 0; level < LEVELS; level += 1, at += LEVEL_FEATURES) {
    if (!inner) {
      row.fill(-1, at, from + LEVELS * LEVEL_FEATURES);
      return;
    }
    const area: Area = inner.level;
    area.features ??= levelFeatures(area, totals);
    for (let feature = 0; feature < LEVEL_FEATURES; feature += 1) row[at + feature] = area.features[feature] ?? 0;
    row[at + PLACE] = share(index - area.first, area.blocks);
    row[at + REPEATS] = inner.levelRepeats;
    inner = area.up;
  }
}

function levelFeatures({ words, linkWords, blocks, prose, headings, element }: Area, totals: Totals): Float32Array {
  return Float32Array.of(
    log(words),
    share(linkWords, words),
    log(blocks),
    share(words, totals.words),
    share(prose, words),
    share(prose, totals.prose),
    share(words, blocks),
    share(headings, blocks),
    0,
    0,
    TAG_CODE.get(element.name) ?? 0,
  );
}

const UPPER_HEADINGS = new Set(["h1", "h2", "h3"]);

/** The block that is the page's title, or its first h1; -1 when there is neither. */
function headlineIndex(blocks: readonly Block[], title: string | undefined): number {
  const wanted = title?.toLowerCase();
  if (wanted) {
    const found = blocks.findIndex(
      (block) =>
        UPPER_HEADINGS.has(block.owner.name) && block.text.length > 5 && wanted.includes(block.text.toLowerCase()),
    );
    if (found >= 0) return found;
  }
  return blocks.findIndex((block) => block.owner.name === "h1");
}
