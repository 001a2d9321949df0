import type { z } from "zod";

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

const OPEN = 123;
const CLOSE = 125;
const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The JSON object that a script assigns: from the first `{` right after `mark` (and `=`, `:` and white space) to its own
 * `}`; braces within texts do not count. One pass over the text; undefined where no mark is followed by a whole object.
 */
export function objectAfter(text: string, mark: string): string | undefined {
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length)) {
    const start =
      at + mark.length + (/^[\s=:]{0,20}/.exec(text.slice(at + mark.length, at + mark.length + 20))?.[0].length ?? 0);
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
