import { concat, concatMap, defer, ignoreElements, merge, type Observable, of } from "rxjs";
import type { StreamEvent } from "../events.ts";
import type { McpDeps, Shown } from "./tool.ts";

/**
 * Runs what asks sources that keep what they saw, such that they keep it only where their answer is shown whole: what a cut
 * left out is told again when it is asked again with a larger `max_tokens`. A failure to keep is the run's.
 *
 *     run:   --o---done|
 *     keep$:       --|
 *     kept:  --o-----done|
 */
export const keptWhenWhole = (
  deps: McpDeps,
  run: (deps: McpDeps) => Observable<StreamEvent<Shown>>,
): Observable<StreamEvent<Shown>> =>
  defer(() => {
    const pledges: Observable<unknown>[] = [];
    const env = { ...deps.env, pledge: (keep$: Observable<unknown>) => void pledges.push(keep$) };
    return run({ ...deps, env }).pipe(
      concatMap((event) =>
        event.event === "done" && isWhole(event.data.structured)
          ? concat(merge(...pledges).pipe(ignoreElements()), of(event))
          : of(event),
      ),
    );
  });

/** Whether neither the answer nor one of its lists' entries says that something of it was cut. */
function isWhole(answer: Shown["structured"]): boolean {
  if (answer === undefined) return false;
  const entries = Object.values(answer).flatMap((value: unknown) => (Array.isArray(value) ? value : []));
  return [answer, ...entries].every((one: unknown) => Object(one).truncated === undefined);
}
