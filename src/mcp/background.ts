import { catchError, concatMap, defer, map, type Observable, of, throwError } from "rxjs";
import { z } from "zod";
import { checked, toSourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { researchOperation } from "../operations/research.ts";
import type { CountTokens } from "../pipelines/budget/tokens.ts";
import type { UnitRequest } from "../tasks/order.ts";
import { asTask, requestPath } from "../tasks/request-path.ts";
import { Limit, MaxTokens, Offset } from "./arguments.ts";
import { OwnRefusal, refusing } from "./refusal.ts";
import { shortenLists } from "./shorten-lists.ts";
import { listWithinBudget, withinBudget } from "./token-budget.ts";
import {
  defineTool,
  type McpDeps,
  renamed,
  type Shown,
  saying,
  type Tool,
  timeoutOf,
  unread,
  type Written,
} from "./tool.ts";

/** Of every tool that can be ordered; told once in the server's instructions. */
export const background = {
  background: z.boolean({ error: "must be true or false" }).optional().describe("answer a task_id; ask again with it"),
  task_id: z.string({ error: "must be the id of a task" }).max(100).optional(),
};
const Background = z.object(background);

/** A tool that can be ordered as a task. */
interface Orderable<Input extends z.ZodObject> extends Written<Input> {
  /**
   * The request of the service's own interface that a call stands for. `timeout` is in seconds, and undefined where the call
   * says nothing.
   */
  readonly order: (args: z.output<Input>, timeout: number | undefined) => UnitRequest;
}

/** A tool that `background` orders as a task, and that tells of any task by `task_id`. */
export const defineOrderable = <Input extends z.ZodObject>({ order, output, ...written }: Orderable<Input>): Tool => {
  const { input } = written;
  const unlisted = Object.keys(background);
  // Of a task there may be its state alone.
  const tool = defineTool({ ...written, unlisted, ...(output && { output: output.partial() }) });
  return {
    ...tool,
    run: (given, deps) =>
      defer(() => {
        const named = renamed(given, input);
        const wanted = refusing(() => checked(Background, named));
        if (wanted.task_id !== undefined) return taskShown(wanted.task_id, named, deps);
        if (!wanted.background) return tool.run(given, deps);
        const args = refusing(() => checked(input, named));
        return ordered(
          order(
            args,
            refusing(() => timeoutOf(named)),
          ),
          deps,
        ).pipe(saying(unread(named, input, unlisted)));
      }),
  };
};

/** Pages of one answer at most; fewer fit most answers. */
const MOST_PAGES = 50;
const FEWEST_FAILURES = 20;

const Ordered = z.object({ task_id: z.string(), status: z.string() });
const Task = z.object({
  id: z.string(),
  kind: z.string(),
  state: z.string(),
  ended_at: z.string().optional(),
  stopped: z.string().optional(),
  error: z.string().optional(),
  pages: z.object({ kept: z.int(), failed: z.int(), waiting: z.int(), under_way: z.int() }),
});
type Task = z.output<typeof Task>;
const Pages = z.object({ results: z.array(z.unknown()), failed_results: z.array(z.unknown()) });
const Answer = z.looseObject({});
const Size = z.object({ offset: Offset, max_tokens: MaxTokens, limit: Limit });
type Size = z.output<typeof Size>;

/** Orders what a tool was asked as a task, and shows its id. Fails as the route fails whose request it is. */
const ordered = (request: UnitRequest, deps: McpDeps): Observable<StreamEvent<Shown>> =>
  asOwn(asking({ ...request, path: asTask(request.path) }, deps)).pipe(
    map((text) => Ordered.parse(JSON.parse(text))),
    map(({ task_id, status: state }): StreamEvent<Shown> => {
      const text = `Ordered as task ${task_id}, which is ${state}. Call with task_id “${task_id}” for its state and results.`;
      return { event: "done", data: { structured: { task_id, state }, content: () => [{ type: "text", text }] } };
    }),
  );

/** A task's state, and what it has come to so far: of a crawl its pages from `offset` on, of anything else its answer. */
function taskShown(id: string, given: unknown, deps: McpDeps): Observable<StreamEvent<Shown>> {
  const size = refusing(() => checked(Size, given));
  const path = `/tasks/${encodeURIComponent(id)}`;
  return asOwn(asking({ method: "GET", path }, deps)).pipe(
    map((text) => Task.parse(JSON.parse(text))),
    concatMap((task) => {
      if (task.kind === "crawl" || task.kind === "scrape") return pagesOf(task, path, size, deps);
      return task.ended_at === undefined ? stateOf(task, size) : answerOf(task, path, size, deps);
    }),
  );
}

const asking = (request: UnitRequest, { inside, owner = "" }: McpDeps): Observable<string> =>
  inside
    ? inside(request, owner)
    : throwError(() => new OwnRefusal("not-found", "This server takes no work for the background."));

/** What refuses an order, or a task's id, names what the caller wrote, and nothing from the web. */
const asOwn = <T>(asked$: Observable<T>): Observable<T> =>
  asked$.pipe(
    catchError((thrown: unknown) => {
      const { kind, message, retryAfterMs } = toSourceError(thrown);
      return throwError(() => new OwnRefusal(kind, message, { retryAfterMs }));
    }),
  );

const facts = ({ id, kind, state, stopped, error }: Task) => ({
  task_id: id,
  kind,
  state,
  ...(stopped !== undefined && { stopped }),
  ...(error !== undefined && { error }),
});

const toldOf = ({ state, ended_at, pages: { kept, failed, waiting, under_way } }: Task): string =>
  ended_at === undefined
    ? `The task is ${state}: ${kept} kept, ${failed} failed, ${under_way} under way, ${waiting} waiting. Ask again later.`
    : `The task is ${state}: ${kept} kept, ${failed} failed.`;

const stateOf = (task: Task, { max_tokens }: Size): Observable<StreamEvent<Shown>> =>
  of({ event: "done" as const, data: facts(task) }).pipe(
    withinBudget((answer) => answer, max_tokens, { advice: () => toldOf(task) }),
  );

const pagesOf = (task: Task, path: string, size: Size, deps: McpDeps): Observable<StreamEvent<Shown>> => {
  const { offset, limit = MOST_PAGES } = size;
  const results = requestPath(`${path}/results`, { offset, limit: Math.min(limit, MOST_PAGES) });
  return asking({ method: "GET", path: results }, deps).pipe(
    map((text) => ({ event: "done" as const, data: Pages.parse(JSON.parse(text)) })),
    withinBudget<z.output<typeof Pages>>((answer, count) => fitted(task, answer, size, count), size.max_tokens, {
      advice: () => toldOf(task),
    }),
  );
};

/** As many whole pages as fit; what follows is asked for by its offset. */
function fitted(
  task: Task,
  { results, failed_results }: z.output<typeof Pages>,
  { offset, max_tokens }: Size,
  count: CountTokens,
) {
  const whole = { ...facts(task), results, failed_results: failed_results.slice(0, FEWEST_FAILURES) };
  const {
    next_offset: _,
    truncated: __,
    ...part
  } = listWithinBudget(whole, "results", { offset: 0, max_tokens }, count);
  const shown: readonly unknown[] = Array.isArray(part["results"]) ? part["results"] : [];
  const isCut = JSON.stringify(shown[0]) !== JSON.stringify(results[0]);
  const next = offset + shown.length;
  const left = task.pages.kept - next;
  const said = [
    ...(isCut ? ["The page's text was cut: web_extract reads it whole."] : []),
    ...(left > 0 ? [`${left} more pages: ask again with offset ${next}.`] : []),
  ];
  return {
    ...part,
    ...(left > 0 && { next_offset: next }),
    ...(said.length > 0 && { truncated: said.join(" ") }),
  };
}

const answerOf = (task: Task, path: string, size: Size, deps: McpDeps): Observable<StreamEvent<Shown>> =>
  asking({ method: "GET", path: `${path}/results` }, deps).pipe(
    map((text) => ({ event: "done" as const, data: Answer.parse(JSON.parse(text)) })),
    withinBudget<z.output<typeof Answer>>(
      (answer, count) => ({ ...facts(task), ...short(task, answer, size, count) }),
      size.max_tokens,
    ),
  );

function short({ kind }: Task, answer: z.output<typeof Answer>, size: Size, count: CountTokens) {
  switch (kind) {
    case "map":
      return listWithinBudget(answer, "urls", size, count);
    case "batch":
    case "research":
      return listWithinBudget(answer, researchOperation.rows.list, size, count);
    default:
      return shortenLists(answer, size.max_tokens, count);
  }
}
