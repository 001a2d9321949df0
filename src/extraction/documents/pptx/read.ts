import type { Element } from "domhandler";
import type { Block } from "../../markdown/nodes.ts";
import { tidy } from "../../markdown/tidy.ts";
import type { Archive } from "../archive.ts";
import type { DocumentRead } from "../document.ts";
import { aboutOf, alternativeOf, partFor, relationshipsOf } from "../docx/package.ts";
import { unweighted } from "../marks.ts";
import { allOf, childOf, childrenOf, elementsOf, partOf, stringOf } from "../xml.ts";
import { Bullets, type Placeholder, placeholderOf } from "./bullets.ts";
import { TextReader } from "./text.ts";

const MAX_SLIDES = 2_000;
/** What stands on every slide. */
const RUNNING = new Set(["dt", "ftr", "hdr", "sldNum"]);

/**
 * A presentation (ECMA-376) as blocks: a heading for each slide's title, its texts, lists and tables, and its notes as a
 * quotation. Hidden slides, dates, feet and slide numbers are left out.
 */
export function readPptx(archive: Archive, part: string, base: string): DocumentRead {
  const presentation = partOf(archive, part);
  const relationships = relationshipsOf(archive, part);
  const blocks = childrenOf(childOf(presentation, "p:sldIdLst"), "p:sldId")
    .slice(0, MAX_SLIDES)
    .flatMap(({ attribs }) => {
      const target = relationships.get(attribs["r:id"] ?? "")?.target;
      return target === undefined ? [] : slideOf(archive, target, base);
    });
  return { blocks, about: aboutOf(archive) };
}

function slideOf(archive: Archive, part: string, base: string): Block[] {
  const slide = partOf(archive, part);
  if (!slide || slide.attribs["show"] === "0") return [];
  const relationships = relationshipsOf(archive, part);
  const layoutPart = partFor(relationships, "slideLayout");
  const masterPart = layoutPart && partFor(relationshipsOf(archive, layoutPart), "slideMaster");
  const bullets = new Bullets(
    layoutPart === undefined ? undefined : partOf(archive, layoutPart),
    masterPart === undefined ? undefined : partOf(archive, masterPart),
  );
  const text = new TextReader(relationships, base, bullets);
  const shapes = shapesIn(childOf(childOf(slide, "p:cSld"), "p:spTree"));
  const stated = shapes.filter((shape) => isTitle(placeholderOf(shape)));
  const largest = stated.length > 0 ? undefined : largestOf(shapes);
  const titles = largest ? [largest] : stated;
  const blocks = [...titles, ...shapes.filter((shape) => !titles.includes(shape))].flatMap((shape) =>
    shape === largest ? titleOf(shape, text, 2) : shapeOf(archive, shape, text, relationships),
  );
  return [...blocks, ...notesOf(archive, partFor(relationships, "notesSlide"), base)];
}

const isTitle = (placeholder: Placeholder | undefined): boolean =>
  placeholder?.type === "title" || placeholder?.type === "ctrTitle";

/** The shapes of a slide in their order, those of groups among them. */
function shapesIn(tree: Element | undefined): Element[] {
  return (tree ? elementsOf(tree) : []).flatMap((child) => {
    if (child.name === "p:grpSp") return shapesIn(child);
    if (child.name === "mc:AlternateContent") return shapesIn(alternativeOf(child));
    return child.name === "p:sp" || child.name === "p:graphicFrame" || child.name === "p:pic" ? [child] : [];
  });
}

const isHidden = (shape: Element): boolean =>
  elementsOf(shape).some((child) => /^(?:1|true)$/.test(childOf(child, "p:cNvPr")?.attribs["hidden"] ?? ""));

function shapeOf(
  archive: Archive,
  shape: Element,
  text: TextReader,
  relationships: ReturnType<typeof relationshipsOf>,
): Block[] {
  const placeholder = placeholderOf(shape);
  if (isHidden(shape) || RUNNING.has(placeholder?.type ?? "")) return [];
  if (shape.name === "p:pic") {
    const alt = allOf(shape, "p:cNvPr")[0]?.attribs["descr"]?.trim();
    return alt ? [{ type: "paragraph", children: [{ type: "image", url: "", alt }] }] : [];
  }
  if (shape.name === "p:graphicFrame") {
    const table = allOf(shape, "a:tbl")[0];
    if (table) return text.table(table);
    const diagram = allOf(shape, "dgm:relIds")[0]?.attribs["r:dm"];
    const part = relationships.get(diagram ?? "")?.target;
    const root = part === undefined ? undefined : partOf(archive, part);
    return allOf(root, "dgm:t").flatMap((body) => text.body(body, undefined));
  }
  const body = childOf(shape, "p:txBody");
  if (!body) return [];
  if (!isTitle(placeholder)) return text.body(body, placeholder);
  return titleOf(shape, text, placeholder?.type === "ctrTitle" ? 1 : 2);
}

function titleOf(shape: Element, text: TextReader, level: number): Block[] {
  const line = childrenOf(childOf(shape, "p:txBody"), "a:p").flatMap((paragraph, at) => [
    ...(at > 0 ? [{ type: "text", value: " " } as const] : []),
    ...text.line(paragraph),
  ]);
  const children = tidy(unweighted(line.map((node) => (node.type === "break" ? { type: "text", value: " " } : node))));
  return children.length > 0 ? [{ type: "heading", level, children }] : [];
}

/** Hundredths of a point. */
const LEAST_TITLE = 2_400;
const MAX_TITLE = 150;

/** The text of a slide without a title that is set larger than all others: the title that somebody drew. */
function largestOf(shapes: readonly Element[]): Element | undefined {
  const sized = shapes
    .filter((shape) => shape.name === "p:sp" && placeholderOf(shape) === undefined && !isHidden(shape))
    .map((shape) => ({
      shape,
      size: allOf(shape, "a:rPr").reduce((most, { attribs }) => Math.max(most, Number(attribs["sz"] ?? 0) || 0), 0),
    }))
    .toSorted((one, other) => other.size - one.size);
  const [first, second] = sized;
  if (!first || first.size < LEAST_TITLE || first.size <= (second?.size ?? 0)) return undefined;
  const text = allOf(first.shape, "a:t").map(stringOf).join(" ");
  return text.length <= MAX_TITLE && /\p{L}/u.test(text) ? first.shape : undefined;
}

function notesOf(archive: Archive, part: string | undefined, base: string): Block[] {
  const notes = part === undefined ? undefined : partOf(archive, part);
  if (part === undefined || !notes) return [];
  const text = new TextReader(relationshipsOf(archive, part), base, new Bullets(undefined, undefined));
  const children = shapesIn(childOf(childOf(notes, "p:cSld"), "p:spTree"))
    .filter((shape) => placeholderOf(shape)?.type === "body")
    .flatMap((shape) => {
      const body = childOf(shape, "p:txBody");
      return body ? text.body(body, undefined) : [];
    });
  return children.length > 0 ? [{ type: "quote", children }] : [];
}
