import { Element, type Text } from "domhandler";
import { type Choice, isTitle, placeOf } from "./content.ts";
import type { Content } from "./markdown/page.ts";
import type { PageBlock } from "./page.ts";

/** A block's text is truncated to so many characters. */
const LONGEST = 300;
const MOST_BLOCKS = 2_000;
/** So far up an element is looked for that was kept whole. */
const MAX_UP = 12;

/** Every block of a page in its order: whether it is in the text, and why it is not. */
export function toldBlocks(
  choice: Choice,
  { kept }: Content,
  hidden: ReadonlySet<Text>,
  title: string | undefined,
): readonly PageBlock[] {
  return choice.blocks.slice(0, MOST_BLOCKS).map((block, at): PageBlock => {
    const { text: whole, nodes } = block;
    const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST)}…` : whole;
    if (nodes.some((node) => isKept(node, kept))) return { text, kept: true };
    const place = placeOf(block);
    const chance = choice.chances[at];
    return {
      text,
      kept: false,
      why: nodes.every((node) => hidden.has(node)) ? "hidden" : whyNot(choice, at, isTitle(block, title)),
      ...(place !== undefined && { place }),
      ...(chance !== undefined && { chance: Math.round(chance * 100) / 100 }),
    };
  });
}

function whyNot({ likely, own, kept }: Choice, at: number, title: boolean): PageBlock["why"] {
  if (title) return "title";
  if (!likely[at]) return "unlikely";
  if (!own[at]) return "beside";
  return kept[at] ? "beside" : "repeated";
}

/** Whether a text is kept, or within what is kept whole. */
function isKept(text: Text, kept: Content["kept"]): boolean {
  if (kept.has(text)) return true;
  let around = text.parent;
  for (let up = 0; up < MAX_UP && around instanceof Element; up++) {
    if (kept.has(around)) return true;
    around = around.parent;
  }
  return false;
}
