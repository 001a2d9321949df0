import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import type { HttpResponse } from "../../../upstream/types.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { answered, changed, type Judge } from "../responses/answer.ts";
import { firstIssue, lenientParse, tell } from "../responses/lenient-parse.ts";
import { type Verdict, wallIn } from "../responses/refusals.ts";
import { boundedJson, withCutLists } from "./bounded-json.ts";
import { type Asking, paged } from "./paged.ts";

interface JsonSpec<Input, Body, Out> {
  /** Names only what is used; what does not fit is `changed`, but for some odd rows among others: see `lenientParse`. */
  readonly body: z.ZodType<Body>;
  readonly items: (body: Body, input: Input, response: HttpResponse, context: ReadContext) => readonly Out[];
  /** The upstream writes raw control characters and escapes that JSON does not know. */
  readonly lenient?: boolean;
  /** The JSON within a body that wraps it: `jsonp`, … */
  readonly within?: (body: string) => string;
  /** The next page's cursor; null when this page is the last. Without it pages go on by number until one is empty. */
  readonly next?: (body: Body, input: Input, response: HttpResponse) => string | null | undefined;
  /** The source's own reading of status and headers: `emptyOn(404)`, … */
  readonly judge?: Judge;
  /** The upstream's own error inside a body of any status, before `body` is checked. */
  readonly refused?: (json: unknown, response: HttpResponse) => Verdict;
}

/**
 * Reads JSON answers. Errors: `changed` for a body that is no JSON or does not fit `body`, `blocked` for a page where
 * JSON was asked for, and what a status says by itself.
 */
export function json<Input, Body, Out>(spec: JsonSpec<Input, Body, Out> & Asking<Input>): Reader<Input, Out> {
  return paged(spec, (request, input, context) => {
    const asking = { ...request, headers: { accept: "application/json", ...request.headers } };
    const textOf = (response: HttpResponse) => {
      const body = spec.within?.(decodeText(response)) ?? decodeText(response);
      return spec.lenient ? mended(body) : body;
    };
    const judge: Judge = (response) =>
      spec.judge?.(response) ?? (spec.refused ? spec.refused(tryParse(textOf(response), parse), response) : undefined);
    const parse = request.guarded ? chosen(request.url) : JSON.parse;
    return answered(asking, context, judge, (response) => {
      const read = lenientParse(spec.body, parseJson(response, context.source, textOf(response), parse));
      if (read instanceof z.ZodError) throw changed(context.source, firstIssue(read));
      tell(read, context);
      return { items: spec.items(read.body, input, response, context), next: spec.next?.(read.body, input, response) };
    });
  });
}

/** No page of an API has more rows. */
const MOST_ROWS = 1_000;

/** How the JSON of a host that somebody chose is parsed: within bounds, its lists cut. */
const chosen = (url: string): Parse => {
  const whose = URL.parse(url)?.host ?? url;
  return (text) => withCutLists(boundedJson(text, whose), MOST_ROWS);
};

type Parse = (text: string) => unknown;

/** The first argument of a JSONP call (`callback({…});`) as JSON; a body that is no such call stays as it is. */
export function jsonp(body: string): string {
  const start = /^\s*(?:\/\*[^*]{0,100}\*\/\s*)?[\w$.]{1,200}\s*\(/.exec(body)?.[0].length;
  const passed = start === undefined ? undefined : tryParse(`[${body.slice(start, body.lastIndexOf(")"))}]`);
  return Array.isArray(passed) && passed.length > 0 ? JSON.stringify(passed[0]) : body;
}

/** A single value as a list of one, an absent one as an empty list: for APIs that fold lists of one. */
export const listOf = <T extends z.ZodType>(element: T) =>
  z.preprocess(
    (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]),
    z.array(element),
  );

/** A thing by itself as the list `name` of one: for APIs that answer a search by a list and a number by the thing. */
export const loneIn = <T extends z.ZodType>(name: string, body: T) =>
  z.preprocess(
    (value) =>
      typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, name)
        ? { [name]: [value] }
        : value,
    body,
  );

/**
 * One of two shapes, told apart by a member that only the first one has. A union would do but for this: here the odd row
 * of a list within is known by its place, so that the others are read.
 */
export const shaped = <With, Without>(member: string, first: z.ZodType<With>, other: z.ZodType<Without>) =>
  z.unknown().transform((value, context): With | Without => {
    const is = typeof value === "object" && value !== null && Object.hasOwn(value, member);
    const read: z.ZodSafeParseResult<With | Without> = (is ? first : other).safeParse(value);
    if (read.success) return read.data;
    for (const { path, message } of read.error.issues) context.addIssue({ code: "custom", path: [...path], message });
    return z.NEVER;
  });

/** A number that may come as text ("1,234" is not one). */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i)
    .transform(Number),
]);

/** A number that may come as text, or not at all: null or "". */
export const figure = z.union([numeric, z.literal("").transform(() => undefined)]).nullish();

/** A body as JSON; `blocked` for a page where JSON was asked for, `changed` for anything else. */
export function parseJson(
  response: HttpResponse,
  source: string,
  body = decodeText(response),
  parse: Parse = JSON.parse,
): unknown {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    const wall = wallIn(response);
    if (wall) throw wall;
    if (/^\s*<(!doctype|html|\?xml)/i.test(body))
      throw new SourceError("blocked", `${source} answered with a web page where JSON was asked for.`);
    throw changed(source, body.trim() ? "not JSON" : "an empty body");
  }
}

function tryParse(body: string, parse: Parse = JSON.parse): unknown {
  try {
    return parse(body);
  } catch (error) {
    if (error instanceof SourceError) throw error;
    return undefined;
  }
}

/**
 * JSON text made legal: raw control characters become spaces (within a text as well as between tokens), and a backslash
 * before a character that JSON does not escape is left out. Linear in the text's length.
 */
export const mended = (text: string): string =>
  text.replace(/(\\(?:["\\/bfnrt]|u[\da-f]{4}))|\\|\p{Cc}/giu, (found, legal?: string) =>
    legal ? legal : found === "\\" ? "" : " ",
  );
