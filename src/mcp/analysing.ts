import { noop, type Observable, switchMap, tap } from "rxjs";
import type { AnalyseDeps } from "../aggregate/analyse.ts";
import type { AnalysisFacts } from "../aggregate/analysis-facts.ts";
import type { Asked } from "../aggregate/define.ts";
import { findAnalysis } from "../aggregate/index.ts";
import type { AnalysisResponse } from "../aggregate/response.ts";
import type { StreamEvent } from "../events.ts";
import { lazyImport } from "../operators/lazyImport.ts";
import { oneShot } from "../pipelines/one-shot.ts";
import { nameOf } from "./analyses.ts";
import type { Measured } from "./measured.ts";
import { OwnRefusal, refusing } from "./refusal.ts";
import type { McpDeps } from "./tool.ts";

type Given = Readonly<Record<string, unknown>>;

/** Runs an analysis. Fails with `bad-query` where what it is given does not fit. */
export const analysed = (
  facts: AnalysisFacts,
  given: Given,
  deps: McpDeps,
  reached: Reaching,
): Observable<StreamEvent<AnalysisResponse>> =>
  codeOf(facts).pipe(
    switchMap((analysis) =>
      running(
        refusing(() => analysis.read(asText(given))),
        deps,
        reached,
      ),
    ),
  );

/** Runs an analysis to its prompt's text. */
export const prompted = (
  facts: AnalysisFacts,
  given: Given,
  deps: McpDeps,
  onEvent: Measured["event"] = noop,
): Observable<string> =>
  codeOf(facts).pipe(
    switchMap((analysis) => {
      const asked = refusing(() => analysis.read(asText(given)));
      const { prompt } = analysis;
      if (!prompt) throw promptless(facts);
      const reached: Reaching = (answer) =>
        lazyImport(
          () => import("../aggregate/prompt/render.ts"),
          ({ shownInPrompt }) => shownInPrompt(prompt, asked, answer),
        );
      return oneShot(
        running(asked, deps, reached).pipe(tap<StreamEvent<AnalysisResponse>>((event) => onEvent(event))),
      ).pipe(
        switchMap((answer) =>
          lazyImport(
            () => import("../aggregate/prompt/render.ts"),
            ({ renderPrompt }) => renderPrompt(prompt, asked, answer),
          ),
        ),
      );
    }),
  );

const promptless = (facts: AnalysisFacts): OwnRefusal =>
  new OwnRefusal("not-found", `${nameOf(facts)} has no prompt: ask for its data.`);

function codeOf({ path }: AnalysisFacts) {
  const listed = findAnalysis(path);
  if (!listed) throw new TypeError(`${path} is listed and not there: npm run docs writes the list anew.`);
  return listed.code;
}

/** The part of an answer that a model is shown. */
type Reaching = NonNullable<AnalyseDeps["reached"]>;

const running = (asked: Asked, deps: McpDeps, reached: Reaching) =>
  lazyImport(
    () => import("../aggregate/analyse.ts"),
    ({ analyse }) =>
      analyse(asked, {
        env: deps.env,
        reached,
        find: (id) => deps.categories.flatMap(({ sources }) => sources).find((source) => source.id === id),
        onFailure: (what, error) => deps.onFailure?.(what, error.cause ?? error),
      }),
  );

/** Parameters as a query has them. */
const asText = (given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );
