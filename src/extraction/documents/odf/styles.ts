import type { Element } from "domhandler";
import { isMonospaced, type Look } from "../marks.ts";
import { allOf, childOf, childrenOf } from "../xml.ts";

/** What a style of OpenDocument says, those that it inherits from included. */
interface OdfStyle {
  readonly names: readonly string[];
  readonly look: Look;
  readonly isHidden: boolean;
  readonly outline?: number | undefined;
  readonly list?: string | undefined;
}

const NONE: OdfStyle = { names: [], look: {}, isHidden: false };
const MAX_CHAIN = 20;

export interface OdfStyles {
  of(family: string, name: string | undefined): OdfStyle;
  /** Whether a list's level has numbers, and from which one on; undefined for bullets. */
  start(list: string | undefined, level: number): number | undefined;
  /** Whether a list's level has no mark at all. */
  isUnmarked(list: string | undefined, level: number): boolean;
}

/** The styles of a document (OpenDocument 1.3, part 3, 16). */
export function odfStylesOf(roots: readonly (Element | undefined)[]): OdfStyles {
  const elements = new Map<string, Element>();
  const lists = new Map<string, Element>();
  const faces = new Map<string, string>();
  for (const root of roots) {
    for (const element of allOf(root, "style:style"))
      elements.set(`${element.attribs["style:family"]}/${element.attribs["style:name"]}`, element);
    for (const element of allOf(root, "text:list-style")) lists.set(element.attribs["style:name"] ?? "", element);
    for (const { attribs } of allOf(root, "style:font-face"))
      faces.set(
        attribs["style:name"] ?? "",
        `${attribs["svg:font-family"]} ${attribs["style:font-pitch"] === "fixed" ? "mono" : ""}`,
      );
  }
  const known = new Map<string, OdfStyle>();
  const read = (family: string, name: string, depth: number): OdfStyle => {
    const key = `${family}/${name}`;
    const before = known.get(key);
    if (before) return before;
    const element = elements.get(key);
    if (!element || depth > MAX_CHAIN) return { ...NONE, names: [name.replaceAll("_20_", " ").toLowerCase()] };
    const { attribs } = element;
    const parent = attribs["style:parent-style-name"];
    const under = parent === undefined ? NONE : read(family, parent, depth + 1);
    const properties = childOf(element, "style:text-properties")?.attribs ?? {};
    const outline = Number(attribs["style:default-outline-level"] || Number.NaN);
    const style: OdfStyle = {
      names: [(attribs["style:display-name"] ?? name.replaceAll("_20_", " ")).toLowerCase(), ...under.names],
      look: lookOf(properties, under.look, faces),
      isHidden: properties["text:display"] === "none" || (properties["text:display"] === undefined && under.isHidden),
      outline: Number.isInteger(outline) ? outline : under.outline,
      list: attribs["style:list-style-name"] || under.list,
    };
    known.set(key, style);
    return style;
  };
  const levelOf = (list: string | undefined, level: number): Element | undefined =>
    ["text:list-level-style-number", "text:list-level-style-bullet", "text:list-level-style-image"]
      .flatMap((name) => childrenOf(lists.get(list ?? ""), name))
      .find(({ attribs }) => attribs["text:level"] === String(level + 1));
  return {
    of: (family, name) => (name === undefined ? NONE : read(family, name, 0)),
    start(list, level) {
      const element = levelOf(list, level);
      if (element?.name !== "text:list-level-style-number" || !element.attribs["style:num-format"]) return undefined;
      const start = Number(element.attribs["text:start-value"] ?? 1);
      return Number.isInteger(start) ? start : 1;
    },
    isUnmarked(list, level) {
      const element = levelOf(list, level);
      if (element?.name === "text:list-level-style-number") return !element.attribs["style:num-format"];
      return element?.attribs["text:bullet-char"]?.trim() === "";
    },
  };
}

function lookOf(stated: Record<string, string>, under: Look, faces: ReadonlyMap<string, string>): Look {
  const weight = stated["fo:font-weight"];
  const slant = stated["fo:font-style"];
  const struck = stated["style:text-line-through-style"];
  const position = stated["style:text-position"];
  const name = stated["style:font-name"] ?? stated["fo:font-family"];
  const raised = /^(?:super|[1-9]\d*%)/.test(position ?? "")
    ? "sup"
    : /^(?:sub|-\d)/.test(position ?? "")
      ? "sub"
      : undefined;
  return {
    bold: weight === undefined ? under.bold : weight === "bold" || Number(weight) >= 600,
    italic: slant === undefined ? under.italic : slant === "italic" || slant === "oblique",
    struck: struck === undefined ? under.struck : struck !== "none",
    raised: position === undefined ? under.raised : raised,
    code: name === undefined ? under.code : isMonospaced(`${name} ${faces.get(name) ?? ""}`),
  };
}
