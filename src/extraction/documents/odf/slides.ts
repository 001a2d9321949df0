import type { Element } from "domhandler";
import type { Block, Inline } from "../../markdown/nodes.ts";
import { tidy } from "../../markdown/tidy.ts";
import { unweighted } from "../marks.ts";
import { childOf, childrenOf, elementsOf } from "../xml.ts";

/** What stands on every slide, and the picture of a slide beside its notes. */
const RUNNING = /^(?:date-time|footer|header|page-number|page|handout)$/;

/** The slides of an OpenDocument presentation: a heading for each title, its texts, and its notes as a quotation. */
export const slidesOf = (
  presentation: Element,
  read: (parent: Element) => Block[],
  isHidden: (page: Element) => boolean,
) =>
  childrenOf(presentation, "draw:page").flatMap((page, at): Block[] => {
    if (isHidden(page)) return [];
    const shapes = elementsOf(page).filter(
      ({ name, attribs }) =>
        name.startsWith("draw:") && !RUNNING.test(attribs["presentation:class"] ?? "") && !isPrompt(attribs),
    );
    const titles = shapes.filter(({ attribs }) => attribs["presentation:class"] === "title");
    const rest = shapes.filter((shape) => !titles.includes(shape));
    const notes = elementsOf(childOf(page, "presentation:notes") ?? page).filter(
      ({ name, attribs }) => name === "draw:frame" && attribs["presentation:class"] === "notes" && !isPrompt(attribs),
    );
    const said = notes.flatMap((one) => read(one));
    return [
      ...titles.flatMap((title) => headingOf(read(title), at === 0 && hasSubtitle(shapes) ? 1 : 2)),
      ...rest.flatMap((shape) => read(shape)),
      ...(said.length > 0 ? [{ type: "quote", children: said } as const] : []),
    ];
  });

/** Room that nobody has filled says what could be there. */
const isPrompt = (attribs: Readonly<Record<string, string>>): boolean => attribs["presentation:placeholder"] === "true";

const hasSubtitle = (shapes: readonly Element[]): boolean =>
  shapes.some(({ attribs }) => attribs["presentation:class"] === "subtitle");

function headingOf(blocks: readonly Block[], level: number): Block[] {
  const line = blocks.flatMap((block, at): Inline[] =>
    block.type === "paragraph" || block.type === "heading"
      ? [...(at > 0 ? [{ type: "text", value: " " } as const] : []), ...block.children]
      : [],
  );
  return line.length > 0 ? [{ type: "heading", level, children: tidy(unweighted(line)) }] : [];
}
