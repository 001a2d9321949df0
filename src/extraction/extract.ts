import type { Text } from "domhandler";
import { baseOf } from "./address.ts";
import { contentAround } from "./belongs.ts";
import { blocksOf } from "./blocks.ts";
import { extentOf } from "./characters.ts";
import { type Choice, choiceOf, type Judges, textsChosen } from "./content.ts";
import { embeddedIn } from "./embedded.ts";
import { sourceOf } from "./head.ts";
import { type Hidden, hiddenIn } from "./hidden/hidden.ts";
import { imagesOf } from "./images.ts";
import { linksOf } from "./links.ts";
import { convert } from "./markdown/convert.ts";
import type { Block } from "./markdown/nodes.ts";
import type { Content } from "./markdown/page.ts";
import { writeMarkdown } from "./markdown/write.ts";
import { writeText } from "./markdown/write-text.ts";
import { writeMarkup } from "./markup.ts";
import { metadataOf } from "./metadata.ts";
import type { ExtractedPage } from "./page.ts";
import { toldBlocks } from "./told-blocks.ts";
import { parseTree, type Tree } from "./tree.ts";

export interface HtmlPage {
  /** Decoded. */
  readonly html: string;
  /** Where it came from, after redirects; absolute. */
  readonly url: string;
  /** Leave the Markdown out, which costs about as much as the text. Default: it is made. */
  readonly markdown?: boolean;
  /** Leave the images out. Default: they are found. */
  readonly images?: boolean;
  /** Leave out what links say: their texts are "" then. Default: they are read. */
  readonly linkTexts?: boolean;
  /** Leave out who wrote the page, and when. Default: both are read. */
  readonly authorship?: boolean;
  /** All that the page shows, furniture too, in its order. Default: the content. */
  readonly whole?: boolean;
  /** Write the same as HTML; `inlined`: with pictures whose address holds them. Default: it is not made. */
  readonly markup?: "plain" | "inlined" | undefined;
  /** Tell all that the page's `<meta>` say. Default: they are left out. */
  readonly metas?: boolean;
  /** Tell all blocks of the page, and why each is not in the text. Default: they are left out. */
  readonly blocks?: boolean;
}

/**
 * A page read: content, metadata, images and links.
 *
 * The content is found by one walk over the page's tree (`tree.ts`): the page is cut into blocks (`blocks.ts`), each is described
 * by numbers (`features.ts`: its words, links and punctuation, the areas around it, what its authors named them, what the
 * page is), a boosted forest gives its chance of being content (`model.json`), and those blocks are kept that together
 * have the highest expected F1 (`choose.ts`). The forest was taught on the development set of WCXB (Murrough Foley,
 * arXiv 2605.21097, CC-BY-4.0) and on pages of our own in other languages; `benchmarks/extraction.ts` measures on a third of
 * its domains with a forest that was taught on the others. Readability is not used: it is slower and less exact on every type
 * of page, so there is nothing in which it could arbitrate.
 *
 * `text` is "" when the page has none without its scripts running. Never throws on any markup.
 *
 * @param judges others than those that are shipped, see `choiceOf`
 */
export function extractPage(
  {
    html,
    url,
    markdown = true,
    images = true,
    linkTexts = true,
    authorship = true,
    whole = false,
    markup,
    metas = false,
    blocks = false,
  }: HtmlPage,
  judges?: Judges,
): ExtractedPage {
  const tree = parseTree(html);
  const base = baseOf(tree, url);
  const source = sourceOf(tree, url, base);
  const metadata = metadataOf(source, authorship);
  let choice: Choice | undefined;
  const choose = ({ texts }: Hidden): ReadonlySet<Text> => {
    if (whole) return shownIn(tree, texts);
    choice = choiceOf(tree, metadata.canonicalUrl ?? url, texts, judges);
    return textsChosen(choice, texts);
  };
  const shown = readContent(tree, base, choose, whole ? undefined : metadata.title);
  const text = writeText(shown.blocks);
  const { words } = extentOf(text);
  const embedded = isBare(text, words) ? embeddedIn(html, source.data) : undefined;
  const instead = embedded && embedded.words > MORE * words ? embedded : undefined;
  const read = instead ? readContent(instead.tree, base, () => instead.kept, undefined) : shown;
  return {
    url,
    ...metadata,
    ...(instead && { strategy: instead.strategy }),
    text: instead ? writeText(read.blocks) : text,
    ...(markdown && { markdown: writeMarkdown(read.blocks) }),
    ...(markup && { html: writeMarkup(read.tree, read.content, base, markup === "inlined") }),
    ...(blocks &&
      choice &&
      !instead && { blocks: toldBlocks(choice, shown.content, shown.hidden.texts, metadata.title) }),
    ...(metas && { metas: Object.fromEntries(source.metas) }),
    images: images ? imagesOf(tree, base) : [],
    links: linksOf(tree, base, linkTexts),
  };
}

/** A part of a page, and the blocks that it comes to. */
interface ReadContent {
  readonly tree: Tree;
  readonly content: Content;
  readonly hidden: Hidden;
  readonly blocks: readonly Block[];
}

/** The chosen texts of a page and what belongs to them, as blocks. */
function readContent(
  tree: Tree,
  base: string,
  choose: (hidden: Hidden) => ReadonlySet<Text>,
  title: string | undefined,
): ReadContent {
  const hidden = hiddenIn(tree.elements, tree.styles);
  const content = contentAround(tree, choose(hidden), hidden, title);
  const blocks = convert(tree, content, base, (element) => hidden.sheet.isUnselectable(element));
  return { tree, content, hidden, blocks };
}

/** Every text that a page shows. */
const shownIn = (tree: Tree, hidden: ReadonlySet<Text>): Set<Text> =>
  new Set(blocksOf(tree).flatMap(({ nodes }) => nodes.filter((text) => !hidden.has(text))));

/** So few words, and a page may be one whose scripts have yet to show it; with a word of waiting, some more. */
const BARE_WORDS = 20;
const WAITING_WORDS = 60;
const WAITING =
  /loading|please wait|javascript|wird geladen|chargement|cargando|carregando|caricamento|загрузка|加载中|読み込み中|로딩/i;
/** What a page carries as data counts where it has so many times the words that it shows. */
const MORE = 3;

const isBare = (shown: string, words: number): boolean =>
  words < BARE_WORDS || (words < WAITING_WORDS && WAITING.test(shown));
