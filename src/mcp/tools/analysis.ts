import { map, type Observable } from "rxjs";
import { z } from "zod";
import { type AnalysisFacts, analysisFacts } from "../../aggregate/analysis-facts.ts";
import { MAX_TIMEOUT_MS } from "../../aggregate/parameters.ts";
import type { AnalysisResponse } from "../../aggregate/response.ts";
import type { StreamEvent } from "../../events.ts";
import { analysisOperation, promptOperation } from "../../operations/analysis.ts";
import { tokenizer$ } from "../../pipelines/budget/tokens.ts";
import { unknownNames } from "../../pipelines/parameters.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { factsOf, nameOf, toolsetsOf, wordsOf } from "../analyses.ts";
import { analysed } from "../analysing.ts";
import { MaxTokens, words } from "../arguments.ts";
import { defineOrderable } from "../background.ts";
import { OwnRefusal } from "../refusal.ts";
import { shortenLists } from "../shorten-lists.ts";
import { withinBudget } from "../token-budget.ts";
import { CHANGES, type McpDeps, type Shown, saying, type Tool } from "../tool.ts";

const Output = z.enum(["data", "prompt"], { error: "must be data or prompt" }).default("data");

const AnalysisOptions = z.looseObject({}, { error: "must be an object of the analysis' own parameters" }).optional();

/** An analysis as a tool: its answer as data, or its prompt. */
export const analysisTool = (facts: AnalysisFacts): Tool =>
  defineOrderable({
    leaves: true,
    deadlineMs: () => MAX_TIMEOUT_MS,
    name: nameOf(facts),
    cost: "search",
    title: facts.title,
    description: wordsOf(facts),
    toolsets: toolsetsOf(facts),
    hints: factsOf(facts).hints,
    input: z.object({
      query: words(facts.q.describe, facts.q.example),
      output: Output,
      options: AnalysisOptions.describe([...Object.keys(facts.parameters), "sources"].join(", ")),
      max_tokens: MaxTokens,
    }),
    output: z.looseObject({}),
    order: (asked, timeout) => requestOf(facts, asked, timeout),
    run: (asked, deps) => run(facts, asked, deps),
  });

/** `run_analysis`: every analysis behind one name. */
export const runAnalysisTool: Tool = defineOrderable({
  leaves: true,
  deadlineMs: () => MAX_TIMEOUT_MS,
  name: "run_analysis",
  cost: "search",
  description: "Run an analysis: many sources read and judged together. list_parsers tells what each takes.",
  toolsets: ["core"],
  hints: CHANGES,
  input: z.object({
    analysis: z.enum(analysisFacts.map(nameOf)),
    query: words("what the analysis is asked", "Lisbon"),
    output: Output,
    options: AnalysisOptions,
    max_tokens: MaxTokens,
  }),
  output: z.looseObject({}),
  order: ({ analysis, ...asked }, timeout) => requestOf(factsNamed(analysis), asked, timeout),
  run: ({ analysis, ...asked }, deps) => run(factsNamed(analysis), asked, deps),
});

function factsNamed(name: string): AnalysisFacts {
  const facts = analysisFacts.find((one) => nameOf(one) === name);
  if (!facts) throw new OwnRefusal("unknown-source", `There is no analysis ${name}.`);
  return facts;
}

interface Asked {
  readonly query: string;
  readonly output: z.output<typeof Output>;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
  readonly max_tokens: number;
}

/** The request that a call stands for; a prompt is made while somebody waits. */
function requestOf({ path }: AnalysisFacts, { query, output, options }: Asked, timeout: number | undefined) {
  if (output === "prompt")
    throw new OwnRefusal("bad-query", "A prompt is not made in the background: ask for data, or without background.");
  return { method: "GET" as const, path: requestPath(path, { ...options, timeout, q: query }) };
}

/** What every analysis takes. */
const COMMON = ["sources", "no_cache", "max_age", "timeout_ms", "timeout", "language"];

function run(facts: AnalysisFacts, { query, output, options = {}, max_tokens }: Asked, deps: McpDeps) {
  const timeout = deps.timeoutMs !== undefined && { timeout: deps.timeoutMs / 1000 };
  const given = { ...options, ...timeout, q: query };
  const known = [...Object.keys(facts.parameters), ...COMMON];
  const unread = unknownNames("option", Object.keys(options), known);
  const run$ = output === "data" ? answered(facts, given, max_tokens, deps) : promptOf(facts, given, deps);
  return run$.pipe(saying(unread));
}

function promptOf(facts: AnalysisFacts, given: Readonly<Record<string, unknown>>, deps: McpDeps) {
  if (!facts.prompt) throw new OwnRefusal("not-found", `${nameOf(facts)} has no prompt: ask for its data.`);
  return analysed(promptOperation, facts, given, deps).pipe(
    map((event): StreamEvent<Shown> => {
      if (event.event !== "done") return event;
      const { prompt } = event.data;
      return {
        event: "done",
        data: { structured: { prompt }, content: () => [{ type: "text", text: prompt }] },
      };
    }),
  );
}

/** An analysis' data, cut to `max` tokens: what it leaves behind is told what of the answer is shown. */
function answered(
  facts: AnalysisFacts,
  given: Readonly<Record<string, unknown>>,
  max: number,
  deps: McpDeps,
): Observable<StreamEvent<Shown>> {
  const { leftOut } = factsOf(facts);
  const advice = ({ truncated }: Readonly<Record<string, unknown>>) => (truncated === undefined ? undefined : leftOut);
  const reached = (answer: AnalysisResponse) => tokenizer$.pipe(map((count) => shortenLists(answer, max, count)));
  return analysed(analysisOperation, facts, given, deps, reached).pipe(
    withinBudget<AnalysisResponse>((answer, count) => shortenLists(answer, max, count), max, { advice }),
  );
}
