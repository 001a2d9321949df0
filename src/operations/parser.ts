import { z } from "zod";
import { checked } from "../errors.ts";
import { firstThatFinds } from "../pipelines/first-that-finds.ts";
import { unknownNames, words } from "../pipelines/parameters.ts";
import { LONGEST_MS, operationMsOf, parser } from "../pipelines/parser.ts";
import { missingKey } from "../sources/run.ts";
import type { ListedSource } from "../sources/source.ts";
import { defineOperation } from "./define.ts";
import { ItemsAnswer } from "./search.ts";

const asking = {
  query: z.unknown(),
  pagecount: z.int().default(1),
  /** The source's own parameters, as text. */
  options: z.record(z.string(), z.unknown()).default({}),
};

/** What is asked, in the words that the source has for it. */
const queryOf = ({ query: { describe, example } }: ListedSource, query: unknown): string =>
  checked(z.object({ query: words(describe, example) }), { query }).query;

/** One source. */
export const parserOperation = defineOperation({
  name: "parser",
  title: "One source",
  description: "Asks one source: its items in its own order.",
  subject: "query",
  input: z.object({ ...asking, parser: z.string() }),
  output: ItemsAnswer,
  limits: { ms: (_config, { parser: name }, { catalogue }) => operationMsOf(catalogue.named(name)), leaves: true },
  run: ({ parser: name, query, pagecount, options }, { env, catalogue, timeoutMs }) => {
    const source = catalogue.named(name);
    const noCache = env.noCache ?? false;
    return parser(source, { q: queryOf(source, query), pagecount, noCache, probe: noCache, options }, env, {
      deadlineMs: timeoutMs,
    });
  },
  rows: { list: "items" },
});

/** Returns a sentence on options that a source does not have; undefined where there are none. */
export const unknownOptions = ({ query }: ListedSource, options: Readonly<Record<string, unknown>>) =>
  unknownNames("option", Object.keys(options), Object.keys(query.options.properties ?? {}));

/** Several sources for one question, the best first: each is asked only where those before it failed or found nothing. */
export const firstOperation = defineOperation({
  name: "first",
  title: "The first source that finds anything",
  description: "Asks sources one after another until one has items.",
  subject: "query",
  input: z.object({ ...asking, parsers: z.array(z.string()), parser: z.string().optional() }),
  output: ItemsAnswer,
  limits: { ms: LONGEST_MS, leaves: true },
  run: ({ parsers, parser: wanted, query, pagecount, options }, { env, catalogue, timeoutMs }) => {
    const sources = parsers.map((name) => catalogue.named(name));
    const [first] = sources;
    const chosen =
      wanted === undefined
        ? sources.filter((source) => !missingKey(source, env))
        : sources.filter(({ id }) => id === wanted);
    const q = first ? queryOf(first, query) : String(query);
    const ask = { q, pagecount, noCache: env.noCache ?? false, options };
    return firstThatFinds(chosen, (source) => parser(source, ask, env, { deadlineMs: timeoutMs }));
  },
  rows: { list: "items" },
});
