import { textOfHtml } from "../../kit/html/dom.ts";

/*
 * The part of MediaWiki's source format that is needed to read it as text:
 * https://www.mediawiki.org/wiki/Help:Formatting and https://www.mediawiki.org/wiki/Help:Templates
 */

/** A template as it was called: its name in lower case, and its values by name, or by place from "1". */
export interface Template {
  readonly name: string;
  readonly values: ReadonlyMap<string, string>;
}

/** A part of a page under its headings. */
export interface Section {
  /** The headings above the text, the outermost first; none for what stands before the first heading. */
  readonly headings: readonly string[];
  readonly body: string;
}

/** Replaces each template, the innermost first, by what `render` says of it. Braces without a partner stay. */
export function expanded(wikitext: string, render: (template: Template) => string): string {
  const open: string[] = [];
  let text = "";
  for (const part of wikitext.split(/(\{\{|\}\})/)) {
    if (part === "{{") {
      open.push(text);
      text = "";
    } else if (part === "}}" && open.length > 0) {
      text = (open.pop() ?? "") + render(templateOf(text));
    } else text += part;
  }
  return [...open, text].join("{{");
}

function templateOf(body: string): Template {
  const [name = "", ...parts] = atBars(body);
  let place = 0;
  const values = parts.map((part): [string, string] => {
    const equals = part.indexOf("=");
    if (equals >= 0) return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()];
    place += 1;
    return [String(place), part.trim()];
  });
  return { name: name.trim().replaceAll("_", " ").toLowerCase(), values: new Map(values) };
}

/** Cuts at the bars that part values, not at those within links. */
function atBars(body: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const piece of body.split(/(\[\[|\]\]|\|)/)) {
    if (piece === "[[") depth += 1;
    if (piece === "]]" && depth > 0) depth -= 1;
    if (piece === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/** Takes out everything from each `start` to the `end` that follows it; a start without an end takes the rest. */
function without(text: string, start: string, end: string): string {
  const [before = "", ...after] = text.split(start);
  return after.reduce((kept, part) => {
    const at = part.indexOf(end);
    return at < 0 ? kept : kept + part.slice(at + end.length);
  }, before);
}

/** The source without comments and footnotes, which may stand anywhere in it. */
export const withoutNotes = (wikitext: string): string =>
  without(without(wikitext, "<!--", "-->").replace(/<ref[^<>]{0,300}\/>/gi, ""), "<ref", "</ref>");

/** The page part by part, as its headings (`== Sleep ==`) cut it. */
export function sections(wikitext: string): Section[] {
  const found: { headings: string[]; body: string }[] = [{ headings: [], body: "" }];
  for (const line of wikitext.split("\n")) {
    const last = found[found.length - 1];
    const marks = /^={2,6}/.exec(line)?.[0].length ?? 0;
    const heading = line.trimEnd();
    if (marks > 0 && heading.length > 2 * marks && heading.endsWith("=".repeat(marks))) {
      const above = (last?.headings ?? []).slice(0, marks - 2);
      found.push({ headings: [...above, plainText(heading.slice(marks, -marks)) ?? ""], body: "" });
    } else if (last) last.body += `${line}\n`;
  }
  return found;
}

const LINK = /\[\[([^[\]|]{0,500})(?:\|([^[\]]{0,2000}))?\]\]/g;
const OUTWARD = /\[(?:https?:)?\/\/[^\s[\]]{1,1000}(?: ([^[\]]{0,500}))?\]/g;
/** Files and categories: they show nothing that could be read. */
const SILENT = /^\s*(file|image|fichier|datei|bild|category|catégorie|kategorie)\s*:/i;

/** Source without templates as its text: links by what they show, bold and headings plain, tags out. */
export function plainText(wikitext: string): string | undefined {
  const shown = (_link: string, target: string, label?: string): string =>
    SILENT.test(target) ? "" : (label ?? target);
  // The caption of a file may hold links: what is inner goes first.
  const text = wikitext
    .replace(LINK, shown)
    .replace(LINK, shown)
    .replace(OUTWARD, (_link, label?: string) => label ?? "")
    .replace(/'{2,5}/g, "")
    .replace(/^[*#:;]+/gm, "")
    .replace(/^={2,6}|={2,6}[ \t]*$/gm, "");
  return textOfHtml(text);
}

/** The pages that a source links to, each once. */
export const linkedPages = (wikitext: string): string[] => [
  ...new Set(
    [...wikitext.matchAll(LINK)].map(([, target = ""]) => target.replace(/#.*$/s, "").replaceAll("_", " ").trim()),
  ),
];
