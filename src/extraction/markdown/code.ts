import { type ChildNode, Element, Text } from "domhandler";
import { classesOf, elementsIn, findIn, namesOf, parentOf, textIn } from "../elements.ts";

/** Code on lines of its own. */
export interface Code {
  readonly text: string;
  readonly language?: string | undefined;
}

const GUTTER =
  /(?:^|[\s_-])(?:line-?nos?|linenos?|linenodiv|line-?num(?:ber)?s?|line-?numbers-rows|lnt?|lineno|blob-num|gutter|rouge-gutter|crayon-nums?|hljs-ln-numbers|hljs-ln-n|LineNr|ln-num|diff-line-num|line-count|react-syntax-highlighter-line-number)(?:[\s_-]|$)/i;
/** What stands in code and is none of it. */
const TOOLS =
  /(?:^|[\s_-])(?:copy|clipboard|copybtn|toolbar|btn|button|code-?header|code-?title|code-?lang|language-label|sr-only)(?:[\s_-]|$)/i;
const NO_CODE = new Set([
  "button",
  "svg",
  "style",
  "script",
  "template",
  "clipboard-copy",
  "select",
  "textarea",
  "noscript",
]);
const LINES = new Set(["div", "p", "li", "tr", "figure", "section"]);
/** A line of code, in what does not write line ends. */
const LINE = /(?:^|\s)(?:line|code-?line|token-line|view-line|cl|row|hljs-ln-line|react-code-line)(?:\s|$)/i;
const CODE_TABLE =
  /(?:^|[\s_-])(?:highlighttable|rouge-table|lntable|hljs-ln|js-file-line-container|crayon-table|code-table|codetable|linenodiv|syntaxhighlighter|diff-table|highlight)(?:[\s_-]|$)/i;
const CODE_CELL =
  /(?:^|[\s_-])(?:blob-code|rouge-code|hljs-ln-code|code|line-content|crayon-code|lntd|line-code)(?:[\s_-]|$)/i;
