import { type ChildNode, Element, Text } from "domhandler";
import { BLOCK, isHeading, isSilent } from "./blocks.ts";
import { classesOf, elementsIn, findIn, namesOf, parentOf, visit } from "./elements.ts";
import type { Hidden } from "./hidden/hidden.ts";
import { calloutOf } from "./markdown/callouts.ts";
import { isTool } from "./markdown/inlines.ts";
import { formulaOf, isFormula } from "./markdown/math.ts";
import { EMBEDS } from "./markdown/media.ts";
import { NO_NOTES, notesOf } from "./markdown/notes.ts";
import type { Content, Notes } from "./markdown/page.ts";
import { isDataTable } from "./markdown/tables.ts";
import type { Tree } from "./tree.ts";

/** What stands for more than its text, and is kept as it is. */
const ATOMS = new Set(["math", "img", "amp-img", "hr", "mjx-container", "input", ...EMBEDS]);
const LISTS = new Set(["ul", "ol", "menu", "dir", "dl"]);
/** A line of text, whose pictures and formulas stand in it. */
const LINES = new Set([
  "p",
  "li",
  "td",
  "th",
  "dd",
  "dt",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "figcaption",
  "caption",
  "summary",
]);
/** What beside a text is no part of it, whatever stands around. */
const ASIDE = new Set(["nav", "form", "footer", "header", "button", "dialog", "select", "label"]);
const BESIDE =
  /[\s_-](?:share\w*|sharing|social\w*|related\w*|recommend\w*|promo\w*|advert\w*|ads?|sponsor\w*|newsletter\w*|subscri\w*|sign-?up|comments?|respond|author-?(?:box|bio|card|info)|bio|avatar|breadcrumbs?|pagination|pager|widget\w*|toc|table-of-contents|cookie\w*|consent|banner|cta|byline|meta|tags?|rating|toolbar|sidebar)[\s_-]/i;
/** Of a list's text so much must be kept for all of it to be; less where hardly any of it is linked. */
const MOST = 0.5;
const SOME = 0.15;
/** A list of fewer characters, none of which was chosen, is a line of facts beside the text. */
const LEAST_LIST = 80;
/** Notes that come to more than the text itself are a bibliography, and stay out. */
const MAX_NOTES = 0.5;

interface Extent {
  readonly all: number;
  readonly kept: number;
  readonly linked: number;
}

const NONE: Extent = { all: 0, kept: 0, linked: 0 };

/**
 * What belongs to the chosen texts of a page: what stands within their lines (formulas, pictures), the rest of a list, table,
 * quotation or folded section of which a part was chosen, code, tables, callouts and figures between chosen texts, the headings
 * over them, and notes that they refer to. Nothing that is hidden.
 *
 * @param title the page's; the heading that says it is a field of its own
 */
export function contentAround(
  tree: Tree,
  chosen: ReadonlySet<Text>,
  hidden: Hidden,
  title: string | undefined,
): Content {
  const belonging = new Belonging(chosen, hidden, title);
  for (const child of tree.root.children) if (child instanceof Element) belonging.measure(child, false);
  belonging.into(tree.root.children);
  const notes = belonging.kept.size > 0 ? notesOf(tree) : NO_NOTES;
  return { kept: belonging.kept, notes: belonging.withNotes(notes) };
}

/** Siblings that are looked at on one side, white space included. */
const MAX_SIBLINGS = 16;

class Belonging {
  readonly kept = new Set<ChildNode>();
  readonly #chosen: ReadonlySet<Text>;
  readonly #hidden: Hidden;
  readonly #title: string | undefined;
  readonly #extents = new Map<Element, Extent>();
  readonly #added = new Set<Element>();
  /** Whether the page's text was found in what it keeps for readers without scripts. */
  readonly #opened: boolean;

  constructor(chosen: ReadonlySet<Text>, hidden: Hidden, title: string | undefined) {
    this.#chosen = chosen;
    this.#hidden = hidden;
    this.#title = title?.toLowerCase();
    this.#opened = isOpened(chosen);
  }

