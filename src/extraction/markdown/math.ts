import { Element } from "domhandler";
import { classesOf, elementsIn, findIn, parentOf, textIn } from "../elements.ts";
import { texOfMarkup, texOfMathml } from "./mathml.ts";

/** A formula of a page. */
export interface Formula {
  readonly tex: string;
  /** It stands on a line of its own. */
  readonly display: boolean;
}

const MAX_TEX = 20_000;
/** What a renderer draws beside the source of the formula. */
const DRAWN =
  /(?:^|\s)(?:MathJax(?:_Display|_Preview|_SVG(?:_Display)?|_CHTML|_Processing|_PHTML)?|mjx-chtml|mjx-full-width)(?:\s|$)/;
const KATEX = /(?:^|\s)katex(?:-display)?(?:\s|$)/;
const WIKI = /(?:^|\s)mwe-math-element(?:-\w+)?(?:\s|$)/;
/** An element that holds a formula as TeX, by its class. */
const HOLDS_TEX =
  /(?:^|\s)(?:math|tex|latex|katex|arithmatex|MathJye|math-container|math-tex|mathjax|js-inline-math|js-display-math|tex2jax_process|math-inline|math-block|inline-math|block-math|display-math|equation)(?:\s|$)/i;
const DISPLAY = /(?:^|[\s-])(?:display|block)(?:[\s-]|$)|MathJax_Display|-display\b/i;
const TEX_IMAGE = /(?:^|[\s_-])(?:latex|tex|math|mwe-math-fallback-image-\w+)(?:$|[\s_-])/i;
const TEX_ADDRESS = /latex(?:\.php)?\?|\/(?:latex|tex|mathtex|mimetex)(?:\.cgi)?[/?]|codecogs\.com/i;
const LOOKS_TEX = /\\[a-zA-Z({[]|[_^{}]|^[\w\s=+\-*/().,<>|']+$/;

/** The formula that an element is: "twin" where it only draws one that is told beside it; undefined for all others. */
export function formulaOf(element: Element): Formula | "twin" | undefined {
  const { name } = element;
  if (name === "math") return ofMath(element);
  if (name === "script") return ofScript(element);
  if (name === "mjx-container") return ofContainer(element);
  if (name === "img") return ofImage(element);
  if (name === "math-renderer") return ofText(element, true);
  const classes = classesOf(element);
  if (!classes) return undefined;
  if (KATEX.test(classes) || WIKI.test(classes)) return ofParts(element);
  if (DRAWN.test(classes)) return ofDrawn(element);
  return HOLDS_TEX.test(classes)
    ? ofText(element, /(?:^|\s)(?:math|math-tex|katex|arithmatex)(?:\s|$)/i.test(classes))
    : undefined;
}

/** Whether an element is part of what shows formulas, whose hidden half is their source. */
export const isFormula = (element: Element): boolean =>
  element.name === "math" ||
  KATEX.test(classesOf(element)) ||
  WIKI.test(classesOf(element)) ||
  element.name === "mjx-container";

function ofMath(math: Element, display = isDisplay(math)): Formula | undefined {
  const annotation = findIn(
    math,
    ({ name, attribs }) => name === "annotation" && /\b(?:x-)?(?:la)?tex\b/i.test(attribs["encoding"] ?? ""),
  );
  const alternative = math.attribs["alttext"];
  const stated = annotation ? textIn(annotation) : undefined;
  const isTex = alternative && (LOOKS_TEX.test(alternative) || /\bltx_/.test(classesOf(math)));
  const tex = clean(stated) ?? (isTex ? clean(alternative) : undefined) ?? texOfMathml(math);
  return tex === undefined ? undefined : { tex, display };
}

function isDisplay(math: Element): boolean {
  const stated = math.attribs["display"] ?? (math.attribs["mode"] === "display" ? "block" : undefined);
  if (stated === "block") return true;
  for (let up = parentOf(math), steps = 0; up && steps < 4; up = parentOf(up), steps += 1)
    if (/katex-display|MathJax_Display|mwe-math-mathml-display/.test(classesOf(up))) return true;
  return false;
}

function ofScript(script: Element): Formula | undefined {
  const type = script.attribs["type"] ?? "";
  const display = /mode\s*=\s*display/i.test(type);
  if (/^\s*math\/(?:la)?tex/i.test(type)) {
    const tex = clean(textIn(script));
    return tex === undefined ? undefined : { tex, display };
  }
  if (!/^\s*math\/mml/i.test(type)) return undefined;
  const markup = textIn(script);
  const tex = texOfMarkup(markup);
  return tex === undefined ? undefined : { tex, display: /display\s*=\s*["']?block/.test(markup) };
}

function ofContainer(container: Element): Formula | undefined {
  const display = container.attribs["display"] === "true";
  const written = clean(container.attribs["data-latex"] ?? findIn(container, latexOf)?.attribs["data-latex"]);
  if (written !== undefined) return { tex: written, display };
  const math = findIn(container, ({ name }) => name === "math");
  return math && ofMath(math, display);
}

const latexOf = ({ attribs }: Element): boolean => attribs["data-latex"] !== undefined;

/** KaTeX and MediaWiki: the source stands beside what is drawn. */
function ofParts(element: Element): Formula | undefined {
  const math = findIn(element, ({ name }) => name === "math");
  if (math) return ofMath(math, isDisplay(math) || /katex-display/.test(classesOf(element)));
  const image = findIn(element, ({ name }) => name === "img");
  return image && ofImage(image);
}

function ofDrawn(element: Element): Formula | "twin" | undefined {
  if (isTold(element)) return "twin";
  const markup =
    element.attribs["data-mathml"] ??
    findIn(element, (inner) => "data-mathml" in inner.attribs)?.attribs["data-mathml"];
  const display = DISPLAY.test(classesOf(element));
  const math = findIn(element, ({ name }) => name === "math");
  if (math) return ofMath(math, display || isDisplay(math));
  const tex = markup === undefined ? undefined : texOfMarkup(markup);
  if (tex !== undefined) return { tex, display: display || /display="block"/.test(markup ?? "") };
  return /MathJax_Preview/.test(classesOf(element)) ? "twin" : undefined;
}

/** Whether the script with a drawn formula's source follows it, behind at most a few siblings or around it. */
function isTold(element: Element): boolean {
  let at: Element | undefined = element;
  for (let up = 0; at && up < 2; up += 1) {
    let next = at.next;
    for (let step = 0; next && step < 5; step += 1, next = next.next)
      if (next instanceof Element && next.name === "script" && /^\s*math\//i.test(next.attribs["type"] ?? ""))
        return true;
    const parent: Element | undefined = parentOf(at);
    at = parent && DRAWN.test(classesOf(parent)) ? parent : undefined;
  }
  return false;
}

function ofImage(image: Element): Formula | undefined {
  const { alt, src = "" } = image.attribs;
  const classes = classesOf(image);
  if (!TEX_IMAGE.test(classes) && !TEX_ADDRESS.test(src)) return undefined;
  const tex = clean(alt);
  if (tex === undefined || !LOOKS_TEX.test(tex)) return undefined;
  return { tex, display: /display/.test(classes) };
}

const DELIMITED: readonly (readonly [form: RegExp, display: boolean])[] = [
  [/^\\\[([\s\S]+)\\\]$/, true],
  [/^\$\$([\s\S]+)\$\$$/, true],
  [/^\\\(([\s\S]+)\\\)$/, false],
  [/^\$`([\s\S]+)`\$$/, false],
  [/^\$([^$]+)\$$/, false],
];

/** An element whose whole text is a formula: between marks, or, where its class says so, bare. */
function ofText(element: Element, bare: boolean): Formula | undefined {
  if (elementsIn(element).some(({ name }) => name !== "span" && name !== "br")) return undefined;
  const text = textIn(element, MAX_TEX).trim();
  if (!text || text.length >= MAX_TEX) return undefined;
  const display = DISPLAY.test(classesOf(element)) || ["div", "p", "figure"].includes(element.name);
  for (const [form, shown] of DELIMITED) {
    const tex = clean(form.exec(text)?.[1]);
    if (tex !== undefined && !/\$\$|\\\]|\\\)/.test(tex))
      return { tex, display: shown || (display && form.source.startsWith("^\\$")) };
  }
  if (/^\\begin\{[\s\S]+\\end\{[\w*]+\}$/.test(text)) return { tex: text, display: true };
  return bare && /\\[a-zA-Z]|[_^]/.test(text) && !/\$|\\[([]/.test(text) ? { tex: text, display } : undefined;
}

/** Whether a page has its formulas set by a script that looks for marks in its text. */
export const setsMarkedText = (elements: readonly Element[]): boolean =>
  elements.some(
    ({ name, attribs }) =>
      (name === "script" || name === "link") && /mathjax|katex/i.test(attribs["src"] ?? attribs["href"] ?? ""),
  );

/** A text cut at the formulas in it: the even parts are text, the odd ones formulas. */
export function cutAtFormulas(text: string, dollars: boolean): (string | Formula)[] {
  if (!text.includes("\\(") && !text.includes("\\[") && !(dollars && text.includes("$$"))) return [text];
  const marks = /\\\(((?:[^\\]|\\[^()])+?)\\\)|\\\[((?:[^\\]|\\[^[\]])+?)\\\]|\$\$([^$]+)\$\$/g;
  const parts: (string | Formula)[] = [];
  let from = 0;
  for (const found of text.matchAll(marks)) {
    const [whole, inline, block, dollar] = found;
    const tex = clean(inline ?? block ?? dollar);
    if (tex === undefined || (dollar !== undefined && !dollars)) continue;
    parts.push(text.slice(from, found.index), { tex, display: inline === undefined });
    from = found.index + whole.length;
  }
  parts.push(text.slice(from));
  return parts;
}

/** TeX without what only says how large it is set, and without the marks around it. */
function clean(tex: string | undefined): string | undefined {
  if (tex === undefined || tex.length > MAX_TEX) return undefined;
  let bare = tex.replace(/(?<!\\)%[^\S\n]*\n/g, "").trim();
  bare = /^\$\$([\s\S]+)\$\$$/.exec(bare)?.[1] ?? /^\$([^$]+)\$$/.exec(bare)?.[1] ?? bare;
  bare = /^\\\(([\s\S]+)\\\)$/.exec(bare)?.[1] ?? /^\\\[([\s\S]+)\\\]$/.exec(bare)?.[1] ?? bare;
  bare = /^\{\s*\\(?:display|text|script)style\b\s*([\s\S]*)\}$/.exec(bare.trim())?.[1] ?? bare;
  bare = bare.trim().replace(/^\\(?:display|text)style\b\s*/, "");
  return bare.replace(/\n\s*\n/g, "\n").trim() || undefined;
}
