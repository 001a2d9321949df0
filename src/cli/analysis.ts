import { map, type Observable, switchMap, tap } from "rxjs";
import { layoutOf } from "../aggregate/body.ts";
import { findAnalysis } from "../aggregate/index.ts";
import type { AnalysisResponse } from "../aggregate/response.ts";
import { analysisOperation, promptOperation } from "../operations/analysis.ts";
import { begun } from "../operations/define.ts";
import type { Scope } from "../operations/scope.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import type { Freshness } from "../sources/run.ts";
import type { PrintFormat } from "./formats.ts";
import { failures } from "./items.ts";
import { type Outputs, printed } from "./print.ts";

const PROMPT = "/llm";

interface Printing extends Outputs {
  readonly format: PrintFormat;
}

/**
 * `tributary get seo/content …`, an analysis' answer, and `tributary get seo/content/llm …`, its prompt; undefined where the name is none
 * of an analysis.
 */
export function printedAnalysis(
  name: string,
  given: Readonly<Record<string, string>>,
  age: Freshness,
  { timeoutMs: _, ...scope }: Scope,
  { format, ...outputs }: Printing,
): Observable<number> | undefined {
  const path = `/${name.endsWith(PROMPT) ? name.slice(0, -PROMPT.length) : name}`;
  const parameters = { ...given, ...(age.no_cache && { no_cache: "true" }) };
  return findAnalysis(path)?.code.pipe(
    switchMap((analysis) => {
      if (name.endsWith(PROMPT))
        return printedPrompt(begun(promptOperation, { analysis: path, parameters }, scope, age), outputs);
      const layout = layoutOf(analysis, analysis.read(parameters).rows);
      return printed(
        begun(analysisOperation, { analysis: path, parameters }, scope, age),
        { format, layout, textOf: (answer) => `${JSON.stringify(answer, null, 2)}\n`, remarksOf, answered: () => true },
        outputs,
      );
    }),
  );
}

const printedPrompt = (events$: ReturnType<typeof promptOperation.run>, { out, err }: Outputs): Observable<number> =>
  oneShot(events$).pipe(
    tap(({ prompt, answer }) => {
      out.write(prompt);
      for (const remark of remarksOf(answer)) err.write(`${remark}\n`);
    }),
    map(() => 0),
  );

const remarksOf = ({ sources, missing = [], warnings = [], time_ms }: AnalysisResponse): readonly string[] => [
  ...warnings,
  ...failures(sources),
  ...missing.map(({ section, reason }) => `${section} is missing: ${reason}`),
  `${sources.length} sources in ${time_ms} ms`,
];
