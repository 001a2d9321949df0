import { Element, Text } from "domhandler";
import { absoluteUrl } from "../address.ts";
import { classesOf, elementsIn, findIn, parentOf, textIn } from "../elements.ts";
import { cutAtFormulas, formulaOf } from "./math.ts";
import { EMBEDS, embedOf, pictureOf } from "./media.ts";
import type { Inline, InlineMark } from "./nodes.ts";
import type { Walker } from "./page.ts";
import { wordsOf } from "./tidy.ts";

/** What a line is read with. */
export interface InlineWalker extends Walker {
  /** Whether the page's text may hold formulas between `$$`. */
  readonly dollars: boolean;
  referenceOf(element: Element): string | undefined;
  isBacklink(element: Element): boolean;
  /** Takes a note that stands in the line, and answers its label. */
  take(note: Element, mark: string | undefined): string | undefined;
}

const MARKS: ReadonlyMap<string, InlineMark> = new Map([
  ["strong", "strong"],
  ["b", "strong"],
  ["em", "emphasis"],
  ["i", "emphasis"],
  ["var", "emphasis"],
  ["dfn", "emphasis"],
  ["del", "deleted"],
  ["s", "deleted"],
  ["strike", "deleted"],
  ["sub", "sub"],
  ["sup", "sup"],
]);
const CODE = new Set(["code", "kbd", "samp", "tt"]);
/** Quotation marks by language; others have the English ones. */
const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  de: ["„", "“"],
  fr: ["« ", " »"],
  es: ["«", "»"],
  it: ["«", "»"],
  ru: ["«", "»"],
  pl: ["„", "”"],
  ja: ["「", "」"],
};
const SIDENOTE = /(?:^|\s)(?:sidenote|marginnote|footnote-content|footnotetext|inline-footnote|ltx_note)(?:\s|$)/;
/** Signs that link a heading or a term to itself, and links to where its source is edited or shown. */
const ANCHOR =
  /(?:^|[\s_-])(?:headerlink|header-anchor|anchorjs-link|permalink|hash-link|heading-anchor|anchor-link|heading-link|mw-editsection|viewcode-link|viewcode-back|srclink|src-link|section-link|copiable-link|self-link|octicon-link)(?:[\s_-]|$)/i;
