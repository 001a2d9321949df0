import { map, type Observable } from "rxjs";
import { z } from "zod";
import type { AnalysisFacts } from "../../aggregate/listing.ts";
import type { AnalysisResponse } from "../../aggregate/response.ts";
import type { StreamEvent } from "../../events.ts";
import { nameOf, toolsetsOf, wordsOf } from "../analyses.ts";
import { analysed, prompted } from "../analysing.ts";
import { MaxTokens, words } from "../arguments.ts";
import { shortened } from "../lists.ts";
import { showing } from "../shown.ts";
import { defineTool, type Shown, type Tool } from "../tool.ts";

/** An analysis as a tool: its answer as data, or its prompt. */
export const analysisTool = (facts: AnalysisFacts): Tool =>
  defineTool({
    name: nameOf(facts),
    description: wordsOf(facts),
    toolsets: toolsetsOf(facts),
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
    run: ({ q, output, options = {}, max_tokens }, deps): Observable<StreamEvent<Shown>> =>
      output === "prompt"
        ? prompted(facts, { ...options, q }, deps).pipe(
            map((prompt) => ({
              event: "done",
              data: { structured: { prompt }, content: () => [{ type: "text", text: prompt }] },
            })),
          )
        : analysed(facts, { ...options, q }, deps).pipe(
            showing<AnalysisResponse>((answer, count) => shortened(answer, max_tokens, count), max_tokens),
          ),
  });
