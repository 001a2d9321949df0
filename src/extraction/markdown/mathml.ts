import { type ChildNode, Element, Text } from "domhandler";
import { escapeUTF8 } from "entities";
import { MathMLToLaTeX } from "mathml-to-latex";

/** Longer markup of one formula is not read. */
const MAX_MARKUP = 50_000;
const MAX_DEPTH = 120;

/** Attributes that change what a formula says. */
const SAID = [
  "mathvariant",
  "open",
  "close",
  "separators",
  "accent",
  "linethickness",
  "columnalign",
  "stretchy",
  "width",
];
const LEFT_OUT = new Set(["annotation", "annotation-xml", "mphantom", "maligngroup", "malignmark"]);

/** Names that TeX sets upright, as commands. */
const OPERATORS =
  /(?<![\\a-zA-Z])(arccos|arcsin|arctan|arg|cosh|cos|coth|cot|csc|deg|det|dim|exp|gcd|inf|ker|lg|liminf|limsup|lim|ln|log|max|min|Pr|sec|sinh|sin|sup|tanh|tan)(?![a-zA-Z])/g;
/** Texts, in which those are words. */
const TEXTS = /(\\(?:text|mathrm|mathit|mathbf|operatorname)\{[^{}]*\})/;
/** A delimiter that the converter found without its partner. */
const LONE = /\\left(\\[{}]|[|[\]().])\s?\\right\./g;

/** A formula in MathML as TeX; undefined where it cannot be read. */
export function texOfMathml(math: Element): string | undefined {
  const markup = markupOf(math, 0);
  if (markup === undefined || markup.length > MAX_MARKUP) return undefined;
  return texOfMarkup(markup);
}

/** The same of its markup. */
export function texOfMarkup(markup: string): string | undefined {
  if (markup.length > MAX_MARKUP) return undefined;
  try {
    return tidy(MathMLToLaTeX.convert(markup)) || undefined;
  } catch {
    // The converter throws on markup that is no formula: the page's own text of it stands then.
    return undefined;
  }
}

const tidy = (tex: string): string =>
  tex
    .replace(LONE, "$1")
    .replace(/\\left\(/g, "(")
    .replace(/\\right\)/g, ")")
    .split(TEXTS)
    .map((part, at) => (at % 2 === 0 ? part.replace(OPERATORS, "\\$1") : part))
    .join("")
    .replace(/\s+/g, " ")
    .trim();

function markupOf(node: ChildNode, depth: number): string | undefined {
  if (node instanceof Text) return escapeUTF8(node.data);
  if (!(node instanceof Element) || LEFT_OUT.has(node.name)) return "";
  if (depth > MAX_DEPTH) return undefined;
  let inner = "";
  for (const child of node.children) {
    const markup = markupOf(child, depth + 1);
    if (markup === undefined || inner.length > MAX_MARKUP) return undefined;
    inner += markup;
  }
  const said = SAID.flatMap((name) => {
    const value = node.attribs[name];
    return value === undefined ? [] : [` ${name}="${escapeUTF8(value)}"`];
  }).join("");
  const name = node.name.replace(/^.*:/, "");
  return `<${name}${said}>${inner}</${name}>`;
}
