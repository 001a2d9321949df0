import { of } from "rxjs";
import { z } from "zod";
import type { Category } from "../../sources/define.ts";
import type { ListedSource } from "../../sources/source.ts";
import { MaxTokens, Offset } from "../arguments.ts";
import { OwnRefusal } from "../refusal.ts";
import { listed, showing } from "../shown.ts";
import { defineTool, type Tool } from "../tool.ts";

/** `list_parsers`: what can be asked, and how. */
export const listParsersTool: Tool = defineTool({
  name: "list_parsers",
  description:
    "List the parsers (single sources of data) with what each is asked; of one category, or one parser with its own options " +
    "and fields. Ask them with web_batch or the category's *_lookup tool.",
  toolsets: ["web"],
  closed: true,
  input: z.object({
    category: z
      .string()
      .optional()
      .meta({ examples: ["packages"] }),
    parser: z
      .string()
      .optional()
      .meta({ examples: ["packages/npm"] }),
    offset: Offset,
    max_tokens: MaxTokens,
  }),
  output: z.object({
    items: z.array(z.looseObject({ parser: z.string(), title: z.string(), query: z.string() })),
    next_offset: z.int().optional(),
  }),
  run: ({ category, parser, ...size }, { categories }) => {
    const items = parser === undefined ? rows(categories, category) : [detail(categories, parser)];
    return of({ event: "done" as const, data: { items } }).pipe(
      showing((answer: object, count) => listed(answer, "items", size, count), size.max_tokens),
    );
  },
});

function rows(categories: readonly Category<ListedSource>[], wanted: string | undefined) {
  const chosen = wanted === undefined ? categories : categories.filter(({ id }) => id === wanted);
  if (chosen.length === 0) {
    const there = categories.map(({ id }) => id).join(", ");
    throw new OwnRefusal("unknown-source", `There is no category ${wanted?.slice(0, 80)}. There are: ${there}.`);
  }
  return chosen.flatMap(({ sources }) => sources.map(rowOf));
}

/** What a model needs to ask a parser. */
export const rowOf = ({ category, id, title, query, key }: ListedSource) => ({
  parser: `${category}/${id}`,
  title,
  query: query.describe,
  example: query.example,
  ...(key?.required && { key: key.env.join(", ") }),
});

function detail(categories: readonly Category<ListedSource>[], name: string) {
  const sources = categories.flatMap((category) => category.sources);
  const source =
    sources.find(({ category, id }) => `${category}/${id}` === name) ?? sources.find(({ id }) => id === name);
  if (!source)
    throw new OwnRefusal("unknown-source", `There is no parser “${name.slice(0, 80)}”; without parser all are listed.`);
  return {
    ...rowOf(source),
    options: source.query.options.properties ?? {},
    fields: Object.keys(source.item.properties ?? {}),
  };
}
