/*
 * Patterns of fingerprints: a regular expression with attributes, `jquery-([\d.]+)\.js\;version:\1\;confidence:50`
 * (https://github.com/AliasIO/wappalyzer#specification). They come from many hands and are run on untrusted pages: every
 * repetition is bounded, and an expression is run only around the places where a text that it cannot do without stands.
 */

import type { Target } from "./target.ts";

export interface Pattern {
  /** Blank: that there is something is enough. */
  readonly source: string;
  /** `\1`, `\1?a:b` or a version; "" says nothing. */
  readonly version: string;
  /** 0 to 100. */
  readonly confidence: number;
  /** Texts in lower case of which one stands in whatever matches; undefined: none is known. */
  readonly literals: readonly string[] | undefined;
  /** Compiled when it is needed first. */
  regex?: RegExp;
}

const MAX_REPEATS = 250;
/** Shorter ones stand everywhere. */
const MIN_LITERAL = 3;
/** Around a literal's place, so much is looked at. */
const BEFORE_CHARS = 600;
const AFTER_CHARS = 400;
const MAX_PLACES = 10;
/** Without a literal, so much from the beginning. */
const MAX_BARE_CHARS = 2_000;

/** The end of the character class or group that begins at a place. */
function endOf(source: string, at: number): number {
  const group = source[at] === "(";
  let depth = 0;
  for (let i = at; i < source.length; i += 1) {
    const letter = source[i];
    if (letter === "\\") i += 1;
    else if (group && letter === "[") i = endOf(source, i) - 1;
    else if (group && letter === "(") depth += 1;
    else if (letter === (group ? ")" : "]") && i > at + (source[at + 1] === "^" ? 1 : 0)) {
      depth -= group ? 1 : 0;
      if (depth === 0) return i + 1;
    }
  }
  return source.length;
}

/** The expression with `*`, `+` and `{n,}` bounded; within classes they are letters. */
export function bounded(source: string): string {
  let out = "";
  for (let at = 0; at < source.length; at += 1) {
    const letter = source[at] ?? "";
    if (letter === "\\") {
      out += source.slice(at, at + 2);
      at += 1;
    } else if (letter === "[") {
      const end = endOf(source, at);
      out += source.slice(at, end);
      at = end - 1;
    } else if (letter === "*") out += `{0,${MAX_REPEATS}}`;
    else if (letter === "+") out += `{1,${MAX_REPEATS}}`;
    else out += letter;
  }
  return out.replace(/\{(\d{1,3}),\}/g, (_all, least: string) => `{${least},${Math.max(MAX_REPEATS, Number(least))}}`);
}

/** The alternatives of an expression. */
function alternatives(source: string): string[] {
  const cuts: number[] = [-1];
  for (let at = 0; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "[" || source[at] === "(") at = endOf(source, at) - 1;
    else if (source[at] === "|") cuts.push(at);
  }
  return cuts.map((cut, index) => source.slice(cut + 1, cuts[index + 1] ?? source.length));
}

const OPTIONAL = /^(\?|\*|\{0)/;

/** What one alternative cannot do without: the longest run of letters, else what a group of it cannot do without. */
function literalsIn(source: string): readonly string[] | undefined {
  let [best, run] = ["", ""];
  let inGroups: readonly string[] | undefined;
  const close = (): void => {
    if (run.length > best.length) best = run;
    run = "";
  };
  for (let at = 0; at < source.length; ) {
    const letter = source[at] ?? "";
    if (letter === "(" || letter === "[") {
      close();
      const end = endOf(source, at);
      const inner = source.slice(at + 1, end - 1);
      if (letter === "(" && !/^\?(!|<!|=|<=)/.test(inner) && !OPTIONAL.test(source.slice(end)))
        inGroups ??= literalsOf(inner.replace(/^\?(:|<\w+>)/, ""));
      at = end;
      continue;
    }
    const escaped = letter === "\\";
    const next = escaped ? (source[at + 1] ?? "") : letter;
    const after = at + (escaped ? 2 : 1);
    const literal = escaped ? !/[a-z0-9]/i.test(next) : !/[.^$*+?{}|]/.test(next);
    if (!literal || OPTIONAL.test(source.slice(after))) close();
    else run += next;
    if (/^[+{]/.test(source.slice(after))) close();
    at = after;
    if (!literal && letter === "{") at = Math.max(after, source.indexOf("}", at) + 1);
  }
  close();
  return best.length >= MIN_LITERAL ? [best.toLowerCase()] : inGroups;
}

/** Texts of which one stands in whatever the expression matches. */
export function literalsOf(source: string): readonly string[] | undefined {
  const each = alternatives(source).map(literalsIn);
  return each.every((found) => found !== undefined) ? each.flatMap((found) => found ?? []) : undefined;
}

/** A pattern as it is written. */
export function patternOf(written: string): Pattern {
  const [source = "", ...attributes] = written.split("\\;");
  const attribute = (name: string) => attributes.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1);
  const confidence = Number.parseInt(attribute("confidence") ?? "100", 10);
  return {
    source,
    version: attribute("version") ?? "",
    confidence: Number.isFinite(confidence) ? Math.min(100, Math.max(0, confidence)) : 100,
    literals: source ? literalsOf(source) : undefined,
  };
}

/** The first match of a pattern; null where there is none. */
export function matchOf(pattern: Pattern, target: Target): RegExpExecArray | null {
  const { literals, source } = pattern;
  if (!target.hasAny(literals)) return null;
  const { text, lower } = target;
  pattern.regex ??= new RegExp(bounded(source), "i");
  const { regex } = pattern;
  if (text.length <= BEFORE_CHARS + AFTER_CHARS) return regex.exec(text);
  if (!literals) return regex.exec(text.slice(0, MAX_BARE_CHARS));
  for (const literal of literals) {
    let at = lower.indexOf(literal);
    for (let places = 0; at >= 0 && places < MAX_PLACES; places += 1) {
      const found = regex.exec(text.slice(Math.max(0, at - BEFORE_CHARS), at + literal.length + AFTER_CHARS));
      if (found) return found;
      at = lower.indexOf(literal, at + literal.length);
    }
  }
  return null;
}

/** The version that a match tells. */
export function versionIn({ version }: Pattern, match: RegExpExecArray): string {
  const told = match.reduce((said: string, group: string | undefined, index) => {
    const choice = new RegExp(`\\\\${index}\\?([^:]{0,100}):(.{0,100})$`).exec(said);
    const chosen = choice ? said.replace(choice[0], (group ? choice[1] : choice[2]) ?? "") : said;
    return chosen.replaceAll(`\\${index}`, group ?? "");
  }, version);
  const clean = told.trim();
  // Long texts and long numbers (times, hashes) are no versions.
  return clean.length <= 15 && (Number.parseInt(clean, 10) || 0) < 10_000 ? clean : "";
}
