import { Element, type Text } from "domhandler";
import type { Area } from "./areas.ts";
import { type Block, blocksOf, isHeading } from "./blocks.ts";
import { collapse } from "./characters.ts";
import { bestCut, expectedWords } from "./choose.ts";
import { FEATURE_COUNT, featuresOf, kindRow } from "./features.ts";
import { Forest, type PackedForest } from "./forest.ts";
import model from "./model.json" with { type: "json" };
import { judgedAgain, surround } from "./surroundings.ts";
import { isWithin, rawText, type Tree } from "./tree.ts";

/** What pages taught: the chance of a block by itself, that by what the first says of its surroundings, that of a page to be an article. */
export interface Judges<Kind = Forest> {
  readonly first: Kind;
  readonly second: Kind;
  readonly article: Kind;
}

export const judgesOf = ({ first, second, article }: Judges<PackedForest>): Judges => ({
  first: new Forest(first),
  second: new Forest(second),
  article: new Forest(article),
});

const shipped = judgesOf(model);

/** More blocks than this are not weighed but kept by their place alone. */
const MAX_BLOCKS = 20_000;
/** The bounds of the cut: what pages of many unlikely blocks would drag down, and pages of few likely ones up. */
const LEAST_CUT = 0.15;
const MOST_CUT = 0.5;
/** So many words are expected at least of a page that has not just a few: else it is the page of an error, or an empty frame. */
const LEAST_WORDS = 5;
const FEW_WORDS = 30;
/** So sure a page is an article: its blocks are judged one by one, and what stands beside the text goes. */
const ARTICLE = 0.7;
/** A block of so many words is not said twice. */
const TWICE_WORDS = 6;

/** How the blocks of a page were chosen, each list in the order of the page; of more than `MAX_BLOCKS` the rest was not weighed. */
export interface Choice {
  readonly blocks: readonly Block[];
  readonly chances: Float64Array;
  /** What is likely enough to be content. */
  readonly likely: readonly boolean[];
  /** The same without what only stands beside an article. */
  readonly own: readonly boolean[];
  /** The same without what is said twice: the content. */
  readonly kept: readonly boolean[];
}

/**
 * Chooses the page's blocks that are content, not furniture.
 *
 * @param url the address that the page wants to be known by, else the one it came from
 * @param hidden what nobody sees: it is weighed, for the model was taught on it, and left out
 * @param judges others than those of `model.json`: to measure on pages that taught those
 */
export function choiceOf(tree: Tree, url: string, hidden: ReadonlySet<Text> = new Set(), judges = shipped): Choice {
  const blocks = blocksOf(tree);
  const weighed = blocks.slice(0, MAX_BLOCKS);
  const element = tree.elements.find(({ name }) => name === "title");
  const title = element && collapse(rawText(element, 10_000));
  const { rows, areas } = featuresOf(tree, weighed, { url, title });
  return { blocks, ...chosen(weighed, areas, rows, title, hidden, judges) };
}

/** The text nodes of what was chosen. */
export function textsChosen({ blocks, kept }: Choice, hidden: ReadonlySet<Text>): Set<Text> {
  const content = blocks.filter((block, index) => kept[index] ?? isPlaced(block));
  return new Set(content.flatMap((block) => block.nodes.filter((text) => !isAnchorMark(text) && !hidden.has(text))));
}

function chosen(
  blocks: readonly Block[],
  areas: readonly Area[],
  rows: readonly Float32Array[],
  title: string | undefined,
  hidden: ReadonlySet<Text>,
  { first, second, article: articles }: Judges,
): Omit<Choice, "blocks"> {
  const before = first.chances(rows);
  surround(blocks, areas, before, rows, FEATURE_COUNT);
  const chances = judgedAgain(second, before, rows);
  const all = blocks.reduce((sum, { words }) => sum + words, 0);
  if (all >= FEW_WORDS && expectedWords(blocks, chances) < LEAST_WORDS) {
    const same = blocks.map(() => isAllThereIs(blocks));
    return { chances, likely: same, own: same, kept: same };
  }
  const article = articles.chance(kindRow(blocks, rows, chances)) > ARTICLE;
  const cut = cutOf(
    bestCut(blocks, chances).cut,
    chances.reduce((one, other) => Math.max(one, other), 0),
    article,
  );
  const likely = blocks.map(({ nodes }, at) => (chances[at] ?? 0) >= cut && !nodes.every((text) => hidden.has(text)));
  const own = article ? withoutWhatStandsBeside(blocks, likely, title) : likely;
  return { chances, likely, own, kept: once(blocks, own) };
}