/** Signs before what is typed at a terminal. */
const PROMPT = /^\s*(?:[\w.@~:/-]{0,40}\s?[$#>%❯»➜λ]|>>>|\.\.\.|In \[\d*\]:|Out\[\d*\]:|\d{1,6})\s*$/;
const MAX_PROMPT = 60;

/** What a converter asks of a page's own style sheets. */
export type Unselectable = (element: Element) => boolean;

/** The code that an element is, with its language; undefined for all others. */
export function codeOf(element: Element, unselectable: Unselectable): Code | undefined {
  const { name } = element;
  if (name === "pre" || name === "listing" || name === "xmp") return ofPre(element, unselectable);
  if (name === "table") return ofTable(element, unselectable);
  if (name === "div" && /(?:^|\s)syntaxhighlighter(?:\s|$)/.test(classesOf(element))) {
    const table = findIn(element, (inner) => inner.name === "table");
    const code = table && ofTable(table, unselectable);
    return code && { ...code, language: code.language ?? languageOf(element) };
  }
  if ((name === "code" || name === "samp" || name === "tt") && isAlone(element)) {
    const text = verbatim(element, unselectable);
    return text.includes("\n") && / {2}|\t|[{};=]/.test(text) && keepsLines(element)
      ? { text, language: languageOf(element) }
      : undefined;
  }
  return undefined;
}

const keepsLines = ({ attribs }: Element): boolean =>
  /white-space\s*:\s*(?:pre|break-spaces)/i.test(attribs["style"] ?? "") || attribs["class"] !== undefined;

const isAlone = (element: Element): boolean =>
  parentOf(element)?.children.every(
    (child) =>
      child === element ||
      (child instanceof Text && !/\S/.test(child.data)) ||
      (child instanceof Element && child.name === "button"),
  ) ?? false;

function ofPre(pre: Element, unselectable: Unselectable): Code | undefined {
  const table = elementsIn(pre).find(({ name }) => name === "table") ?? findIn(pre, ({ name }) => name === "table");
  const inTable = table && ofTable(table, unselectable);
  const text = inTable?.text ?? verbatim(pre, unselectable);
  return text ? { text, language: languageOf(pre) } : undefined;
}

/** A table whose rows are lines of code, or which holds code beside its line numbers. */
function ofTable(table: Element, unselectable: Unselectable): Code | undefined {
  const cells: Element[][] = [];
  collectRows(table, cells);
  if (cells.length === 0 || cells.some((row) => row.length > 3)) return undefined;
  const [first] = cells;
  if (cells.length === 1 && first && first.length > 1) {
    const holding = first.filter((cell) => !isGutter(cell) && !isNumbers(cell));
    const [only] = holding;
    if (holding.length !== 1 || !only || holding.length === first.length) return undefined;
    if (!CODE_CELL.test(namesOf(only)) && !findIn(only, ({ name }) => name === "pre")) return undefined;
    const text = verbatim(only, unselectable);
    return text
      ? { text, language: languageOf(findIn(only, ({ name }) => name === "pre") ?? only) ?? languageOf(table) }
      : undefined;
  }
  if (!CODE_TABLE.test(namesOf(table)) && !cells.every((row) => row.some((cell) => CODE_CELL.test(classesOf(cell)))))
    return undefined;
  const lines = cells.map((row) =>
    row.filter((cell) => !isGutter(cell) && !isNumbers(cell) && !("data-line-number" in cell.attribs)),
  );
  if (lines.some((row) => row.length > 1) || !lines.some((row) => row.length === 1)) return undefined;
  const text = trimmed(lines.map(([cell]) => (cell ? verbatimLine(cell, unselectable) : "")).join("\n"));
  return text ? { text, language: languageOf(table) } : undefined;
}

function collectRows(element: Element, rows: Element[][]): void {
  for (const child of elementsIn(element))
    if (child.name === "tr") rows.push(elementsIn(child).filter(({ name }) => name === "td" || name === "th"));
    else if (child.name === "tbody" || child.name === "thead") collectRows(child, rows);
}

const isGutter = (element: Element): boolean =>
  GUTTER.test(classesOf(element)) ||
  (element.attribs["data-line-number"] !== undefined && !/\S/.test(textIn(element, 40)));

const isNumbers = (cell: Element): boolean => {
  const text = textIn(cell, 10_000);
  return /\d/.test(text) && /^[\d\s]+$/.test(text);
};

/** The text of preformatted content as it stands, a line break for `<br>` and for elements that are lines. */
function verbatim(element: Element, unselectable: Unselectable): string {
  const writer = new Verbatim(unselectable);
  writer.into(element, hasLooseLines(element));
  return trimmed(writer.text);
}

const verbatimLine = (cell: Element, unselectable: Unselectable): string => {
  const writer = new Verbatim(unselectable);
  writer.into(cell, false);
  return writer.text.replace(/^\n+|\s*\n+$/g, "");
};

const trimmed = (text: string): string => text.replace(/^(?:[ \t]*\r?\n)+/, "").trimEnd();

/** Whether lines are elements without a line end between or in them. */
function hasLooseLines(element: Element): boolean {
  const inner = elementsIn(element).find(({ name }) => name === "code") ?? element;
  const lines = elementsIn(inner).filter((child) => LINE.test(classesOf(child)));
  const codes = elementsIn(element).filter(({ name }) => name === "code");
  return (lines.length > 1 && !textIn(inner).includes("\n")) || (codes.length > 1 && !textIn(element).includes("\n"));
}

class Verbatim {
  text = "";
  readonly #unselectable: Unselectable;

  constructor(unselectable: Unselectable) {
    this.#unselectable = unselectable;
  }

  into(element: Element, loose: boolean): void {
    for (const child of element.children) this.#node(child, loose);
  }

  #node(node: ChildNode, loose: boolean): void {
    if (node instanceof Text)
      this.text += node.data
        .replaceAll("\r\n", "\n")
        .replace(/[\u00a0\u2007]/g, " ")
        .replace(/[\u200b\ufeff]/g, "");
    else if (node instanceof Element && !this.#isLeftOut(node)) {
      if (node.name === "br") this.text += "\n";
      const isLine = LINES.has(node.name) || (loose && (LINE.test(classesOf(node)) || node.name === "code"));
      if (isLine && this.text && !this.text.endsWith("\n")) this.text += "\n";
      this.into(node, loose);
      if (isLine && !this.text.endsWith("\n")) this.text += "\n";
    }
  }

  #isLeftOut(element: Element): boolean {
    if (NO_CODE.has(element.name) || isGutter(element)) return true;
    const { attribs } = element;
    if (
      attribs["role"] === "button" ||
      (element.name !== "code" && element.name !== "span" && TOOLS.test(classesOf(element)))
    )
      return true;
    if (!isDecoration(element) && !this.#unselectable(element)) return false;
    const text = textIn(element, MAX_PROMPT);
    return text.length < MAX_PROMPT && PROMPT.test(text);
  }
}

const isDecoration = ({ attribs }: Element): boolean =>
  attribs["aria-hidden"] === "true" || /user-select\s*:\s*none/i.test(attribs["style"] ?? "");

/* ── The language ── */

const NAMED_LANGUAGE = [
  /(?:^|\s)(?:language|lang|highlight-source|src|shj-lang)[-:]([a-z][\w+#.-]{0,29})/i,
  /(?:^|\s)(?:brush|lang|mode)\s*:\s*['"]?([a-z][\w+#-]{0,29})/i,
  /(?:^|\s)(?:sourceCode|brush|prettyprint|hljs|src|chroma|highlight|codehilite|syntaxhighlighter|lang|programlisting|crayon)\s+(?!notranslate|table|tab-size|nogutter)([a-z][\w+#-]{0,29})(?:\s|$)/i,
  /(?:^|\s)([a-z][\w+#-]{0,29})\s+(?:hljs|sourceCode|syntaxhighlighter)(?:\s|$)/i,
  /(?:^|\s)highlight-(?:text-)?([a-z][\w+#-]{0,29})/i,
  /blob-wrapper.{0,80}\stype-([a-z][\w+#-]{0,29})(?:\s|$)/i,
];
const ATTRIBUTES = ["data-lang", "data-language", "data-enlighter-language", "data-code-language", "syntax"];
/** Names that are no language's. */
const NO_LANGUAGE =
  /^(?:none|text|txt|plain|plaintext|default|auto|nohighlight|no-highlight|undefined|unknown|notranslate|block|toolbar|snippet|numbers?|wrapper|container|box|hljs|code|highlight|highlighter-rouge|rouge|prettyprint\w*|linenums|chroma|literal|literal-block|output|table|source|syntax|nogutter|body|area|lines?|example|cell|editor|pre|group|tabs?|inline|header|title)$|(?:^|-)(?:wrapper|block|container|box|copy|toolbar|line-numbers|button|area|theme)(?:-|$)/i;
const NAMES: Readonly<Record<string, string>> = {
  ipython: "python",
  ipython3: "python",
  python3: "python",
  py3: "python",
  "html-basic": "html",
  "c++": "cpp",
  jscript: "js",
};
const MAX_UP = 4;

/** The language that an element, the code in it or what is around it names; undefined where none does. */
function languageOf(element: Element): string | undefined {
  const inner = elementsIn(element).find(({ name }) => name === "code");
  if (inner) {
    const stated =
      named(inner) ??
      (inner.attribs["lang"] && !/^[a-z]{2}(?:-|$)/i.test(inner.attribs["lang"]) ? inner.attribs["lang"] : undefined);
    if (stated) return stated;
  }
  let at: Element | undefined = element;
  for (let up = 0; at && up <= MAX_UP && at.name !== "body" && at.name !== "article"; up += 1, at = parentOf(at)) {
    const name = named(at);
    if (name) return name;
    if (up > 0 && elementsIn(at).filter((child) => child.name === "p").length > 0) break;
  }
  const bare = inner && classesOf(inner);
  return bare && /^[a-z][a-z+#]{0,14}$/i.test(bare) && !NO_LANGUAGE.test(bare) ? bare.toLowerCase() : undefined;
}

function named(element: Element): string | undefined {
  for (const name of ATTRIBUTES) {
    const value = element.attribs[name]?.trim();
    if (value && /^[\w+#.-]{1,30}$/.test(value) && !NO_LANGUAGE.test(value)) return plain(value);
  }
  const classes = classesOf(element);
  for (const pattern of classes ? NAMED_LANGUAGE : []) {
    const value = pattern.exec(classes)?.[1];
    if (value && !NO_LANGUAGE.test(value)) return plain(value);
  }
  return undefined;
}

const plain = (name: string): string => NAMES[name.toLowerCase()] ?? name.toLowerCase();