const ANCHOR_SIGN =
  /^[\s\u00a0]*(?:[¶#§◆⚓∞]|🔗|🖇\ufe0f?|⛓\ufe0f?|\[?(?:edit|source|src|link|permalink|anchor)\]?)?[\s\u00a0]*$/iu;
const COPY =
  /(?:^|[\s_-])(?:copy|clipboard|copybtn|copy-?button|btn-copy|zeroclipboard-container|code-toolbar-item)(?:[\s_-]|$)/i;

const TOOL_NAMES = new Set(["button", "a", "span", "div"]);

/** Whether an element holds only a label. */
const isShort = (element: Element): boolean =>
  textIn(element, 40).length < 30 &&
  !findIn(element, ({ name }) => name === "pre" || name === "code" || name === "table");

/** What stands in a content and is none of it: anchors of headings, links to edit them, buttons that copy. */
export function isTool(element: Element): boolean {
  const { name, attribs } = element;
  const classes = classesOf(element);
  if (name === "clipboard-copy") return true;
  if (classes && /(?:^|\s)mw-editsection/.test(classes)) return true;
  if (classes && COPY.test(classes) && TOOL_NAMES.has(name) && isShort(element)) return true;
  if (name === "a") {
    const sign = textIn(element, 60);
    const toItself = attribs["href"]?.startsWith("#") ?? false;
    if (
      ANCHOR_SIGN.test(sign) &&
      sign.trim() !== "" &&
      (toItself || ANCHOR.test(classes) || elementsIn(element).some((inner) => ANCHOR.test(classesOf(inner))))
    )
      return true;
    return (
      toItself &&
      ANCHOR.test(classes) &&
      sign.length < 20 &&
      !/^(?:h[1-6]|dt)$/.test(parentOf(element)?.name ?? "") === false
    );
  }
  return ANCHOR.test(classes) && (name === "span" || name === "button") && ANCHOR_SIGN.test(textIn(element, 60));
}

/** An element within a line. */
export function inlineOf(element: Element, walker: InlineWalker): Inline[] {
  const { name, attribs } = element;
  if (name === "br") return [{ type: "break" }];
  if (name === "wbr" || name === "rp") return [];
  const label = walker.referenceOf(element);
  if (label !== undefined) return [{ type: "reference", label }];
  if (walker.isBacklink(element) || isTool(element)) return [];
  const formula = formulaOf(element);
  if (formula === "twin") return [];
  if (formula) return [{ type: "math", ...formula }];
  if (name === "img" || name === "amp-img") return [pictureOf(element, walker.base)].filter((one) => one !== undefined);
  if (EMBEDS.has(name)) return [embedOf(element, walker.base)].filter((one) => one !== undefined);
  if (CODE.has(name)) return codeSpan(element, walker);
  if (name === "ruby") return rubyOf(element, walker);
  if (name === "q") return quoted(element, walker);
  if (SIDENOTE.test(classesOf(element))) return noteIn(element, walker);
  const children = walker.line(element);
  if (name === "a") return linkOf(attribs["href"], children, walker);
  if (name === "sup" && children.some(({ type }) => type === "reference"))
    return children.filter(({ type }) => type === "reference");
  const mark = markOf(element);
  return mark ? [{ type: mark, children }] : children;
}

function markOf(element: Element): InlineMark | undefined {
  const style = element.attribs["style"];
  const mark = MARKS.get(element.name);
  if (!style) return mark;
  if (
    (mark === "strong" && /font-weight\s*:\s*(?:normal|[1-4]00)/i.test(style)) ||
    (mark === "emphasis" && /font-style\s*:\s*normal/i.test(style))
  )
    return undefined;
  if (mark || element.name === "a") return mark;
  if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(style)) return "strong";
  return /font-style\s*:\s*italic/i.test(style) ? "emphasis" : undefined;
}

function linkOf(href: string | undefined, children: Inline[], { base }: Walker): Inline[] {
  const url = href?.trim().startsWith("#") ? undefined : absoluteUrl(href, base);
  return url === undefined ? children : [{ type: "link", url, children: children.flatMap(unlinked) }];
}

/** Links do not nest. */
const unlinked = (node: Inline): readonly Inline[] => (node.type === "link" ? node.children : [node]);

/** Code within a line; what is linked in it stays linked, as code. */
function codeSpan(element: Element, walker: Walker): Inline[] {
  const line = walker.line(element);
  const [only] = line.filter((node) => node.type !== "text" || node.value.trim() !== "");
  if (only?.type === "link" && wordsOf(line).trim() === wordsOf([only]).trim())
    return [{ ...only, children: [codeNode(wordsOf([only]))] }];
  if (line.some(({ type }) => type === "image" || type === "reference")) return line;
  const value = wordsOf(line);
  return value.trim() ? spaced(value) : line;
}

const codeNode = (value: string): Inline => ({
  type: "code",
  value: value
    .replace(/[\s\u00a0]+/g, " ")
    .replace(/[\u200b\u00ad]/g, "")
    .trim(),
});

/** Blanks at the ends of code stand around it. */
const spaced = (value: string): Inline[] => [
  ...(/^\s/.test(value) ? [{ type: "text", value: " " } as const] : []),
  codeNode(value),
  ...(/\s$/.test(value) ? [{ type: "text", value: " " } as const] : []),
];

/** Base texts with their readings in brackets. */
function rubyOf(ruby: Element, walker: Walker): Inline[] {
  const out: Inline[] = [];
  for (const child of ruby.children) {
    if (child instanceof Text) out.push(...textOf(child, false));
    else if (child instanceof Element && (child.name === "rt" || child.name === "rtc")) {
      const reading = wordsOf(walker.line(child)).trim();
      if (reading)
        out.push({ type: "text", value: /[\u3040-\u9fff]/.test(wordsOf(out)) ? `（${reading}）` : ` (${reading})` });
    } else if (child instanceof Element && child.name !== "rp") out.push(...walker.line(child));
  }
  return out;
}

function quoted(element: Element, walker: Walker): Inline[] {
  let language: string | undefined;
  for (let at: Element | undefined = element; at && language === undefined; at = parentOf(at))
    language = at.attribs["lang"];
  const [open, close] = QUOTES[language?.slice(0, 2).toLowerCase() ?? ""] ?? ["“", "”"];
  return [{ type: "text", value: open }, ...walker.line(element), { type: "text", value: close }];
}

/** A note that stands in its sentence, in the margin of the page. */
function noteIn(element: Element, walker: InlineWalker): Inline[] {
  const content = findIn(element, (inner) => /(?:^|\s)ltx_note_content(?:\s|$)/.test(classesOf(inner))) ?? element;
  const mark = findIn(element, ({ name, attribs }) => name === "sup" && /ltx_note_mark/.test(attribs["class"] ?? ""));
  const label = walker.take(content, mark && textIn(mark, 20).trim());
  return label === undefined ? [] : [{ type: "reference", label }];
}

/** A text of a line, cut at the formulas that stand in it. */
export function textOf(text: Text, dollars: boolean): Inline[] {
  const parts = cutAtFormulas(text.data, dollars);
  return parts.map(
    (part): Inline => (typeof part === "string" ? { type: "text", value: part } : { type: "math", ...part }),
  );
}
