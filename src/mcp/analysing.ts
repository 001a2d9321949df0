import { defer, map, type Observable, switchMap } from "rxjs";
import type { AnalysisFacts } from "../aggregate/analysis-facts.ts";
import type { StreamEvent } from "../events.ts";
import { analysisNamed, type analysisOperation, type promptOperation } from "../operations/analysis.ts";
import { begun, type Operation } from "../operations/define.ts";
import type { Scope } from "../operations/scope.ts";
import { refusing } from "./refusal.ts";
import { scopeFor } from "./scope.ts";
import type { McpDeps } from "./tool.ts";

type Given = Readonly<Record<string, unknown>>;
type AnalysisInput = (typeof analysisOperation | typeof promptOperation)["input"];

/** Runs an analysis, or its prompt. Fails in our own words where what it is given does not fit. */
export const analysed = <Answer extends object>(
  operation: Operation<AnalysisInput, Answer>,
  { path }: AnalysisFacts,
  given: Given,
  deps: McpDeps,
  reached?: Scope["reached"],
): Observable<StreamEvent<Answer>> =>
  defer(() => analysisNamed(path).code).pipe(
    map((analysis) => refusing(() => analysis.read(asText(given)))),
    switchMap(() =>
      begun(
        operation,
        { analysis: path, parameters: asText(given) },
        { ...scopeFor(deps), timeoutMs: undefined, reached },
      ),
    ),
  );

/** Parameters as a query has them. */
const asText = (given: Given): Given =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const])),
  );
