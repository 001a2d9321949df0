import { map, type Observable, switchMap, tap } from "rxjs";
import type { AnalyseDeps } from "../aggregate/analyse.ts";
import { layoutOf } from "../aggregate/body.ts";
import type { Asked } from "../aggregate/define.ts";
import { findAnalysis } from "../aggregate/index.ts";
import type { AnalysisResponse } from "../aggregate/response.ts";
import { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { lazyImport } from "../operators/lazyImport.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import { findSource } from "../sources/catalogue.ts";
import type { RunEnv } from "../sources/run.ts";
import type { PrintFormat } from "./formats.ts";
import { failures } from "./items.ts";
import { type Outputs, printed } from "./print.ts";

const PROMPT = "/llm";

/**
 * `tributary get seo/content …`, an analysis' answer, and `tributary get seo/content/llm …`, its prompt; undefined where the name is none
 * of an analysis.
 */
export function printedAnalysis(
  name: string,
  given: Readonly<Record<string, string>>,
  { env, format }: { readonly env: RunEnv; readonly format: PrintFormat },
  outputs: Outputs,
): Observable<number> | undefined {
  const listed = findAnalysis(`/${name.endsWith(PROMPT) ? name.slice(0, -PROMPT.length) : name}`);
  return listed?.code.pipe(
    switchMap((analysis) => {
      const asked = analysis.read(given);
      if (name.endsWith(PROMPT)) return printedPrompt(asked, env, outputs);
      const layout = layoutOf(analysis, asked.rows);
      return printed(
        events(asked, env),
        { format, layout, textOf: (answer) => `${JSON.stringify(answer, null, 2)}\n`, remarksOf, answered: () => true },
        outputs,
      );
    }),
  );
}

const events = (
  asked: Asked,
  env: RunEnv,
  reached?: AnalyseDeps["reached"],
): Observable<StreamEvent<AnalysisResponse>> =>
  lazyImport(
    () => import("../aggregate/analyse.ts"),
    ({ analyse }) => analyse(asked, { env, find: findSource, ...(reached && { reached }) }),
  );

function printedPrompt(asked: Asked, env: RunEnv, { out, err }: Outputs): Observable<number> {
  const { prompt, path } = asked.analysis;
  if (!prompt) throw new SourceError("not-found", `${path} has no prompt.`);
  const reached = (answer: AnalysisResponse) =>
    lazyImport(
      () => import("../aggregate/prompt/render.ts"),
      ({ shownInPrompt }) => shownInPrompt(prompt, asked, answer),
    );
  return oneShot(events(asked, env, reached)).pipe(
    switchMap((answer) =>
      lazyImport(
        () => import("../aggregate/prompt/render.ts"),
        ({ renderPrompt }) => renderPrompt(prompt, asked, answer),
      ).pipe(
        tap((text) => {
          out.write(text);
          for (const remark of remarksOf(answer)) err.write(`${remark}\n`);
        }),
      ),
    ),
    map(() => 0),
  );
}

const remarksOf = ({ sources, missing = [], warnings = [], time_ms }: AnalysisResponse): readonly string[] => [
  ...warnings,
  ...failures(sources),
  ...missing.map(({ section, reason }) => `${section} is missing: ${reason}`),
  `${sources.length} sources in ${time_ms} ms`,
];
