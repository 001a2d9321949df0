import { concatMap, EMPTY, from, map, type Observable, of, repeat, takeWhile } from "rxjs";
import { z } from "zod";
import { SourceError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import type { Outputs } from "./print.ts";
import { type AskService, withService } from "./service.ts";

const ACTIONS = ["list", "show", "results", "wait", "pause", "resume", "cancel"] as const;

const LOOK_MS = 1_000;
const Task = z.looseObject({ id: z.string(), kind: z.string(), state: z.string(), ended_at: z.string().optional() });
const List = z.object({ items: z.array(Task) });
const Results = z.looseObject({ results: z.array(z.unknown()).optional(), next_cursor: z.string().optional() });

/**
 * `tributary tasks`: those of the service that listens on HOST and PORT, asked with the first of API_KEYS; where none does, those
 * in the store. Emits lines, and the exit status: 1 where a task that was waited for did not complete.
 */
export const tasksCommand = (
  runtime: Runtime,
  given: string | undefined,
  id: string | undefined,
  { err }: Pick<Outputs, "err">,
): Observable<string | number> =>
  withService(
    runtime,
    {
      err,
      alone: (base) =>
        err.write(`No service listens at ${base}: what is shown is in the store, and nobody works on it.\n`),
    },
    (ask) => acted(ask, given, id),
  );

function acted(asked: AskService, given: string | undefined, id: string | undefined): Observable<string | number> {
  const action = ACTIONS.find((one) => one === (given ?? "list"));
  if (!action) throw new SourceError("bad-query", `tributary tasks knows ${ACTIONS.join(", ")}, not “${given}”.`);
  const ask = (path: string, method: "GET" | "POST" | "DELETE" = "GET"): Observable<unknown> => asked({ method, path });
  if (action === "list")
    return ask("/tasks").pipe(
      map((answer) => List.parse(answer).items),
      concatMap((tasks) => from(tasks.map(({ id: one, kind, state }) => `${one}  ${kind}  ${state}`))),
    );
  if (id === undefined) throw new SourceError("bad-query", `tributary tasks ${action} needs the id of a task.`);
  const path = `/tasks/${encodeURIComponent(id)}`;
  switch (action) {
    case "show":
      return ask(path).pipe(map(lineOf));
    case "pause":
    case "resume":
      return ask(`${path}/${action}`, "POST").pipe(map(lineOf));
    case "cancel":
      return ask(path, "DELETE").pipe(map((answer) => (answer === undefined ? "forgotten" : lineOf(answer))));
    case "results":
      return resultsFrom(ask, path, "0.0");
    case "wait":
      return ask(path).pipe(
        map((answer) => Task.parse(answer)),
        repeat({ delay: LOOK_MS }),
        takeWhile(({ ended_at }) => ended_at === undefined, true),
        concatMap((task) =>
          task.ended_at === undefined
            ? EMPTY
            : from<(string | number)[]>([lineOf(task), task.state === "completed" ? 0 : 1]),
        ),
      );
  }
}

/** A page a line, to the last there is; of a unit its answer. */
const resultsFrom = (ask: (path: string) => Observable<unknown>, path: string, cursor: string): Observable<string> =>
  ask(`${path}/results?limit=100&cursor=${cursor}`).pipe(
    concatMap((answer) => {
      const { results, next_cursor: next } = Results.parse(answer);
      // Only a crawl's results say where they go on; while it is under way there may be none yet.
      if (results === undefined || !isPage(answer)) return of(lineOf(answer));
      const lines$ = from(results.map(lineOf));
      return next === undefined || results.length === 0
        ? lines$
        : from([lines$, resultsFrom(ask, path, next)]).pipe(concatMap((part$) => part$));
    }),
  );

const isPage = (answer: unknown): boolean =>
  typeof answer === "object" && answer !== null && "failed_results" in answer;

const lineOf = (value: unknown): string => JSON.stringify(value);
