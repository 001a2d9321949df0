/*
 * An XML writer that can stop between two elements, which is how a list streams, and that makes names and characters
 * legal; the builders of the libraries do neither.
 */

export const XML_HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n`;
const MAX_DEPTH = 64;

/** A whole answer: its fields as elements of their names below `<response>`. */
export const xmlDocument = (answer: object): string =>
  `${XML_HEAD}${open("response")}${fields(answer, 1)}${close("response")}\n`;

/** A field as an element of its name: a list holds an `<item>` for each entry, an object its fields; what is absent is left out. */
export const xmlElement = (name: string, value: unknown): string => element(name, value, 1);

/** The fields of an object, one after another, without an element around them. */
export const xmlFields = (value: object): string => fields(value, 1);

export const open = (name: string): string => `<${legalName(name)}>`;
export const close = (name: string): string => `</${legalName(name)}>`;

function element(name: string, value: unknown, depth: number): string {
  return value === undefined || value === null ? "" : `${open(name)}${content(value, depth)}${close(name)}`;
}

const fields = (value: object, depth: number): string =>
  Object.entries(value)
    .map(([name, field]) => element(name, field, depth))
    .join("");

function content(value: unknown, depth: number): string {
  if (typeof value !== "object" || value === null) return escaped(String(value));
  if (depth > MAX_DEPTH) return escaped(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((entry) => element("item", entry, depth + 1)).join("");
  return fields(value, depth + 1);
}

/** XML 1.0, 2.2: what is no character there becomes U+FFFD, lone surrogates among them. */
const NO_CHARACTER = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITY: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" }),
);

const escaped = (text: string): string =>
  text.replace(NO_CHARACTER, "\ufffd").replace(/[&<>\r]/g, (character) => ENTITY.get(character) ?? character);

/** XML 1.0, 2.3, without the colon of namespaces. */
const NAME_START =
  "A-Z_a-z\\u{c0}-\\u{d6}\\u{d8}-\\u{f6}\\u{f8}-\\u{2ff}\\u{370}-\\u{37d}\\u{37f}-\\u{1fff}\\u{200c}\\u{200d}" +
  "\\u{2070}-\\u{218f}\\u{2c00}-\\u{2fef}\\u{3001}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{fffd}\\u{10000}-\\u{effff}";
const NOT_IN_NAMES = new RegExp(`[^${NAME_START}.\\-0-9\\u{b7}\\u{300}-\\u{36f}\\u{203f}\\u{2040}]`, "gu");
const STARTS_WELL = new RegExp(`^[${NAME_START}]`, "u");

function legalName(name: string): string {
  const legal = name.replace(NOT_IN_NAMES, "_");
  return STARTS_WELL.test(legal) && !/^xml/i.test(legal) ? legal : `_${legal}`;
}
