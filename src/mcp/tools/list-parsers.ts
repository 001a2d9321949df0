import type { ResourceLink } from "@modelcontextprotocol/server";
import { of } from "rxjs";
import { z } from "zod";
import { type AnalysisFacts, analysisFacts } from "../../aggregate/analysis-facts.ts";
import { catalogueFor } from "../../sources/by-name.ts";
import type { Category } from "../../sources/define.ts";
import type { ListedSource } from "../../sources/source.ts";
import { nameOf, wordsOf } from "../analyses.ts";
import { Offset, whole, words } from "../arguments.ts";
import { found } from "../finding/catalogue.ts";
import { refusing } from "../refusal.ts";
import { resourceLinked, rowOf } from "../source-rows.ts";
import { listWithinBudget, withinBudget } from "../token-budget.ts";
import { defineTool, type Tool } from "../tool.ts";

type Categories = readonly Category<ListedSource>[];

/** What the analyses are listed under, beside the categories. */
const ANALYSES = "analyses";
/** Of what words find, so many are shown. */
const MOST_FOUND = 10;
/** Tokens of a list, unless more are asked for. */
const LIST_TOKENS = 1_500;

/** `list_parsers`: what can be asked, and how. */
export const listParsersTool = (categories: Categories): Tool =>
  defineTool({
    name: "list_parsers",
    description:
      "Find parsers (single sources of data) and analyses by words, English or French, or list a category's; what each is " +
      "asked. Ask a parser with web_batch or its *_lookup tool, an analysis with run_analysis or its own tool.",
    toolsets: ["web"],
    closed: true,
    input: z.object({
      query: words("what is wanted", "drug side effects").optional(),
      category: z
        .enum([...categories.map(({ id }) => id), ANALYSES], { error: () => noCategory(categories) })
        .optional(),
      parser: z
        .string()
        .optional()
        .describe("one, with its options and fields")
        .meta({ examples: ["packages/npm"] }),
      offset: Offset,
      max_tokens: whole(500, 100_000).default(LIST_TOKENS),
    }),
    output: z.object({
      items: z.array(z.looseObject({ title: z.string(), query: z.string() })),
      next_offset: z.int().optional(),
    }),
    run: ({ query, category, parser, ...size }) => {
      const items =
        parser !== undefined
          ? [detail(categories, parser)]
          : query
            ? byWords(categories, query, category)
            : rows(categories, category);
      const advice = () =>
        items.length === 0 ? "Try other words, or list a category; without arguments all are listed." : undefined;
      return of({ event: "done" as const, data: { items } }).pipe(
        withinBudget((answer: object, count) => listWithinBudget(answer, "items", size, count), size.max_tokens, {
          advice,
          blocks: ({ items }) => linksOf(categories, items),
        }),
      );
    },
  });

const noCategory = (categories: Categories): string =>
  `There is no such category. There are: ${[...categories.map(({ id }) => id), ANALYSES].join(", ")}`;

const MOST_LINKS = 3;

/** Where the whole lists of the first rows' categories are read. */
function linksOf(categories: Categories, rows: unknown): readonly ResourceLink[] {
  const first = (Array.isArray(rows) ? rows : []).flatMap(({ parser }) => String(parser ?? "").split("/", 1));
  return categories
    .filter(({ id }) => first.includes(id))
    .toSorted((a, b) => first.indexOf(a.id) - first.indexOf(b.id))
    .slice(0, MOST_LINKS)
    .map((category) => ({ type: "resource_link", ...resourceLinked(category) }));
}

const byWords = (categories: Categories, words: string, wanted: string | undefined) =>
  found(categories, words)
    .filter((one) => wanted === undefined || wanted === (one.kind === "parser" ? one.category.id : ANALYSES))
    .slice(0, MOST_FOUND)
    .map((one) => (one.kind === "parser" ? rowOf(one.source) : analysisRow(one.facts)));

const rows = (categories: Categories, wanted: string | undefined) => [
  ...categories.filter(({ id }) => wanted === undefined || id === wanted).flatMap(({ sources }) => sources.map(rowOf)),
  ...(wanted === undefined || wanted === ANALYSES ? analysisFacts.map(analysisRow) : []),
];

/** What a model needs to run an analysis. */
const analysisRow = (facts: AnalysisFacts) => ({
  analysis: nameOf(facts),
  title: wordsOf(facts),
  query: facts.q.describe,
  example: facts.q.example,
  options: Object.keys(facts.parameters).join(", "),
});

function detail(categories: Categories, name: string) {
  const facts = analysisFacts.find((one) => nameOf(one) === name);
  if (facts) return { ...analysisRow(facts), options: facts.parameters, sources: facts.sources };
  const source = refusing(() => catalogueFor(categories).named(name));
  return {
    ...rowOf(source),
    options: source.query.options.properties ?? {},
    fields: Object.keys(source.item.properties ?? {}),
  };
}
