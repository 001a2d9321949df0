import type { SourceError } from "../errors.ts";
import { missingKey } from "../sources/run.ts";
import type { JsonSchema, ListedSource } from "../sources/source.ts";
import { found } from "./finding/catalogue.ts";
import { AdvisedError } from "./refusal.ts";
import type { McpDeps } from "./tool.ts";

/* What a model is told of how to ask a parser, and what to try where the answer is none. */

/** Characters of a form and of an example in a tool's list. */
const MOST_FORM = 28;
const MOST_EXAMPLE = 24;

const takesWords = ({ query }: ListedSource): boolean =>
  /^(?:words|the beginning of)\b|words to search/.test(query.describe);

/** The first of what a parser takes, in a few words: `commune's name, postal code`. */
function formOf({ query }: ListedSource): string {
  const [first = ""] = query.describe.split(/; | \(|:(?= )|, (?:or|and) | or /);
  const form = first.replace(/^(?:an?|the|one) /, "").replace(/ (?:an?|the) /g, " ");
  if (form.length <= MOST_FORM) return form;
  const comma = form.slice(0, MOST_FORM).lastIndexOf(",");
  return form.slice(0, comma > MOST_FORM / 4 ? comma : form.slice(0, MOST_FORM).lastIndexOf(" "));
}

/** What parsers are asked: each form that is not words once, with an example. */
export function formsOf(sources: readonly ListedSource[]): string {
  const forms = Map.groupBy(
    sources.filter((source) => !takesWords(source)),
    formOf,
  );
  const told = [...forms].map(([form, alike]) => {
    const [example = ""] = alike.map(({ query }) => query.example).toSorted((a, b) => a.length - b.length);
    const cut = example.length > MOST_EXAMPLE ? `${example.slice(0, MOST_EXAMPLE)}…` : example;
    return `${alike.map(({ id }) => id).join(",")}: ${form} (${cut})`;
  });
  return [...told, ...(sources.some(takesWords) ? [told.length > 0 ? "else words" : "words"] : [])].join("; ");
}

const MOST_VALUES = 4;

/** A parser's own parameter with its type: `days: 1–16`, `sort: new|top`. */
export function optionText(name: string, schema: JsonSchema | boolean | undefined): string {
  if (typeof schema !== "object") return name;
  const { enum: values, minimum, maximum, type } = schema;
  if (values?.includes("true")) return `${name}: true|false`;
  if (values) return `${name}: ${values.slice(0, MOST_VALUES).join("|")}${values.length > MOST_VALUES ? "|…" : ""}`;
  if (type !== "integer" && type !== "number") return name;
  return minimum === undefined || maximum === undefined ? `${name}: number` : `${name}: ${minimum}–${maximum}`;
}

const MOST_SIBLINGS = 3;

/** Parsers of the same category that can be asked as things are, the nearest in kind first. */
const siblingsOf = (source: ListedSource, { categories, env }: McpDeps): readonly string[] =>
  found(categories, `${source.title} ${source.query.describe}`)
    .flatMap((one) => (one.kind === "parser" ? [one.source] : []))
    .filter((one) => one.category === source.category && one.id !== source.id && !missingKey(one, env))
    .slice(0, MOST_SIBLINGS)
    .map(({ id }) => id);

/** What to try where a parser found nothing. */
export function emptyAdvice(source: ListedSource, deps: McpDeps): string {
  const { describe, example } = source.query;
  const others = siblingsOf(source, deps);
  const there = others.length > 0 ? ` Others of ${source.category}: ${others.join(", ")}.` : "";
  return `Nothing found: try fewer or other words. ${source.id} takes ${describe}; for example ${example}.${there}`;
}

/** What to try where a search found nothing. */
export const SEARCH_ADVICE =
  "Nothing found: try fewer or more general words, without quotes and operators, or list_parsers for a source of the field.";

/** A parser's failure with what to try: for a missing key the parsers that need none. */
export function advised(error: SourceError, source: ListedSource, deps: McpDeps): SourceError {
  if (error.kind === "not-found") return new AdvisedError(error, emptyAdvice(source, deps));
  if (error.kind !== "missing-key") return error;
  const others = siblingsOf(source, deps);
  const advice =
    others.length > 0
      ? `Without a key, of ${source.category}: ${others.join(", ")}.`
      : `No other parser of ${source.category} works without a key; list_parsers finds one of another category.`;
  return new AdvisedError(error, advice);
}
