import { compile } from "css-select";
import { type AnyNode, Element } from "domhandler";
import { type Declarations, declarationsOf, type Hiding, hidingOf } from "./declarations.ts";

const MAX_RULES = 5_000;
/** Selectors are tried so often on a page; what is beyond is taken to be shown. */
const MAX_TRIALS = 200_000;
/** The screen on which the page is taken to be seen. */
const SCREEN_PIXELS = 1280;
/** Selectors of what is not always so, or not an element, or asks for attributes that were not read. */
const NOT_ASKED =
  /::|:(?:hover|focus|active|checked|target|visited|link|before|after|placeholder|root|host|fullscreen|open|popover|disabled|enabled|valid|invalid|has|where|is|first-letter|first-line|selection|scope|defined|any)|&|\[(?!(?:hidden|aria-hidden|class|id|role|style|type|lang)\b)/;

/** What a rule that hides says, somewhere. */
const MAY_HIDE =
  /none|hidden|collapse|:\s*[+-]?0*\.?0*(?:px|r?em|%|pt)?\s*(?:[;!]|$)|-\d{3}|rect\(|inset\(|circle\(|polygon\(|transparent|scale\(|opacity\(/i;
/** What one that shows again may. */
const MAY_SHOW =
  /display|visibility|opacity|position|clip|overflow|height|width|left|top|right|font-size|text-indent|transform|translate|scale|user-select|color/i;

/** One selector of a rule; what it asks and says is read when it is tried. */
class Rule {
  readonly #selector: string;
  readonly #body: string;
  readonly order: number;
  #matches: ((element: AnyNode) => boolean) | undefined;
  #declarations: ReturnType<typeof declarationsOf> | undefined;

  constructor(selector: string, body: string, order: number) {
    this.#selector = selector;
    this.#body = body;
    this.order = order;
  }

  get declarations(): ReturnType<typeof declarationsOf> {
    this.#declarations ??= declarationsOf(this.#body);
    return this.#declarations;
  }

  get weight(): number {
    return weightOf(this.#selector);
  }

  matches(element: Element): boolean {
    this.#matches ??= compiled(this.#selector);
    return this.#matches(element);
  }
}

type Index = Map<string, Rule[]>;

/** What a page's own style sheets say of its elements, as far as that hides them. */
export class StyleSheet {
  /** By what an element must have that the last part of their selector asks for: `#id`, `.class` or a name. */
  readonly #hiding: Index = new Map();
  readonly #unselectable: Index = new Map();
  readonly #rules: readonly Written[];
  #all: Index | undefined;
  #trials = 0;
  /** The keys of each `class` attribute: most come again and again. */
  readonly #asked = new Map<string, readonly string[]>();

  constructor(styles: readonly string[]) {
    this.#rules = rulesOf(styles.join("\n"));
    for (const { selectors, body } of this.#rules) {
      if (!MAY_HIDE.test(body)) continue;
      const { plain, important } = declarationsOf(body);
      const all = new Map([...plain, ...important]);
      if (hidingOf(all, true)) index(this.#hiding, selectors, body, 0);
      if (all.get("user-select") === "none") index(this.#unselectable, selectors, body, 0);
    }
  }

  /**
   * How an element is hidden, its own style attribute considered; undefined where it is shown.
   *
   * @param fades whether a script fades it in, so that its opacity says nothing
   */
  hiding(element: Element, style: string | undefined, fades: (element: Element) => boolean): Hiding | undefined {
    const told = this.#isTold(this.#hiding, element);
    if (!told && !(style && MAY_HIDE.test(style))) return undefined;
    const rules = told ? this.#matching(element) : [];
    const all = merged(style ? [...rules, declarationsOf(style)] : rules);
    if (all.has("opacity") && fades(element)) all.delete("opacity");
    return hidingOf(all, isLeaf(element));
  }

  /** Whether the text of an element cannot be selected: a prompt, the number of a line. */
  isUnselectable(element: Element): boolean {
    return this.#isTold(this.#unselectable, element) && merged(this.#matching(element)).get("user-select") === "none";
  }

  /** Whether a rule of an index applies to an element. */
  #isTold(rules: Index, element: Element): boolean {
    if (rules.size === 0) return false;
    const { id, class: classes = "" } = element.attribs;
    const tried = (key: string): boolean => rules.get(key)?.some((rule) => this.#applies(rule, element)) ?? false;
    if (tried(element.name) || tried("*") || (id !== undefined && tried(`#${id}`))) return true;
    if (classes === "") return false;
    let asked = this.#asked.get(classes);
    if (!asked) {
      asked = wordsIn(classes).map((one) => `.${one}`);
      this.#asked.set(classes, asked);
    }
    return asked.some(tried);
  }

  /** The declarations that apply to an element, the strongest last. */
  #matching(element: Element): ReturnType<typeof declarationsOf>[] {
    if (!this.#all) {
      this.#all = new Map();
      let order = 0;
      for (const { selectors, body } of this.#rules)
        if (MAY_SHOW.test(body)) order = index(this.#all, selectors, body, order);
    }
    const all = this.#all;
    return keysOf(element)
      .flatMap((key) => all.get(key) ?? [])
      .filter((rule) => this.#applies(rule, element))
      .sort((left, right) => left.weight - right.weight || left.order - right.order)
      .map(({ declarations }) => declarations);
  }

  #applies(rule: Rule, element: Element): boolean {
    this.#trials += 1;
    return this.#trials <= MAX_TRIALS && rule.matches(element);
  }
}

/** Puts each selector of a rule where elements find it; answers the next one's order. */
function index(rules: Index, selectors: string, body: string, from: number): number {
  let order = from;
  for (const selector of selectors.split(/,(?![^(]*\))/)) {
    const trimmed = selector.trim();
    if (!trimmed || trimmed.length > 300 || NOT_ASKED.test(trimmed)) continue;
    const rule = new Rule(trimmed, body, order++);
    const key = keyOf(trimmed);
    const others = rules.get(key);
    if (others) others.push(rule);
    else rules.set(key, [rule]);
  }
  return order;
}

function compiled(selector: string): (element: AnyNode) => boolean {
  try {
    return compile<AnyNode, Element>(selector);
  } catch {
    // No selector that is known: it applies to nothing, as in browsers.
    return () => false;
  }
}

/** Declarations one over the other, the important ones over all. */
function merged(
  rules: readonly { readonly plain: Declarations; readonly important: Declarations }[],
): Map<string, string> {
  const all = new Map<string, string>();
  for (const { plain } of rules) for (const [name, value] of plain) all.set(name, value);
  for (const { important } of rules) for (const [name, value] of important) all.set(name, value);
  return all;
}

const wordsIn = (classes: string): string[] => classes.slice(0, 400).split(/\s+/).filter(Boolean);

const isLeaf = ({ children }: Element): boolean => !children.some((child) => child instanceof Element);

const keysOf = ({ name, attribs }: Element): string[] => [
  "*",
  name,
  ...(attribs["id"] ? [`#${attribs["id"]}`] : []),
  ...wordsIn(attribs["class"] ?? "").map((one) => `.${one}`),
];

/** What an element must have that a selector's last part asks for. */
function keyOf(selector: string): string {
  const last =
    selector
      .replace(/\([^()]*\)/g, "")
      .split(/[\s>+~]+/)
      .at(-1) ?? "";
  return (
    /#[\w-]+/.exec(last)?.[0] ?? /\.[\w-]+/.exec(last)?.[0] ?? (/^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() || "*")
  );
}

/** A selector's specificity as one number. */
const weightOf = (selector: string): number =>
  10_000 * (selector.match(/#[\w-]/g) ?? []).length +
  100 * (selector.match(/\.[\w-]|\[|:(?!not)[a-z]/gi) ?? []).length +
  (selector.match(/(?:^|[\s>+~(])[a-z]/gi) ?? []).length;

interface Written {
  readonly selectors: string;
  readonly body: string;
}

/** The rules of a style sheet that apply to a screen, those within media queries that it meets among them. */
function rulesOf(css: string): Written[] {
  const text = css.replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, " ").replace(/<!--|-->/g, " ");
  const rules: Written[] = [];
  /** Whether what is open applies, the innermost last; "" for a rule, whose braces hold declarations. */
  const open: boolean[] = [];
  let from = 0;
  let head = "";
  const marks = /[{};]/g;
  for (let found = marks.exec(text); found && rules.length < MAX_RULES; found = marks.exec(text)) {
    const piece = text.slice(from, found.index);
    if (found[0] === "{") {
      head = piece.trim();
      if (head.startsWith("@")) {
        open.push((open.at(-1) ?? true) && applies(head));
        from = marks.lastIndex;
      } else {
        const end = text.indexOf("}", found.index);
        const nested = text.slice(found.index + 1, end < 0 ? undefined : end);
        if (!nested.includes("{") && (open.at(-1) ?? true)) rules.push({ selectors: head, body: nested });
        if (nested.includes("{")) open.push(false);
        else marks.lastIndex = end < 0 ? text.length : end + 1;
        from = marks.lastIndex;
      }
    } else {
      if (found[0] === "}") open.pop();
      from = marks.lastIndex;
    }
  }
  return rules;
}

/** Whether what stands in an at-rule applies to a screen of a usual width. */
function applies(head: string): boolean {
  const rule = /^@([a-z-]+)\s*([\s\S]*)$/i.exec(head);
  const name = rule?.[1]?.toLowerCase();
  if (name === "layer" || name === "supports") return true;
  if (name !== "media") return false;
  return (rule?.[2] ?? "").slice(0, 500).toLowerCase().split(",").some(meets);
}

function meets(query: string): boolean {
  if (/^\s*(?:only\s+)?(?:print|speech|tty|tv|handheld|projection)\b|not\s+(?:screen|all)/.test(query)) return false;
  if (/prefers|orientation|hover|pointer|forced|inverted|resolution|scripting/.test(query)) return false;
  for (const [, bound, number, unit] of query.matchAll(/(min|max)-width\s*:\s*([\d.]{1,10})\s*(px|r?em)/g)) {
    const pixels = Number(number) * (unit === "px" ? 1 : 16);
    if (bound === "min" ? pixels > SCREEN_PIXELS : pixels < SCREEN_PIXELS) return false;
  }
  return true;
}
