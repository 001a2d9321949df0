import { catchError, throwError } from "rxjs";
import { z } from "zod";
import { toSourceError } from "../../errors.ts";
import { firstOperation, parserOperation, unknownOptions } from "../../operations/parser.ts";
import { ItemsAnswer } from "../../operations/search.ts";
import { missing } from "../../pipelines/parameters.ts";
import { LONGEST_MS, type ParserResponse } from "../../pipelines/parser.ts";
import { pathName } from "../../sources/by-name.ts";
import type { Category } from "../../sources/define.ts";
import type { ListedSource } from "../../sources/source.ts";
import { advised, emptyAdvice, formsOf, optionText, SEARCH_ADVICE } from "../advice.ts";
import { Limit, MaxTokens, Offset, Options, words } from "../arguments.ts";
import { compactItem } from "../compact.ts";
import { keptWhenWhole } from "../kept-when-whole.ts";
import { running } from "../operation.ts";
import { OwnRefusal } from "../refusal.ts";
import { itemText } from "../text.ts";
import { listWithinBudget, withinBudget } from "../token-budget.ts";
import { CHANGES, defineTool, type McpDeps, type Tool } from "../tool.ts";

interface Asked {
  readonly query: string;
  readonly options: Readonly<Record<string, string>>;
  readonly offset: number;
  readonly max_tokens: number;
  readonly limit?: number | undefined;
}

/** A parser's answer, shown; its picture, where it has one, as an image. */
function asked(source: ListedSource, { query, options, ...size }: Asked, deps: McpDeps) {
  const unread = unknownOptions(source, options);
  return keptWhenWhole(deps, (within) =>
    running(parserOperation, { parser: pathName(source), query, options }, within).pipe(
      catchError((thrown: unknown) => throwError(() => advised(toSourceError(thrown), source, deps))),
      showingItems(size, (none) => [unread, none && emptyAdvice(source, deps)].filter(Boolean).join("\n") || undefined),
    ),
  );
}

const showingItems = (size: Omit<Asked, "query" | "options">, advice: (none: boolean) => string | undefined) =>
  withinBudget<ParserResponse>(
    (answer, count) => {
      const alone = answer.items.length === 1;
      const items = answer.items.map((item) => compactItem(withoutPicture(item), alone, count));
      return listWithinBudget({ ...answer, items }, "items", size, count);
    },
    size.max_tokens,
    { entry: itemText, advice: (answer) => advice(isNone(answer["items"])) },
  );

export const isNone = (list: unknown): boolean => Array.isArray(list) && list.length === 0;

const withoutPicture = ({ image, ...item }: Readonly<Record<string, unknown>>) =>
  typeof image === "string" && image.startsWith("data:") ? item : { ...item, ...(image !== undefined && { image }) };

/** Of a source's own parameters, so many are named in its tool's list of arguments; list_parsers tells all. */
const NAMED_OPTIONS = 5;

function optionNames({ query }: ListedSource): readonly string[] {
  const names = Object.entries(query.options.properties ?? {}).map(([name, schema]) => optionText(name, schema));
  return names.length > NAMED_OPTIONS ? [...names.slice(0, NAMED_OPTIONS), "… (list_parsers)"] : names;
}

/** One parser that has a tool of its own. */
export function parserTool(
  source: ListedSource,
  { name, description, toolsets }: Pick<Tool, "name" | "description" | "toolsets">,
): Tool {
  const names = optionNames(source);
  const { describe, example } = source.query;
  return defineTool({
    leaves: true,
    deadlineMs: () => LONGEST_MS,
    name,
    title: source.title,
    description,
    toolsets,
    input: z.object({
      query: words(describe, example),
      ...(names.length > 0 && { options: Options.default({}).describe(names.join(", ")) }),
      limit: Limit,
      offset: Offset,
      max_tokens: MaxTokens,
    }),
    output: ItemsAnswer,
    run: ({ options = {}, ...args }, deps) => asked(source, { ...args, options: Options.parse(options) }, deps),
  });
}

/** Parsers that keep what they read, to compare the next reading with. */
const KEEPING: ReadonlySet<string> = new Set(["page_changes"]);

const hintsOf = (sources: readonly ListedSource[]): Tool["hints"] =>
  sources.some(({ id }) => KEEPING.has(id)) ? CHANGES : undefined;

/** A parser's id, and its title where that says more; those that do not work without a key of the operator's say so. */
const nameAndTitle = ({ id, title, key }: ListedSource): string =>
  `${id} ${title}${key?.required ? " (needs key)" : ""}`;

/** What a parser is asked: the parser that is chosen says what it takes. */
const asText = (describe: string, example: string) =>
  z
    .string({
      error: ({ input }) => (input === undefined ? missing(describe, example) : "must be given once, as text"),
    })
    .describe(describe)
    .meta({ examples: [example] });

/** A category's parsers behind one name. */
export function categoryTool(category: Category<ListedSource>, description: string): Tool {
  const { id, sources } = category;
  const [first] = sources;
  const example = first?.query.example ?? "";
  return defineTool({
    leaves: true,
    deadlineMs: () => LONGEST_MS,
    name: `${id}_lookup`,
    title: category.title,
    description,
    toolsets: [id],
    hints: hintsOf(sources),
    input: z.object({
      parser: z
        .enum(sources.map((source) => source.id))
        .describe(sources.map((source) => nameAndTitle(source)).join("; ")),
      query: asText(formsOf(sources), example),
      options: Options.default({}).describe("see list_parsers"),
      limit: Limit,
      offset: Offset,
      max_tokens: MaxTokens,
    }),
    output: ItemsAnswer,
    run: ({ parser: wanted, ...args }, deps) => {
      const source = sources.find((one) => one.id === wanted);
      if (!source) throw new OwnRefusal("unknown-source", `There is no parser ${wanted} in ${id}.`);
      return asked(source, args, deps);
    },
  });
}

/**
 * Several parsers for one wish, the best first: each is asked only when those before it failed or found nothing, and the
 * answer says how those fared. Fails as the first of them when all do.
 */
export function firstTool(
  sources: readonly ListedSource[],
  { name, description, toolsets }: Pick<Tool, "name" | "description" | "toolsets">,
): Tool {
  const [first] = sources;
  return defineTool({
    leaves: true,
    deadlineMs: () => LONGEST_MS,
    name,
    description,
    toolsets,
    input: z.object({
      query: words(first?.query.describe ?? "what is asked", first?.query.example ?? ""),
      parser: z
        .enum(sources.map(({ id }) => id))
        .optional()
        .describe("default: the first that answers"),
      limit: Limit,
      offset: Offset,
      max_tokens: MaxTokens,
    }),
    output: ItemsAnswer,
    run: ({ query, parser, ...size }, deps) =>
      running(firstOperation, { query, parser, parsers: sources.map(pathName) }, deps).pipe(
        showingItems(size, (none) => (none ? SEARCH_ADVICE : undefined)),
      ),
  });
}
