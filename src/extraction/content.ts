import { Element, type Text } from "domhandler";
import { type Block, blocksOf } from "./blocks.ts";
import { collapse } from "./characters.ts";
import { choose } from "./choose.ts";
import { featuresOf } from "./features.ts";
import { Forest } from "./forest.ts";
import model from "./model.json" with { type: "json" };
import { rawText, type Tree } from "./tree.ts";

const forest = new Forest(model);

/** More blocks than this are not weighed but kept by their place alone. */
const MAX_BLOCKS = 20_000;

/** The page's text nodes that are content, not furniture. */
export function contentOf(tree: Tree, url: string): Set<Text> {
  const blocks = blocksOf(tree);
  const weighed = blocks.slice(0, MAX_BLOCKS);
  const title = tree.elements.find((element) => element.name === "title");
  const rows = featuresOf(tree, weighed, { url, title: title && collapse(rawText(title, 10_000)) });
  const kept = choose(
    weighed,
    rows.map((row) => forest.chance(row)),
  );
  const chosen = blocks.filter((block, index) => kept[index] ?? isPlaced(block));
  return new Set(chosen.flatMap((block) => block.nodes.filter((text) => !isAnchorMark(text))));
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

function isPlaced(block: Block): boolean {
  for (let at: Block["owner"]["parent"] = block.owner; at; at = at.parent)
    if ("name" in at && FURNITURE.has(at.name)) return false;
  return true;
}
