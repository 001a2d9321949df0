import { concatMap, map, type Observable, of, switchMap } from "rxjs";
import { z } from "zod";
import type { AnalyseDeps } from "../aggregate/analyse.ts";
import type { Asked } from "../aggregate/define.ts";
import { allAnalyses, findAnalysis, type ListedAnalysis } from "../aggregate/index.ts";
import { MAX_TIMEOUT_MS } from "../aggregate/parameters.ts";
import type { AnalysisResponse } from "../aggregate/response.ts";
import { SourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { lazyImport } from "../operators/lazyImport.ts";
import { defineOperation } from "./define.ts";
import type { Scope } from "./scope.ts";

const input = z.object({
  /** Its path: `/<family>/<name>`. */
  analysis: z.string(),
  /** Its parameters, `q` among them, as the text of a query has them. */
  parameters: z.record(z.string(), z.unknown()),
});

/** Returns an analysis by its path; throws `unknown-source`. */
export function analysisNamed(path: string): ListedAnalysis {
  const listed = findAnalysis(path);
  if (!listed) throw new SourceError("unknown-source", `There is no analysis ${path.slice(0, 80)}.`);
  return listed;
}

/** Runs an analysis that is asked; `reached` emits the part of its answer that is shown. */
const analysing = (
  asked: Asked,
  { env, catalogue, onFailure }: Pick<Scope, "env" | "catalogue" | "onFailure">,
  reached?: AnalyseDeps["reached"],
): Observable<StreamEvent<AnalysisResponse>> =>
  lazyImport(
    () => import("../aggregate/analyse.ts"),
    ({ analyse }) =>
      analyse(asked, {
        env,
        find: catalogue.find,
        ...(reached && { reached }),
        ...(onFailure && { onFailure }),
      }),
  );

/** Several sources folded into one answer. */
export const analysisOperation = defineOperation({
  name: "analysis",
  title: "An analysis",
  description: "Asks several sources and folds what they say into one answer.",
  subject: "analysis",
  input,
  output: z.looseObject({}),
  limits: { ms: MAX_TIMEOUT_MS, leaves: true },
  run: ({ analysis, parameters }, scope) =>
    analysisNamed(analysis).code.pipe(switchMap((code) => analysing(code.read(parameters), scope, scope.reached))),
  rows: { list: "sections" },
});

/** An analysis' prompt, with the answer that it is made of. */
export interface PromptResponse {
  readonly prompt: string;
  readonly answer: AnalysisResponse;
}

const rendering = () => import("../aggregate/prompt/render.ts");

/** An analysis as a prompt for a language model. */
export const promptOperation = defineOperation({
  name: "prompt",
  title: "An analysis as a prompt",
  description: "Runs an analysis and writes its answer as a prompt of some 800 tokens.",
  subject: "analysis",
  input,
  output: z.object({ prompt: z.string() }),
  limits: { ms: MAX_TIMEOUT_MS, leaves: true },
  run: ({ analysis, parameters }, scope): Observable<StreamEvent<PromptResponse>> =>
    analysisNamed(analysis).code.pipe(
      switchMap((code) =>
        code.prompt ? of({ asked: code.read(parameters), prompt: code.prompt }) : promptless(code.path),
      ),
      switchMap(({ asked, prompt }) =>
        analysing(asked, scope, (answer) =>
          lazyImport(rendering, (code) => code.shownInPrompt(prompt, asked, answer)),
        ).pipe(
          concatMap((event): Observable<StreamEvent<PromptResponse>> => {
            if (event.event !== "done") return of(event);
            const answer = event.data;
            return lazyImport(rendering, (code) => code.renderPrompt(prompt, asked, answer)).pipe(
              map((text) => ({ event: "done", data: { prompt: text, answer } })),
            );
          }),
        ),
      ),
    ),
  rows: { list: "prompt" },
});

/** Analyses that are data and no prompt name those that have one. */
async function promptless(path: string): Promise<never> {
  const paths = (await allAnalyses()).flatMap((analysis) => (analysis.prompt ? [`${analysis.path}/llm`] : []));
  throw new SourceError("not-found", `${path} has no prompt. These have one: ${paths.join(", ")}.`);
}
