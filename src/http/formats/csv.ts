import { stringify } from "csv-stringify/sync";
import { type Column, isObject } from "./columns.ts";

/** The header row. */
export const csvHead = (columns: readonly Column[]): string => record(columns.map(({ name }) => name));

/** One item as one row: lists of scalars joined with `; `, other lists and open objects as JSON text, what is absent as "". */
export const csvRow = (item: unknown, columns: readonly Column[]): string =>
  record(columns.map(({ path }) => cell(at(item, path))));

const record = (cells: readonly string[]): string => stringify([cells.map(harmless)]);

function at(item: unknown, path: readonly string[]): unknown {
  if (!isObject(item)) return path.length === 1 && path[0] === "value" ? item : undefined;
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), item);
}

function cell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "object") return String(value);
  const scalars = Array.isArray(value) && value.every((entry) => typeof entry !== "object" || entry === null);
  return scalars ? value.filter((entry) => entry !== null).join("; ") : JSON.stringify(value);
}

const NUMBER = /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/;
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;

/**
 * A cell that a spreadsheet would run as a formula, made text by a leading apostrophe; plain numbers stay as they are.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const harmless = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
