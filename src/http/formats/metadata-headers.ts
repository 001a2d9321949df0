import { SourceError, STATUS_OF } from "../../errors.ts";
import { isObject } from "./columns.ts";
import type { Layout } from "./rows.ts";

/** The headers of a table, for what its cells have no place for. */
export const SOURCES_HEADER = "x-tributary-sources";
export const WARNINGS_HEADER = "x-tributary-warnings";

/** A header's characters at most: whoever reads the answer has 16 KB for all of them. */
const MOST_CHARS = 4000;
/** A sentence's. */
const MOST_SAID = 300;

/**
 * What an answer says beside its list: `x-tributary-sources` and `x-tributary-warnings`, each a JSON list in ASCII of 4,000
 * characters at most, the latter with the pages that could not be read. What there is no room for is left out, the
 * sources' sentences first; an empty list has no header.
 */
export function metadataHeaders(answer: unknown): Readonly<Record<string, string>> {
  if (!isObject(answer)) return {};
  const outcomes = listIn(answer, "sources").filter(isObject);
  const told = outcomes.map((outcome) => ({
    ...outcome,
    ...("error" in outcome && { error: short(outcome["error"]) }),
  }));
  const sources = ascii(told);
  const untold = outcomes.map(({ error: _, ...outcome }) => outcome);
  const warnings = listIn(answer, "warnings").map(short);
  const unread = failuresIn(answer).map(({ url, error }) => `${short(url)}: ${short(error)}`);
  return {
    ...(outcomes.length > 0 && { [SOURCES_HEADER]: sources.length > MOST_CHARS ? fitting(untold) : sources }),
    ...(warnings.length + unread.length > 0 && { [WARNINGS_HEADER]: fitting([...warnings, ...unread]) }),
  };
}

/** Why an answer's list is empty, where all that was asked for failed; undefined where something came, or nothing failed. */
export function failureOfAll(answer: unknown, { list }: Layout): SourceError | undefined {
  if (!isObject(answer) || list === undefined || listIn(answer, list).length > 0) return undefined;
  const [first, ...others] = failuresIn(answer);
  if (!first) return undefined;
  const { code } = first;
  const kind = Object.keys(STATUS_OF).find((known): known is keyof typeof STATUS_OF => known === code);
  const all = [first, ...others.slice(0, 4)].map(({ url, error }) => `${short(url)}: ${short(error)}`).join(" ");
  const message = others.length === 0 ? String(first.error) : `None of ${1 + others.length} could be read. ${all}`;
  return new SourceError(kind ?? "unsupported-type", message);
}

const failuresIn = (answer: Readonly<Record<string, unknown>>) =>
  listIn(answer, "failed_results")
    .filter(isObject)
    .map(({ url, error, code }) => ({ url, error, code }));

function listIn(answer: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  const list = answer[field];
  return Array.isArray(list) ? list : [];
}

const short = (said: unknown): string => {
  const text = String(said);
  return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID - 1)}…` : text;
};

/** JSON whose every character is printable ASCII, as a header's must be. */
const ascii = (value: unknown): string =>
  JSON.stringify(value).replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** As many entries of a list, from its beginning, as there is room for. */
function fitting(list: readonly unknown[]): string {
  const kept: string[] = [];
  let room = MOST_CHARS - "[]".length;
  for (const entry of list.map(ascii)) {
    room -= entry.length + 1;
    if (room < 0) break;
    kept.push(entry);
  }
  return `[${kept.join(",")}]`;
}
