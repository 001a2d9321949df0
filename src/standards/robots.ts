import { normalTriplets } from "./escapes.ts";

/*
 * The one reader of robots.txt, for the crawler, the map and the audits.
 *
 * RFC 9309 (https://www.rfc-editor.org/rfc/rfc9309): the longest match wins, Allow wins a tie, `*` and `$` are wildcards,
 * groups of one agent are one, percent-encoding is normalised before comparison (§2.2.2). Beyond it, as §2.2.4 permits, the
 * misspelt keys that Google's parser accepts (https://github.com/google/robotstxt) are rules too: whoever wrote `Dissalow`
 * meant to forbid. They are reported. Where a search engine's habit contradicts the RFC, the RFC wins.
 */

/** RFC 9309 §2.5: parsers read at least this many bytes. What follows is ignored. */
export const MAX_ROBOTS_BYTES = 500 * 1024;
/** Google's parser cuts longer lines. */
const MAX_LINE_CHARS = 16_664;
/** Characters of rules with wildcards that are matched as written; one match costs these times the path's length. */
const MAX_WILDCARD_CHARS = 32_000;

export interface Rule {
  readonly type: "allow" | "disallow";
  readonly path: string;
  readonly line: number;
}

export interface Group {
  /** As written. */
  readonly agents: readonly string[];
  readonly rules: readonly Rule[];
  /** Seconds. */
  readonly crawlDelay?: number | undefined;
}

interface NumberedLine {
  readonly line: number;
  readonly text: string;
}

