import { concatMap, defer, map, type Observable, of } from "rxjs";
import { z } from "zod";
import { checked } from "../../errors.ts";
import type { StreamEvent } from "../../events.ts";
import { researchOperation } from "../../operations/research.ts";
import type { CountTokens } from "../../pipelines/budget/tokens.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { Limit, MaxTokens, Offset } from "../arguments.ts";
import { refusing } from "../refusal.ts";
import { shortenLists } from "../shorten-lists.ts";
import { listWithinBudget, withinBudget } from "../token-budget.ts";
import { type McpDeps, type Shown, saying } from "../tool.ts";
import { asking, progressText, type StoredTask, storedTask, taskPath } from "./stored.ts";

/** Pages of one answer at most; fewer fit most answers. */
const MOST_PAGES = 50;
const FEWEST_FAILURES = 20;

const Pages = z.object({ results: z.array(z.unknown()), failed_results: z.array(z.unknown()) });
const Answer = z.looseObject({});
const Size = z.object({ offset: Offset, max_tokens: MaxTokens, limit: Limit });
type Size = z.output<typeof Size>;

/** A task's state, and what it has come to so far: of a crawl its pages from `offset` on, of anything else its answer. */
export const taskShown = (id: string, given: unknown, deps: McpDeps): Observable<StreamEvent<Shown>> =>
  defer(() => {
    const size = refusing(() => checked(Size, given));
    return storedTask(id, deps).pipe(concatMap((task) => shownOf(task, size, deps)));
  });

/** The result of a task that is over, as the call's own result would have been shown. */
export const resultShown = (task: StoredTask, deps: McpDeps): Observable<StreamEvent<Shown>> =>
  shownOf(task, Size.parse(task.told?.size ?? {}), deps).pipe(saying(task.told?.ignored));

function shownOf(task: StoredTask, size: Size, deps: McpDeps): Observable<StreamEvent<Shown>> {
  if (task.kind === "crawl" || task.kind === "scrape") return pagesOf(task, size, deps);
  return task.ended_at === undefined ? stateOf(task, size) : answerOf(task, size, deps);
}

const facts = ({ id, kind, state, stopped, error }: StoredTask) => ({
  task_id: id,
  kind,
  state,
  ...(stopped !== undefined && { stopped }),
  ...(error !== undefined && { error }),
});

const toldOf = (task: StoredTask): string =>
  task.ended_at === undefined ? `${progressText(task)} Ask again later.` : progressText(task);

const stateOf = (task: StoredTask, { max_tokens }: Size): Observable<StreamEvent<Shown>> =>
  of({ event: "done" as const, data: facts(task) }).pipe(
    withinBudget((answer) => answer, max_tokens, { advice: () => toldOf(task) }),
  );

const pagesOf = (task: StoredTask, size: Size, deps: McpDeps): Observable<StreamEvent<Shown>> => {
  const { offset, limit = MOST_PAGES } = size;
  const results = requestPath(`${taskPath(task.id)}/results`, { offset, limit: Math.min(limit, MOST_PAGES) });
  return asking({ method: "GET", path: results }, deps).pipe(
    map((text) => ({ event: "done" as const, data: Pages.parse(JSON.parse(text)) })),
    withinBudget<z.output<typeof Pages>>((answer, count) => fitted(task, answer, size, count), size.max_tokens, {
      advice: () => toldOf(task),
    }),
  );
};

/** As many whole pages as fit; what follows is asked for by its offset. */
function fitted(
  task: StoredTask,
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

const answerOf = (task: StoredTask, size: Size, deps: McpDeps): Observable<StreamEvent<Shown>> =>
  asking({ method: "GET", path: `${taskPath(task.id)}/results` }, deps).pipe(
    map((text) => ({ event: "done" as const, data: Answer.parse(JSON.parse(text)) })),
    withinBudget<z.output<typeof Answer>>(
      (answer, count) => ({ ...facts(task), ...short(task, answer, size, count) }),
      size.max_tokens,
    ),
  );

function short({ kind }: StoredTask, answer: z.output<typeof Answer>, size: Size, count: CountTokens) {
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
