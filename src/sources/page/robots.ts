/*
 * robots.txt as RFC 9309 and Google's open-source parser read it (https://github.com/google/robotstxt): longest match wins,
 * Allow wins ties, `*` and `$` are wildcards, groups for one agent are one, common typing errors are understood.
 */

/** RFC 9309 §2.5: at least so much is read. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** What is longer than Google reads of a line is cut. */
const MAX_LINE_CHARS = 16_664;

export interface Rule {
  readonly type: "allow" | "disallow";
  readonly path: string;
  readonly line: number;
}

export interface Group {
  /** As they are written. */
  readonly agents: readonly string[];
  readonly rules: readonly Rule[];
  /** Seconds. */
  readonly crawlDelay?: number | undefined;
}

export interface Robots {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly string[];
  /** Yandex's name for the main mirror. */
  readonly host?: string | undefined;
  /** Yandex's rules on parameters that mean nothing. */
  readonly cleanParam: readonly string[];
  readonly unknownLines: readonly { readonly line: number; readonly text: string }[];
}

type Key = "user-agent" | "allow" | "disallow" | "sitemap" | "crawl-delay" | "host" | "clean-param" | "other";

const KEYS: readonly (readonly [RegExp, Key])[] = [
  [/^(user-agent|useragent|user agent)/i, "user-agent"],
  [/^allow/i, "allow"],
  [/^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, "disallow"],
  [/^(sitemap|site-map)/i, "sitemap"],
  [/^crawl-?delay$/i, "crawl-delay"],
  [/^host$/i, "host"],
  [/^clean-param$/i, "clean-param"],
];

/** Directives that are no rule but known: of other robots, or retired. */
const KNOWN =
  /^(request-rate|visit-time|noindex|nofollow|content-signal|content-usage|robot-version|comment|license)$/i;

/** A line's key and value; a line of two words without a colon counts too, as it does for Google. */
function parts(line: string): readonly [string, string] | undefined {
  const text = line.replace(/#.*$/s, "").trim();
  const colon = text.indexOf(":");
  if (colon > 0) return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  const words = colon < 0 ? text.split(/[ \t]+/) : [];
  return words.length === 2 && words[0] && words[1] ? [words[0], words[1]] : undefined;
}

/** The groups and the lines beside them. Never throws: what it does not know it reports. */
export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: Rule[]; crawlDelay?: number }[] = [];
  const [sitemaps, cleanParam, unknownLines]: [string[], string[], { line: number; text: string }[]] = [[], [], []];
  let host: string | undefined;
  let naming = false;
  for (const [index, whole] of text
    .replace(/^\ufeff/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const written = whole.slice(0, MAX_LINE_CHARS);
    const found = parts(written);
    if (!found) {
      if (written.replace(/#.*$/s, "").trim())
        unknownLines.push({ line: index + 1, text: written.trim().slice(0, 200) });
      continue;
    }
    const [name, value] = found;
    const key = KEYS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";
    const group = groups.at(-1);
    if (key === "user-agent") {
      if (naming && group) group.agents.push(value);
      else groups.push({ agents: [value], rules: [] });
      naming = true;
    } else if (key === "allow" || key === "disallow") {
      group?.rules.push({ type: key, path: value, line: index + 1 });
      if (group) naming = false;
    } else if (key === "crawl-delay") {
      const seconds = Number(value);
      if (group && Number.isFinite(seconds) && seconds >= 0) group.crawlDelay = seconds;
    } else if (key === "sitemap") sitemaps.push(value);
    else if (key === "host") host ??= value || undefined;
    else if (key === "clean-param") cleanParam.push(value);
    else if (!KNOWN.test(name)) unknownLines.push({ line: index + 1, text: written.trim().slice(0, 200) });
  }
  return { groups, sitemaps: sitemaps.filter(Boolean), host, cleanParam, unknownLines };
}

/** The path, parameters and query of an address as it is written, without its fragment. */
export function pathOf(address: string): string {
  const from = address.startsWith("//") ? 2 : 0;
  const early = address.slice(from).search(/[/?;]/);
  const scheme = address.indexOf("://", from);
  const start = scheme < 0 || (early >= 0 && early + from < scheme) ? from : scheme + 3;
  const found = address.slice(start).search(/[/?;]/);
  const hash = address.indexOf("#", from);
  if (found < 0 || (hash >= 0 && hash < found + start)) return "/";
  const path = address.slice(found + start, hash < 0 ? undefined : hash);
  return path.startsWith("/") ? path : `/${path}`;
}

/** Letters beyond ASCII as their bytes, escapes in capitals. */
const escaped = (pattern: string): string =>
  pattern
    .replace(/%[\da-f]{2}/gi, (code) => code.toUpperCase())
    .replace(/\P{ASCII}+/gu, (letters) =>
      [...Buffer.from(letters)].map((byte) => `%${byte.toString(16).toUpperCase()}`).join(""),
    );

/** Whether a path begins as the pattern says; the time is linear in both. */
function matches(path: string, pattern: string): boolean {
  const ends = pattern.endsWith("$");
  const pieces = (ends ? pattern.slice(0, -1) : pattern).split("*");
  const [first = "", ...rest] = pieces;
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !ends || path.length === first.length;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (ends && index === rest.length - 1) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** How long a rule's match is: -1 for none. `/index.html` also allows its folder. */
function strength({ type, path: written }: Rule, path: string): number {
  const pattern = escaped(written);
  if (matches(path, pattern)) return pattern.length;
  const slash = pattern.lastIndexOf("/");
  if (type === "disallow" || slash < 0 || !pattern.startsWith("/index.htm", slash)) return -1;
  const folder = `${pattern.slice(0, slash + 1)}$`;
  return matches(path, folder) ? folder.length : -1;
}

const tokenOf = (agent: string): string => /^[a-z_-]*/i.exec(agent)?.[0].toLowerCase() ?? "";
const isEverybody = (agent: string): boolean => /^\*(\s|$)/.test(agent);

/** What a robot may do with a path, and the rule that says so. */
export interface Verdict {
  readonly allowed: boolean;
  readonly rule?: Rule;
}

/** `path` as `pathOf` gives it; `agent` is the robot's product token. */
export function verdictOf({ groups }: Robots, agent: string, path: string): Verdict {
  const wanted = agent.toLowerCase();
  const own = groups.filter(({ agents }) => agents.some((name) => !isEverybody(name) && tokenOf(name) === wanted));
  const everybodys = groups.filter(({ agents }) => agents.some(isEverybody));
  const best = { allow: -1, disallow: -1 };
  let rule: Rule | undefined;
  for (const one of (own.length > 0 ? own : everybodys).flatMap(({ rules }) => rules)) {
    const length = strength(one, path);
    if (length <= best[one.type]) continue;
    best[one.type] = length;
    const other = one.type === "allow" ? best.disallow : best.allow;
    if (length > 0 && (length > other || (length === other && one.type === "allow"))) rule = one;
  }
  return { allowed: best.disallow <= 0 || best.disallow <= best.allow, ...(rule && { rule }) };
}