  /** Counts the characters of an element that are seen, those that were chosen and those that are linked. */
  measure(element: Element, linked: boolean): Extent {
    if (this.#hidden.elements.has(element) || isSilent(element, this.#opened)) return NONE;
    let all = 0;
    let kept = 0;
    let links = 0;
    const isLink = linked || element.name === "a";
    for (const child of element.children)
      if (child instanceof Text) {
        const size = child.data.trim().length;
        all += size;
        if (isLink) links += size;
        if (this.#isChosen(child)) kept += Math.max(1, size);
      } else if (child instanceof Element) {
        const extent = this.measure(child, isLink);
        all += extent.all;
        kept += extent.kept;
        links += extent.linked;
      }
    const extent = { all, kept, linked: links };
    this.#extents.set(element, extent);
    return extent;
  }

  #isChosen(text: Text): boolean {
    return this.#chosen.has(text) && !this.#hidden.texts.has(text);
  }

  #of(element: Element): Extent {
    return this.#extents.get(element) ?? NONE;
  }

  /** Whether something of a node is kept. */
  #has(node: ChildNode | undefined): boolean {
    if (node instanceof Text) return this.#isChosen(node) && node.data.trim() !== "";
    return node instanceof Element && (this.#of(node).kept > 0 || this.#added.has(node));
  }

