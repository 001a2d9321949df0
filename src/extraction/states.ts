import { isNode } from "./jsonld.ts";

/*
 * The state that scripts begin with, as pages carry it for them. It is JSON, and read as that alone: nothing is evaluated.
 */

const MAX_CHARS = 4_000_000;
const MAX_SCRIPTS = 200;
const MAX_DEPTH = 60;
const MAX_ROWS = 5_000;

/** What is assigned to these is a state (Apollo, Redux and the like, Remix and React Router). */
const ASSIGNED =
  /(?:window\.|self\.|globalThis\.)?__(?:APOLLO_STATE|INITIAL_STATE|PRELOADED_STATE|INITIAL_DATA|remixContext|reactRouterContext)__\s{0,20}=\s{0,20}(JSON\.parse\(\s{0,20})?(?=["{[])|__(?:remixContext|reactRouterContext)\s{0,20}=\s{0,20}(?=\{)/g;
/** Types of scripts that are data, and those that are about the page or its loading. */
const DATA_TYPE = /\bjson\b|^text\/x-|^application\/x-/i;
const OTHER_TYPE =
  /ld\+json|importmap|speculationrules|template|handlebars|mustache|babel|jsx|typescript|mathjax|math\//i;

/** A value, or undefined where a text is no JSON: a program, or cut off. */
export function parsed(json: string | undefined): unknown {
  if (json === undefined || json.length > MAX_CHARS) return undefined;
  try {
    return JSON.parse(json);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The values of a page's scripts that are data, and of the states that its programs are given, in their order. */
export function statesIn(html: string): readonly unknown[] {
  const values: unknown[] = [];
  for (const { attributes, content } of scriptsIn(html)) {
    const type = /\btype=["']?([^"'\s>]{1,100})/i.exec(attributes)?.[1] ?? "";
    if (type && DATA_TYPE.test(type) && !OTHER_TYPE.test(type)) values.push(unwrapped(parsed(content)));
    else if (!type || /javascript|module/i.test(type)) values.push(...assignedIn(content));
  }
  return values.filter((value) => value !== undefined);
}

/** The rows of React's server components that Next.js writes into a page, as markup where they are elements; in their order. */
export function flightIn(html: string): readonly string[] {
  let stream = "";
  for (const { content } of scriptsIn(html)) {
    const pushed = /^\s{0,50}(?:self|window)\.__next_f\.push\((?=\[)/.exec(content);
    const chunk = pushed && parsed(jsonFrom(content, pushed[0].length));
    if (Array.isArray(chunk) && typeof chunk[1] === "string" && stream.length < MAX_CHARS) stream += chunk[1];
  }
  return stream ? rowsOf(stream) : [];
}

interface Script {
  readonly attributes: string;
  readonly content: string;
}

function* scriptsIn(html: string): Generator<Script> {
  const opens = /<script\b([^>]{0,2000})>/gi;
  for (let count = 0; count < MAX_SCRIPTS; count += 1) {
    const open = opens.exec(html);
    if (!open) return;
    const from = opens.lastIndex;
    const end = html.indexOf("</script", from);
    if (end < 0) return;
    opens.lastIndex = end;
    if (end - from <= MAX_CHARS) yield { attributes: open[1] ?? "", content: html.slice(from, end) };
  }
}

/** SvelteKit keeps what was fetched as `{body: "…"}`, whose text is JSON again. */
function unwrapped(value: unknown): unknown {
  const body = isNode(value) ? value["body"] : undefined;
  return typeof body === "string" ? (parsed(body) ?? value) : value;
}

function assignedIn(program: string): unknown[] {
  const values: unknown[] = [];
  for (const assigned of program.matchAll(ASSIGNED)) {
    const json = jsonFrom(program, assigned.index + assigned[0].length);
    const value = parsed(json);
    values.push(typeof value === "string" && assigned[1] ? parsed(value) : value);
  }
  return values;
}

/** The JSON value that begins at a place of a program: an object, a list or a text; undefined where it does not end. */
function jsonFrom(program: string, from: number): string | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < program.length; at += 1) {
    const character = program[at];
    if (quoted) {
      if (character === "\\") at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    if (depth === 0 && !quoted) return program.slice(from, at + 1);
  }
  return undefined;
}

/** `1a:T2f,text` is a text of so many bytes, `1b:["$","p",null,{…}]` an element, in a line. */
function rowsOf(stream: string): string[] {
  const rows: string[] = [];
  let rest = Buffer.from(stream);
  for (let count = 0; count < MAX_ROWS && rest.length > 0; count += 1) {
    const head = /^([0-9a-f]{1,8}):(?:T([0-9a-f]{1,8}),)?/.exec(rest.subarray(0, 40).toString("latin1"));
    const bytes = head?.[2] === undefined ? undefined : Number.parseInt(head[2], 16);
    const from = head?.[0].length ?? 0;
    const newline = rest.indexOf(10);
    const end = head && bytes !== undefined ? from + bytes : newline < 0 ? rest.length : newline;
    const row = rest.subarray(from, end).toString();
    if (head && bytes !== undefined) rows.push(row);
    else if (head) rows.push(markupOf(parsed(row), 0));
    rest = rest.subarray(bytes === undefined ? end + 1 : end);
  }
  return rows.filter((row) => /\p{L}/u.test(row));
}

const TAGS =
  /^(?:p|h[1-6]|ul|ol|li|dl|dt|dd|blockquote|pre|code|em|strong|a|table|tr|td|th|section|article|main|div|span)$/;
/** What stands beside a page's text. */
const BESIDE = /^(?:nav|header|footer|aside|script|style|link|meta|head|title|svg|button|form|noscript|template)$/;

/** An element of React, `["$", "p", key, {children}]`, as markup. */
function markupOf(value: unknown, depth: number): string {
  if (depth > MAX_DEPTH) return "";
  if (typeof value === "string")
    return value.startsWith("$") ? "" : value.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  if (!Array.isArray(value)) return "";
  const [mark, type, , props] = value;
  if (mark !== "$") return value.map((one) => markupOf(one, depth + 1)).join("");
  if (typeof type !== "string" || BESIDE.test(type) || !isNode(props)) return "";
  const html = isNode(props["dangerouslySetInnerHTML"]) ? props["dangerouslySetInnerHTML"]["__html"] : undefined;
  const inner = typeof html === "string" && !html.startsWith("$") ? html : markupOf(props["children"], depth + 1);
  return TAGS.test(type) ? `<${type}>${inner}</${type}>` : inner;
}
