import { type AnyNode, Element, isTag, isText } from "domhandler";
import { find, textContent } from "domutils";
import { parseDocument } from "htmlparser2";

/* Pages whose content is at another address, though no status says so. */

/** `frame`: the largest frame of a frameset. */
export interface Elsewhere {
  readonly how: "refresh" | "script" | "frame";
  /** Absolute, http or https. */
  readonly url: string;
}

/** A refresh that comes later is for readers who stay on the page. */
const MAX_DELAY_S = 5;
/** A redirect by any of these means stands near the beginning. */
export const START_CHARS = 64 * 1024;
const MAY_LEAD = /http-equiv|<frameset|\blocation\b/i;
/** A page that is nothing but a script's `location` is short. */
const MAX_SCRIPT_PAGE = 8_000;
/** So much may be said beside a script, where the page links to the script's address. */
const MAX_SAID = 300;
const MAX_NODES = 10_000;

/** Whether the beginning of a page has one of the words that lead elsewhere; quick, for every page that comes. */
export const mayLead = (start: string): boolean => MAY_LEAD.test(start.slice(0, START_CHARS));

/**
 * Where a page's content is instead: at the address of a `<meta http-equiv="refresh">` of five seconds or less, of a script
 * that does nothing but set `location`, or in the largest frame of a frameset. Undefined where it is the page itself.
 *
 * @param url the page's own address
 */
export function elsewhereOf(html: string, url: string): Elsewhere | undefined {
  if (!mayLead(html)) return undefined;
  const start = html.slice(0, START_CHARS);
  const { children } = parseDocument(start);
  const elements = find(isTag, children, true, MAX_NODES).filter(isTag);
  const baseHref = elements.find(({ name, attribs }) => name === "base" && attribs["href"])?.attribs["href"];
  const base = URL.parse(baseHref?.trim() ?? "", url)?.href ?? url;
  const to = (how: Elsewhere["how"], address: string | undefined): Elsewhere | undefined => {
    const target = address ? URL.parse(address.trim(), base) : null;
    if (!target || !/^https?:$/.test(target.protocol) || sameDocument(target.href, url)) return undefined;
    return { how, url: target.href };
  };
  return (
    to("refresh", refreshIn(elements)) ??
    (html.length <= MAX_SCRIPT_PAGE ? to("script", scriptedIn(children, elements, base)) : undefined) ??
    to("frame", largestFrame(elements))
  );
}

const sameDocument = (left: string, right: string): boolean => left.replace(/#.*$/, "") === right.replace(/#.*$/, "");

const isWithin = (node: AnyNode, names: ReadonlySet<string>): boolean => {
  for (let up = node.parent; up; up = up.parent) if (up instanceof Element && names.has(up.name)) return true;
  return false;
};

/** Scripts run for us: what is for those without them does not count. */
const UNSEEN = new Set(["noscript", "noframes", "template"]);
const SILENT = new Set([...UNSEEN, "script", "style", "title"]);

function refreshIn(elements: readonly Element[]): string | undefined {
  for (const element of elements) {
    const { name, attribs } = element;
    if (name !== "meta" || attribs["http-equiv"]?.trim().toLowerCase() !== "refresh" || isWithin(element, UNSEEN))
      continue;
    const found = REFRESH.exec((attribs["content"] ?? "").trim().slice(0, 4_000));
    const [, delay, quoted, bare] = found ?? [];
    if (delay !== undefined && Number.parseFloat(`0${delay}`) <= MAX_DELAY_S) return quoted ?? bare;
  }
  return undefined;
}

/** The HTML standard's "shared declarative refresh steps": seconds, a separator, `url=` or not, quotes or not. */
const REFRESH = /^(\d{0,5}(?:\.[\d.]*)?)(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:["']([^"']+)|([^"'].*))/i;

/** The address that a page's only script goes to, where it does nothing else and the page shows nothing else. */
function scriptedIn(children: AnyNode[], elements: readonly Element[], base: string): string | undefined {
  const scripts = elements.filter(({ name, attribs }) => name === "script" && !isData(attribs["type"]));
  const code =
    scripts.length === 1 && scripts[0]?.attribs["src"] === undefined ? textContent(scripts[0] ?? []) : undefined;
  const onload = elements.find(({ name }) => name === "body")?.attribs["onload"];
  if ((code === undefined) === (onload === undefined) || scripts.length > 1) return undefined;
  const written = LOCATION.exec(bareCode(code ?? onload ?? ""))?.[2]?.replaceAll("\\/", "/");
  if (written === undefined || written.includes("\\")) return undefined;
  const said = find(isText, children, true, MAX_NODES)
    .filter(isText)
    .filter((text) => !isWithin(text, SILENT))
    .map(({ data }) => data.trim())
    .join(" ")
    .trim();
  if (elements.some(({ name }) => SHOWING.has(name))) return undefined;
  if (said === "") return written;
  const target = URL.parse(written, base)?.href;
  const linked = elements.some(
    ({ name, attribs }) => name === "a" && attribs["href"] && URL.parse(attribs["href"], base)?.href === target,
  );
  return linked && said.length <= MAX_SAID ? written : undefined;
}