export interface Robots {
  readonly groups: readonly Group[];
  readonly sitemaps: readonly string[];
  /** Yandex: the main mirror. */
  readonly host?: string | undefined;
  /** Yandex: query parameters that do not change the page. */
  readonly cleanParam: readonly string[];
  readonly unknownLines: readonly NumberedLine[];
  /** Lines that are accepted although misspelt or without a colon, with the key they are read as. */
  readonly misspelt: readonly (NumberedLine & { readonly readAs: string })[];
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

/** Directives of other robots, or retired ones. */
const KNOWN =
  /^(request-rate|visit-time|noindex|nofollow|content-signal|content-usage|robot-version|comment|license)$/i;

interface Line {
  readonly name: string;
  readonly value: string;
  readonly colon: boolean;
}

/** Splits a line into key and value. Two words without a colon count, as in Google's parser. */
function splitLine(line: string): Line | undefined {
  const text = line.replace(/#.*$/s, "").trim();
  const colon = text.indexOf(":");
  if (colon > 0) return { name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim(), colon: true };
  const words = colon < 0 ? text.split(/[ \t]+/) : [];
  return words.length === 2 && words[0] && words[1] ? { name: words[0], value: words[1], colon: false } : undefined;
}

const keyOf = (name: string): Key => KEYS.find(([pattern]) => pattern.test(name))?.[1] ?? "other";

/** Parses a robots.txt. Never throws: unknown and misspelt lines are reported. */
export function readRobots(text: string): Robots {
  const groups: { agents: string[]; rules: Rule[]; crawlDelay?: number }[] = [];
  const sitemaps: string[] = [];
  const cleanParam: string[] = [];
  const unknownLines: NumberedLine[] = [];
  const misspelt: (NumberedLine & { readAs: string })[] = [];
  let host: string | undefined;
  let namingAgents = false;
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  for (const [index, whole] of lines.entries()) {
    const written = whole.slice(0, MAX_LINE_CHARS);
    const numbered = { line: index + 1, text: written.trim().slice(0, 200) };
    const found = splitLine(written);
    if (!found) {
      if (written.replace(/#.*$/s, "").trim()) unknownLines.push(numbered);
      continue;
    }
    const { name, value, colon } = found;
    const key = keyOf(name);
    const group = groups.at(-1);
    if (key !== "other" && (!colon || name.toLowerCase() !== key) && !/^crawldelay$/i.test(name))
      misspelt.push({ ...numbered, readAs: key });
    if (key === "user-agent") {
      if (namingAgents && group) group.agents.push(value);
      else groups.push({ agents: [value], rules: [] });
      namingAgents = true;
    } else if (key === "allow" || key === "disallow") {
      group?.rules.push({ type: key, path: value, line: index + 1 });
      if (group) namingAgents = false;
    } else if (key === "crawl-delay") {
      const seconds = Number(value);
      if (group && value !== "" && Number.isFinite(seconds) && seconds >= 0) group.crawlDelay = seconds;
    } else if (key === "sitemap") sitemaps.push(value);
    else if (key === "host") host ??= value || undefined;
    else if (key === "clean-param") cleanParam.push(value);
    else if (!KNOWN.test(name)) unknownLines.push(numbered);
  }
  return { groups, sitemaps: sitemaps.filter(Boolean), host, cleanParam, unknownLines, misspelt };
}

/** Returns path, parameters and query of an address as written, without its fragment. */
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

const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;

/**
 * Percent-encoding in the normal form of RFC 9309 §2.2.2: octets beyond ASCII are encoded, encoded unreserved characters
 * decoded, the other escapes written in capitals.
 */
const normalEscapes = (text: string): string =>
  normalTriplets(text).replace(/\P{ASCII}+/gu, (letters) => [...Buffer.from(letters)].map(hex).join(""));

/** Reserved characters (RFC 3986 §2.2) as their escapes, so that either spelling matches; `/` and `?` part the address. */
const reservedAsEscapes = (text: string): string =>
  text.replace(/[:#[\]@!$&'()*+,;=]/g, (character) => hex(character.charCodeAt(0)));

const normalPath = (path: string): string => reservedAsEscapes(normalEscapes(path));

interface Pattern {
  /** The texts between wildcards, in order; the first is at the path's start. */
  readonly pieces: readonly string[];
  /** The pattern ends with `$`. */
  readonly anchored: boolean;
  /** The octets by which the most specific rule is found. */
  readonly octets: number;
}

function patternOf(written: string): Pattern {
  const pattern = normalEscapes(written);
  const anchored = pattern.endsWith("$");
  const pieces = (anchored ? pattern.slice(0, -1) : pattern).split("*").map(reservedAsEscapes);
  return { pieces, anchored, octets: pattern.length };
}

/** Whether a path begins as the pattern says; the time is linear in both. */
function matches(path: string, { pieces: [first = "", ...rest], anchored }: Pattern): boolean {
  if (!path.startsWith(first)) return false;
  if (rest.length === 0) return !anchored || path.length === first.length;
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    if (anchored && index === rest.length - 1) return path.length - piece.length >= at && path.endsWith(piece);
    const found = path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return true;
}

/** Whether a robot may fetch a path, and the rule that decides. */
interface Verdict {
  readonly allowed: boolean;
  readonly rule?: Rule;
}

/** The rules that one robot follows. */
export interface AgentRules {
  /** `path` as `pathOf` returns it. */
  verdict(path: string): Verdict;
  /** Seconds; absent where no group of the robot states one. */
  readonly crawlDelay?: number | undefined;
  /** Some paths are allowed by name. */
  readonly opens: boolean;
}

/**
 * Paths that no file names, of several first characters. A robot that may fetch none of them is kept from the whole site, but for
 * what `Allow` names: `Disallow: /$` forbids the home page only, `Allow: /$` with `Disallow: /` all but it.
 */
const UNNAMED_PATHS = ["/zq7x3w9k2", "/5vh8-k1", "/_jx4b/w0q"];

/** Whether a robot may fetch none of the paths that the file does not name. */
export const isShutOut = ({ verdict }: Pick<AgentRules, "verdict">): boolean =>
  UNNAMED_PATHS.every((path) => !verdict(path).allowed);

/** Whether a robot may fetch nothing at all: no path is allowed by name either. */
export const isClosed = ({ verdict, opens }: Pick<AgentRules, "verdict" | "opens">): boolean =>
  isShutOut({ verdict }) && !opens;

/** The rule that keeps a robot out, or lets it in, where the file names no path of its own for it. */
export const ruleOfSite = ({ verdict }: Pick<AgentRules, "verdict">): Rule | undefined =>
  verdict(UNNAMED_PATHS[0] ?? "/").rule;

const tokenOf = (agent: string): string => /^[a-z_-]*/i.exec(agent)?.[0].toLowerCase() ?? "";
export const isEverybody = (agent: string): boolean => /^\*(\s|$)/.test(agent);

/**
 * Returns the rules for a robot, given by its product token: its own groups, else those of `*` (RFC 9309 §2.2.1).
 *
 * The cost is bounded: once the rules with wildcards exceed 32,000 characters, further ones are matched up to their first
 * wildcard where they forbid, and left out where they allow. What is forbidden stays forbidden.
 */
export function rulesFor({ groups }: Robots, agent: string): AgentRules {
  const naming = (wanted: string) =>
    groups.filter(({ agents }) => agents.some((name) => !isEverybody(name) && tokenOf(name) === wanted));
  const wanted = agent.toLowerCase();
  const own = naming(wanted);
  // Google's robots for images, news and videos follow Googlebot's group where they have none of their own.
  const named = own.length === 0 && wanted.startsWith("googlebot-") ? naming("googlebot") : own;
  const followed = named.length > 0 ? named : groups.filter(({ agents }) => agents.some(isEverybody));
  let wildcardChars = 0;
  const rules = followed.flatMap((group) =>
    group.rules.flatMap((rule) => {
      // A rule without a path matches nothing: `Disallow:` forbids nothing.
      if (rule.path === "") return [];
      const star = rule.path.indexOf("*");
      if (star < 0) return [{ rule, pattern: patternOf(rule.path) }];
      wildcardChars += rule.path.length;
      if (wildcardChars <= MAX_WILDCARD_CHARS) return [{ rule, pattern: patternOf(rule.path) }];
      return rule.type === "allow" ? [] : [{ rule, pattern: patternOf(rule.path.slice(0, star)) }];
    }),
  );
  const crawlDelay = followed.findLast((group) => group.crawlDelay !== undefined)?.crawlDelay;
  return {
    verdict(written) {
      // RFC 9309 §2.2.2: the file itself is always allowed.
      if (written === "/robots.txt") return { allowed: true };
      const path = normalPath(written);
      let best: (typeof rules)[number] | undefined;
      for (const one of rules) {
        const lead = one.pattern.octets - (best?.pattern.octets ?? -1);
        const better = lead > 0 || (lead === 0 && one.rule.type === "allow" && best?.rule.type === "disallow");
        if (better && matches(path, one.pattern)) best = one;
      }
      return { allowed: best?.rule.type !== "disallow", ...(best && { rule: best.rule }) };
    },
    ...(crawlDelay !== undefined && { crawlDelay }),
    opens: rules.some(({ rule }) => rule.type === "allow"),
  };
}