/** Whether a page is one paragraph: the models were taught by what stands beside a block, and here is nothing. */
function isAllThereIs([block, ...others]: readonly Block[]): boolean {
  return block !== undefined && others.length === 0 && isPlaced(block) && 2 * block.linkWords < block.words;
}

/** The cut of a page whose best chance is `most`. Where none is good, the best for F1 stands. */
function cutOf(best: number, most: number, article: boolean): number {
  if (most < LEAST_CUT) return best;
  return article ? MOST_CUT : Math.min(MOST_CUT, Math.max(LEAST_CUT, best));
}

/** An article without its title, which is a field of its own, its captions and the comments on it, unless these are most of it. */
function withoutWhatStandsBeside(blocks: readonly Block[], kept: readonly boolean[], title: string | undefined) {
  const left = blocks.map((block, at) => (kept[at] ?? false) && !isTitle(block, title) && !isBeside(block.owner));
  return 2 * wordsOf(blocks, left) < wordsOf(blocks, kept) ? kept : left;
}

const wordsOf = (blocks: readonly Block[], kept: readonly boolean[]): number =>
  blocks.reduce((sum, { words }, at) => sum + (kept[at] ? words : 0), 0);

/** What stands there twice is kept where it is said first; a refrain, which has one parent each time, stays. */
function once(blocks: readonly Block[], kept: readonly boolean[]): boolean[] {
  const said = new Map<string, unknown>();
  return blocks.map(({ owner, text, words }, at) => {
    if (!kept[at] || words < TWICE_WORDS) return kept[at] ?? false;
    const key = text.toLowerCase();
    const before = said.get(key);
    if (before !== undefined) return before === owner.parent;
    said.set(key, owner.parent);
    return true;
  });
}

const BESIDE = /comment|disqus|respond\b|caption/i;
/** So far up a part's name is looked for. */
const MAX_UP = 12;

/** Whether an element is a caption, or among comments. */
const isBeside = (owner: Element): boolean =>
  isWithin(
    owner,
    ({ name, attribs: { class: classes = "", id = "" } }) =>
      name === "figcaption" || BESIDE.test(classes.slice(0, 240)) || BESIDE.test(id.slice(0, 240)),
    MAX_UP,
  );

/** The heading that says the page's title, which is a field of its own. */
export function isTitle({ owner, text }: Pick<Block, "owner" | "text">, title: string | undefined): boolean {
  return isHeading(owner.name) && text.length > 5 && (title?.toLowerCase().includes(text.toLowerCase()) ?? false);
}

/** The sign that links a heading to itself. */
function isAnchorMark(text: Text): boolean {
  const { parent } = text;
  return (
    parent instanceof Element &&
    (parent.attribs["href"]?.startsWith("#") ?? false) &&
    /^\s*[¶#§🔗]\s*$/u.test(text.data)
  );
}

const FURNITURE = new Set(["nav", "header", "footer", "aside", "form", "button"]);

const isPlaced = (block: Block): boolean => placeOf(block) === undefined;

/** The part of a page that is furniture and around a block: `nav`, `footer` …; undefined where there is none. */
export function placeOf({ owner }: Block): string | undefined {
  let place: string | undefined;
  isWithin(owner, ({ name }) => {
    if (FURNITURE.has(name)) place = name;
    return place !== undefined;
  });
  return place;
}