const isData = (type: string | undefined): boolean => type !== undefined && /json|template/i.test(type);

/** Elements that show something without a text. */
const SHOWING = new Set(["form", "iframe", "video", "canvas", "object", "embed"]);

const LOCATION =
  /^(?:(?:window|document|self|top|parent|globalThis)\s*\.\s*){0,3}location\s*(?:(?:\.\s*href\s*)?=\s*|\.\s*(?:replace|assign)\s*\(\s*)(["'`])([^"'`$\n]{1,2000})\1\s*\)?\s*;?$/;
/** A delay of five seconds or less, and a function that is called at once. */
const WRAPPED = [
  /^(?:window\s*\.\s*)?setTimeout\s*\(\s*(?:function\s*\(\s*\)\s*|\(\s*\)\s*=>\s*)\{([^{}]{1,2500})\}\s*,\s*(?:[0-4]?\d{1,3}|5000)\s*\)\s*;?$/,
  /^\(\s*function\s*\(\s*\)\s*\{([^{}]{1,2500})\}\s*(?:\)\s*\(\s*\)|\(\s*\)\s*\))\s*;?$/,
  /^(?:window\s*\.\s*)?onload\s*=\s*function\s*\(\s*\)\s*\{([^{}]{1,2500})\}\s*;?$/,
];

/** A script without comments, `"use strict"` and a function around it. */
function bareCode(script: string): string {
  const plain = script
    .replace(/^\s*(?:\/\/)?\s*<!\[CDATA\[|(?:\/\/)?\s*\]\]>\s*$/g, "")
    .replace(/^\s*<!--[^\n]{0,200}(?=\n)|(?:\/\/)?\s*-->\s*$/g, "")
    .replace(/(^|[\n;{}])\s*\/\/[^\n]*/g, "$1")
    .replace(/\/\*[^*]{0,2000}\*\//g, "")
    .replace(/^\s*["']use strict["']\s*;?/, "")
    .trim();
  for (const pattern of WRAPPED) {
    const inner = pattern.exec(plain)?.[1];
    if (inner !== undefined) return inner.trim();
  }
  return plain;
}

const SCREEN = { width: 1280, height: 800 };
const MAX_DEPTH = 10;

function largestFrame(elements: readonly Element[]): string | undefined {
  const outer = elements.find((element) => element.name === "frameset" && !isWithin(element, UNSEEN));
  const frames = outer ? framesIn(outer, SCREEN.width, SCREEN.height, 0) : [];
  let largest: { readonly area: number; readonly src: string } | undefined;
  for (const frame of frames) if (!largest || frame.area > largest.area) largest = frame;
  return largest?.src;
}

function framesIn(set: Element, width: number, height: number, depth: number): { area: number; src: string }[] {
  if (depth > MAX_DEPTH) return [];
  const columns = sizesOf(set.attribs["cols"], width);
  const rows = sizesOf(set.attribs["rows"], height);
  const cells = rows.flatMap((high) => columns.map((wide) => ({ wide, high })));
  return set.children
    .filter(isTag)
    .filter(({ name }) => name === "frame" || name === "frameset")
    .flatMap((child, index) => {
      const { wide, high } = cells[index] ?? { wide: 0, high: 0 };
      if (child.name === "frameset") return framesIn(child, wide, high, depth + 1);
      const src = child.attribs["src"];
      return src ? [{ area: wide * high, src }] : [];
    });
}

/** Pixels of each column or row: fixed ones and per cent first, what is left by the shares of `*` (HTML standard, "rules for parsing a list of dimensions"). */
function sizesOf(list: string | undefined, whole: number): number[] {
  const parts = (list ?? "*")
    .slice(0, 500)
    .split(",")
    .map((part) => part.trim());
  const fixed = parts.map((part) =>
    part.endsWith("*") ? 0 : (Number.parseFloat(part) || 0) * (part.endsWith("%") ? whole / 100 : 1),
  );
  const shares = parts.map((part) => (part.endsWith("*") ? Number.parseFloat(part) || 1 : 0));
  const left = Math.max(0, whole - fixed.reduce((sum, size) => sum + size, 0));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return parts.map((_, index) => (fixed[index] ?? 0) + (all > 0 ? (left * (shares[index] ?? 0)) / all : 0));
}
