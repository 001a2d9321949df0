import { SourceError } from "../../../errors.ts";

/* Bounds for JSON from anywhere: checked before it is parsed, since what checks a value later takes far longer than its text. */

const MAX_CHARACTERS = 5 * 1024 * 1024;
const MAX_VALUES = 200_000;
const MAX_DEPTH = 500;

const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = new Set([91, 123]);
const CLOSE = new Set([93, 125]);

/** JSON that is longer than 5 MB, has more than 200,000 values or nests deeper than 500 fails with `too-large`. One pass. */
export function boundedJson(text: string, whose: string): unknown {
  if (text.length > MAX_CHARACTERS) throw tooLarge(whose, `${MAX_CHARACTERS} characters`);
  let values = 1;
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === BACKSLASH) at += 1;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === COMMA) values += 1;
    else if (OPEN.has(code)) {
      values += 1;
      depth += 1;
      if (depth > MAX_DEPTH) throw tooLarge(whose, `${MAX_DEPTH} levels`);
    } else if (CLOSE.has(code)) depth -= 1;
  }
  if (values > MAX_VALUES) throw tooLarge(whose, `${MAX_VALUES} values`);
  return JSON.parse(text);
}

const tooLarge = (whose: string, what: string): SourceError =>
  new SourceError("too-large", `${whose} sent JSON of more than the ${what} that we read.`);

/** Parsed JSON, every list of it cut to so many elements. In place. */
export function withCutLists(json: unknown, most: number): unknown {
  const stack = [json];
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value) && value.length > most) value.length = most;
    for (const below of Object.values(value)) if (typeof below === "object" && below !== null) stack.push(below);
  }
  return json;
}
