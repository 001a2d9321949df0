import { map, type Observable } from "rxjs";
import { z } from "zod";
import type { AnalysisFacts } from "../../aggregate/listing.ts";
import { MAX_TIMEOUT_MS } from "../../aggregate/parameters.ts";
import type { AnalysisResponse } from "../../aggregate/response.ts";
import type { StreamEvent } from "../../events.ts";
import { tokenizer$ } from "../../pipelines/budget/tokens.ts";
import { factsOf, nameOf, toolsetsOf, wordsOf } from "../analyses.ts";
import { analysed, prompted } from "../analysing.ts";
import { MaxTokens, words } from "../arguments.ts";
import { shortened } from "../lists.ts";
import { showing } from "../shown.ts";
import { defineTool, type McpDeps, type Shown, type Tool } from "../tool.ts";

/** An analysis as a tool: its answer as data, or its prompt. */
export const analysisTool = (facts: AnalysisFacts): Tool =>
  defineTool({
    leaves: true,
    deadlineMs: () => MAX_TIMEOUT_MS,
    name: nameOf(facts),
    description: wordsOf(facts),
    toolsets: toolsetsOf(facts),
    hints: factsOf(facts).hints,
    input: z.object({
      q: words(facts.q.describe, facts.q.example),
      output: z.enum(["data", "prompt"], { error: "must be data or prompt" }).default("data"),
      options: z
        .looseObject({}, { error: "must be an object of the analysis' own parameters" })
        .optional()
        .describe([...Object.keys(facts.parameters), "sources"].join(", ")),
      max_tokens: MaxTokens,
    }),
    output: z.looseObject({}),
    run: ({ q, output, options: given = {}, max_tokens }, deps): Observable<StreamEvent<Shown>> => {
      const options = { ...given, ...(deps.timeoutMs !== undefined && { timeout: deps.timeoutMs / 1000 }) };
      return output === "prompt"
        ? prompted(facts, { ...options, q }, deps, (event) => {
            if (event.event === "source" && event.data.status !== "started") deps.onSource?.(event.data);
          }).pipe(
            map((prompt) => ({
              event: "done",
              data: { structured: { prompt }, content: () => [{ type: "text", text: prompt }] },
            })),
          )
        : answered(facts, { ...options, q }, max_tokens, deps);
    },
  });

/** An analysis' data, cut to `max` tokens: what it leaves behind is told what of the answer is shown. */
function answered(
  facts: AnalysisFacts,
  given: Readonly<Record<string, unknown>>,
  max: number,
  deps: McpDeps,
): Observable<StreamEvent<Shown>> {
  const { leftOut } = factsOf(facts);
  const advice = ({ truncated }: Readonly<Record<string, unknown>>) => (truncated === undefined ? undefined : leftOut);
  const reached = (answer: AnalysisResponse) => tokenizer$.pipe(map((count) => shortened(answer, max, count)));
  return analysed(facts, given, deps, reached).pipe(
    showing<AnalysisResponse>((answer, count) => shortened(answer, max, count), max, { advice }),
  );
}
