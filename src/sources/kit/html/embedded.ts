import type { z } from "zod";
import { type JsonLdNode, jsonLdIn } from "../../../extraction/jsonld.ts";
import { closingOf } from "../../../html/marks.ts";

/** JSON that pages carry: in attributes, in scripts. */

/** A JSON text read by a schema; undefined where it is absent, no JSON, or does not fit. */
export function embeddedJson<T>(schema: z.ZodType<T>, text: string | undefined): T | undefined {
  if (!text) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The contents of the page's scripts whose opening tag fits, in order; one pass over the page. */
export function scriptsIn(html: string, opening: RegExp): string[] {
  const found: string[] = [];
  for (const tag of html.matchAll(/<script\b[^>]{0,2000}>/gi)) {
    const from = tag.index + tag[0].length;
    if (opening.test(tag[0])) found.push(html.slice(from, closingOf(html, from, "script").start));
  }
  return found;
}

/** Every object of the page's JSON-LD, nested ones too, in order. */
export const jsonLd = (html: string): JsonLdNode[] => jsonLdIn(scriptsIn(html, /ld\+json/i));

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;

/** What may stand between a name and the object assigned to it: `= `, `: `, `"] = `. */
const ASSIGNED = /["'\]\s=:]{0,20}/y;

/**
 * The JSON object that a script assigns to `name`: from the `{` after it to its own `}`; braces within texts do not
 * count. One pass over the text; undefined where no whole object follows the name.
 */
export function objectAfter(text: string, name: string): string | undefined {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    ASSIGNED.lastIndex = at + name.length;
    const start = ASSIGNED.test(text) ? ASSIGNED.lastIndex : at + name.length;
    if (text.charCodeAt(start) === OPEN) return wholeObject(text, start);
  }
  return undefined;
}

function wholeObject(text: string, start: number): string | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === OPEN) depth += 1;
    else if (code === CLOSE) {
      depth -= 1;
      if (depth === 0) return text.slice(start, at + 1);
    }
  }
  return undefined;
}
