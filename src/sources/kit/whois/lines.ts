/** One statement of a WHOIS answer. */
export interface Entry {
  /** The heading it stands under, "" where there is none. */
  readonly section: string;
  /** "" for a line that has no key of its own, such as a name server under its heading. */
  readonly key: string;
  readonly value: string;
  /** Which paragraph it stands in: registries of linked objects divide them by blank lines. */
  readonly block: number;
}

/** Answers are longer than this only by legal text. */
const MAX_LINES = 2_000;
const MAX_LINE = 2_000;

/** Headings whose statements stand below them without being indented (.ee, .fi, .dk, .pl). */
const FLAT_HEADINGS = new Set([
  "domain",
  "registrant",
  "holder",
  "registrar",
  "registrant contact",
  "administrative contact",
  "technical contact",
  "admin contact",
  "tech",
  "name servers",
  "nameservers",
  "primary name server",
  "secondary name server",
]);

/** A key as it is compared: lower case, one blank between words, without list letters, asterisks and dot leaders. */
const keyOf = (written: string): string =>
  written
    .replace(/[.\s*]+$/, "")
    .replace(/^[*\s]+/, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

interface Line {
  readonly indent: number;
  readonly text: string;
}

/** The key and value of a line: `Key: value`, `key.....: value`, `[Key] value`, `p. [Key] value`; undefined for a bare line. */
function pair(text: string): readonly [string, string] | undefined {
  const bracketed = /^(?:[a-z]\.\s{0,3})?\[([^\]]{1,60})\](.*)$/.exec(text);
  if (bracketed) return [keyOf(bracketed[1] ?? ""), (bracketed[2] ?? "").trim()];
  const colon = text.indexOf(":");
  if (colon < 1 || colon > 60 || text.startsWith("//", colon + 1)) return undefined;
  const key = keyOf(text.slice(0, colon));
  // An address, a time, a host with its address and a sentence that happens to hold a colon have no key.
  if (!key || /^[\da-f]{0,4}$/.test(key) || /^[\w-]{1,63}(\.[\w-]{1,63}){1,8}\.?( |$)/.test(key)) return undefined;
  if (key.split(" ").length > 6 || (key.includes("(") && !key.includes(")"))) return undefined;
  return [key, text.slice(colon + 1).trim()];
}

/**
 * The statements of a WHOIS answer in whatever layout: `Key: value` lines, dotted keys, `[Key] value`, values indented
 * below their key, and headings with statements indented or standing below them. Comment lines (`%`, `#`, `>>>`) are
 * left out.
 */
export function entriesOf(text: string): Entry[] {
  const lines = text
    .split(/\r\n?|\n/, MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE).replace(/\t/g, "        "))
    .filter((line) => !/^\s*(%|#|>>>)/.test(line))
    .map((line): Line => ({ indent: line.length - line.trimStart().length, text: line.trim() }));
  const entries: Entry[] = [];
  let section = "";
  let sectionIndent = -1;
  let flat = false;
  let last: { readonly key: string; readonly indent: number } | undefined;
  let block = 0;
  let blank = true;

  for (const [at, { indent, text: line }] of lines.entries()) {
    if (!line) {
      if (!blank) block += 1;
      blank = true;
      last = undefined;
      continue;
    }
    const next = lines.slice(at + 1, at + 7).find((one) => one.text);
    if (section && !flat && indent <= sectionIndent) section = "";
    const found = pair(line);
    const name = found ? found[0] : keyOf(line);
    const opens =
      (found === undefined || found[1] === "") &&
      name.length <= 60 &&
      ((next !== undefined && next.indent > indent && (found !== undefined || blank)) ||
        (FLAT_HEADINGS.has(name) && (blank || found === undefined || (next && !pair(next.text)))));
    if (opens) {
      section = name;
      sectionIndent = indent;
      flat = next !== undefined && next.indent <= indent;
      last = undefined;
    } else if (found) {
      // A flat heading reaches to the next one; where its paragraph ended, `key: value` lines of ICANN's kind go on alone.
      entries.push({ section, key: found[0], value: found[1], block });
      last = { key: found[0], indent };
    } else if (last && indent > last.indent) {
      entries.push({ section, key: last.key, value: line, block });
    } else if (section) {
      entries.push({ section, key: "", value: line, block });
    }
    blank = false;
  }
  return entries;
}