  /** Keeps what belongs among the children of what has chosen text in it; the last first, so that a heading knows what follows. */
  into(children: readonly ChildNode[]): void {
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const child = children[at];
      if (child instanceof Text) {
        if (this.#isChosen(child)) this.kept.add(child);
      } else if (child instanceof Element && !this.#hidden.elements.has(child)) this.#element(child, children, at);
    }
  }

  #element(element: Element, siblings: readonly ChildNode[], at: number): void {
    if (isTool(element) && !isHeading(element.name)) return;
    if (this.#of(element).kept > 0) {
      if (this.#isWhole(element)) this.#add(element);
      else if (isFormula(element)) this.#add(element);
      else this.into(element.children);
    } else if (this.#belongs(element, siblings, at)) this.#add(element);
  }

  /** Whether an element of which a part was chosen is kept whole. */
  #isWhole(element: Element): boolean {
    const { name } = element;
    if (
      name === "pre" ||
      name === "ruby" ||
      (isCodeIn(element) && this.#of(element).kept > SOME * this.#of(element).all)
    )
      return true;
    const { all, kept, linked } = this.#of(element);
    const isMenu = linked > MOST * all;
    if (name === "table") return isDataTable(element) && (!isMenu || kept > MOST * all);
    if (LISTS.has(name) && name !== "dl" && !isPlainList(element)) return false;
    if (LISTS.has(name))
      return kept > (isMenu ? 0.8 : linked > 0 && name !== "dl" ? MOST : SOME) * all && !this.#isBeside(element);
    if (name === "blockquote" || name === "details" || name === "figure") return kept > SOME * all;
    if (calloutOf(element)) return kept > MOST * all && !isMenu;
    return LINES.has(name) && !elementsIn(element).some((child) => BLOCK.has(child.name)) && kept > SOME * all;
  }

  /** Whether an element of which nothing was chosen hangs on what stands beside it. */
  #belongs(element: Element, siblings: readonly ChildNode[], at: number): boolean {
    const { name } = element;
    if (ASIDE.has(name) || (isSilent(element, this.#opened) && !isAtom(element))) return false;
    // Nothing stands in it, and it shows nothing by itself.
    if (element.children.length === 0 && !isAtom(element)) return false;
    const parent = parentOf(element);
    const before = this.#besideHas(siblings, at, -1);
    const after = this.#besideHas(siblings, at, 1);
    if (isHeading(name)) return after && this.#isHeadOf(element);
    if (isAtom(element)) {
      if (name === "hr") return before && after;
      if (name === "input") return parent !== undefined && this.#of(parent).kept > 0;
      if (parent && isLineOf(parent)) return true;
      return isFormulaAtom(element) ? before || after : (before && after) || (after && isPicture(element));
    }
    if (parent && isLineOf(parent) && !BLOCK.has(name)) return this.#holdsAtom(element);
    if (this.#isBeside(element)) return false;
    const { all, linked } = this.#of(element);
    const isMenu = linked > MOST * all;
    if (isCodeBlock(element)) return before || after;
    if (parent?.name === "dl") return before || after;
    if (parent?.name === "li") return LISTS.has(name) && !isMenu;
    if (parent?.name === "details" || name === "summary") return true;
    if (name === "table") return isDataTable(element) && !isMenu && (before || after);
    if (calloutOf(element)) return !isMenu && ((before && after) || (before && all > 0));
    if (name === "blockquote") return before && after && !isMenu;
    if (name === "figure") return (before && after) || after || (before && !isMenu);
    if (name === "dl") return (before || after) && !isMenu && all > 0;
    if (name === "ul" || name === "ol")
      return before && after && linked === 0 && all > LEAST_LIST && !this.#holdsAtom(element);
    return this.#wrapsAtoms(element) && ((before && after) || (isCodeIn(element) && before));
  }

  /**
   * Whether the nearest sibling with something in it, on one side, has something that is kept. Looks at a bounded number of
   * siblings: a page of a hundred thousand empty elements would take quadratic time.
   */
  #besideHas(siblings: readonly ChildNode[], at: number, step: 1 | -1): boolean {
    const last = at + step * MAX_SIBLINGS;
    for (let to = at + step, looked = 0; to !== last && to >= 0 && to < siblings.length && looked < 4; to += step) {
      const node = siblings[to];
      if (this.#has(node)) return true;
      if (node instanceof Element && (this.#of(node).all > 0 || isAtom(node))) {
        // Headings, code and pictures in a row all hang on what stands around them.
        if (
          !isHeading(node.name) &&
          !isAtom(node) &&
          !isCodeBlock(node) &&
          !this.#wrapsAtoms(node) &&
          this.#of(node).all > 80
        )
          return false;
        looked += 1;
      }
    }
    return false;
  }

  #isHeadOf(heading: Element): boolean {
    const { all, linked } = this.#of(heading);
    if (heading.name === "h1" || all === 0 || all > 300 || (linked > MOST * all && linked > 40)) return false;
    const words = wordsIn(heading);
    return !(words.length > 5 && (this.#title?.includes(words.toLowerCase()) ?? false));
  }

  #isBeside(element: Element): boolean {
    return BESIDE.test(` ${namesOf(element)} `) && !calloutOf(element);
  }

  #holdsAtom(element: Element): boolean {
    return findIn(element, isAtom) !== undefined;
  }

  /** Whether an element holds pictures, code, tables or the like, and hardly a word beside their captions. */
  #wrapsAtoms(element: Element): boolean {
    const inner = findIn(
      element,
      (one) => isAtom(one) || one.name === "pre" || one.name === "figure" || one.name === "table",
    );
    if (!inner || this.#isBeside(element)) return false;
    const { all, linked } = this.#of(element);
    if (isCodeIn(element)) return true;
    if (linked > MOST * all && all > 0) return isAtom(inner) && all < 40 && elementsIn(element).length === 1;
    return all < 200;
  }

  /** Keeps an element whole: what is seen of it. */
  #add(element: Element): void {
    this.#added.add(element);
    if (isAtom(element) || formulaOf(element) !== undefined) this.kept.add(element);
    visit(element, (node) => {
      if (node instanceof Text) this.kept.add(node);
      else if (node instanceof Element) {
        if (this.#hidden.elements.has(node) || (node.name === "button" && !isNamedButton(node))) return false;
        if (isAtom(node)) this.kept.add(node);
        return !isSilent(node, this.#opened) && !isTool(node);
      }
      return undefined;
    });
  }

  /** Keeps the notes that the text refers to, where they are not longer than it. */
  withNotes(notes: Notes): Notes {
    const wanted = new Set<string>();
    for (const [link, label] of notes.references) if (this.#isKeptWithin(link)) wanted.add(label);
    const all = [...notes.notes].filter(([, label]) => wanted.has(label));
    const size = all.reduce((sum, [note]) => sum + this.#of(note).all, 0);
    let text = 0;
    for (const node of this.kept) if (node instanceof Text) text += node.data.length;
    if (size > MAX_NOTES * text) {
      const had = new Map(all.filter(([note]) => this.#of(note).kept > 0));
      const labels = new Set(had.values());
      return {
        ...notes,
        notes: had,
        references: new Map([...notes.references].filter(([, label]) => labels.has(label))),
      };
    }
    for (const [note] of all) this.#add(note);
    for (const [link, label] of notes.references) if (wanted.has(label) && this.#isNearKept(link)) this.kept.add(link);
    const references = new Map([...notes.references].filter(([, label]) => wanted.has(label)));
    return { ...notes, references, notes: new Map(all) };
  }

  #isKeptWithin(link: Element): boolean {
    return this.#isNearKept(link) || findTexts(link).some((text) => this.kept.has(text));
  }

  /** Whether the line of an empty link, whose mark a style sheet writes, is kept. */
  #isNearKept(link: Element): boolean {
    const parent = parentOf(link);
    const line = parent && BLOCK.has(parent.name) ? parent : parent && parentOf(parent);
    return line !== undefined && line !== null && findTexts(line).some((text) => this.kept.has(text));
  }
}

/** Whether any of some texts stands in `<noscript>` or a template. */
function isOpened(texts: ReadonlySet<Text>): boolean {
  for (const text of texts)
    for (let up = parentOf(text); up; up = parentOf(up))
      if (up.name === "noscript" || up.name === "template") return true;
  return false;
}

/** What stands in the items of lists of texts; others are lists of cards, posts, products. */
const IN_ITEMS = new Set(["p", "ul", "ol", "dl", "pre", "blockquote", "table", "hr", "figure", "details"]);

/** Whether the items of a list hold texts, lists and code, not parts of a page. */
const isPlainList = (list: Element): boolean =>
  elementsIn(list).every((item) =>
    elementsIn(item).every((child) => !BLOCK.has(child.name) || IN_ITEMS.has(child.name) || isCodeIn(child)),
  );

const isAtom = (element: Element): boolean =>
  ATOMS.has(element.name) || (element.name === "script" && /^\s*math\//i.test(element.attribs["type"] ?? ""));
const isFormulaAtom = ({ name }: Element): boolean => name === "math" || name === "script" || name === "mjx-container";
const isPicture = ({ name, attribs }: Element): boolean => name === "img" && (attribs["alt"] ?? "").length > 0;
const isLineOf = ({ name }: Element): boolean => LINES.has(name);
/** A button that unfolds a section is its heading; others do something. */
const isNamedButton = ({ attribs, parent }: Element): boolean =>
  attribs["aria-expanded"] !== undefined || (parent instanceof Element && isHeading(parent.name));

const isCodeBlock = (element: Element): boolean => element.name === "pre" || isCodeIn(element);
const isCodeIn = (element: Element): boolean =>
  element.name !== "table" &&
  /^(?:div|figure|section|code-block|details)$/.test(element.name) &&
  /(?:^|[\s_-])(?:highlight\w*|code\w*|gist\w*|sourceCode|literal-?block\w*|listing\w*|syntaxhighlighter|crayon\w*|snippet\w*|terminal|console|rouge|prism\w*|shiki|codehilite)(?:[\s_-]|$)/i.test(
    classesOf(element),
  ) &&
  findIn(element, ({ name }) => name === "pre" || name === "table" || name === "code") !== undefined;

function findTexts(element: Element): Text[] {
  const texts: Text[] = [];
  let asked = 0;
  visit(element, (node) => {
    asked += 1;
    if (node instanceof Text && node.data.trim() !== "" && asked < 2_000) texts.push(node);
    return asked < 2_000;
  });
  return texts;
}

const wordsIn = (element: Element): string =>
  findTexts(element)
    .map(({ data }) => data)
    .join("")
    .replace(/\s+/g, " ")
    .trim();
