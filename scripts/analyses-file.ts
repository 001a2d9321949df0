import { z } from "zod";
import type { AnalysisFacts } from "../src/aggregate/analysis-facts.ts";
import type { Analysis } from "../src/aggregate/define.ts";

/** What the service knows of its analyses without their code: a line each, in the registry's order. */
export const analysesFile = (analyses: readonly Analysis[]): string =>
  analyses
    .map(({ path, title, describe, q, parameters, sources, prompt }): AnalysisFacts => {
      const { properties } = z.toJSONSchema(parameters, { io: "input", unrepresentable: "any" });
      return {
        path,
        title,
        describe,
        q,
        parameters: properties ?? {},
        sources: [...sources.keys()],
        prompt: prompt !== undefined,
      };
    })
    .map((facts) => `${JSON.stringify(facts)}\n`)
    .join("");
