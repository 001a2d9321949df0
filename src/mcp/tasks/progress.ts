import type { ProgressToken, ServerContext } from "@modelcontextprotocol/server";
import { RELATED_TASK_META_KEY } from "@modelcontextprotocol/server";
import { distinctUntilChanged, type Observable, repeat, takeWhile, timer } from "rxjs";
import type { McpDeps } from "../tool.ts";
import { progressText, type StoredTask } from "./stored.ts";

/** Progress tokens kept at most; the oldest is evicted. */
const MOST = 100;

/**
 * A task whenever it is another than before, to its end.
 *
 *     task:  (a|)
 *     every: --------
 *     asked: a-a-b-c
 *     out:   a---b-(c|)   c is over
 */
export const untilOver = (task$: Observable<StoredTask>, everyMs: number): Observable<StoredTask> =>
  task$.pipe(
    repeat({ delay: () => timer(everyMs) }),
    distinctUntilChanged((before, now) => JSON.stringify(before) === JSON.stringify(now)),
    takeWhile(({ ended_at }) => ended_at === undefined, true),
  );

/**
 * Sends progress notifications of tasks. The progress token of the call is valid until its task ends: it is notified on the
 * stream of whichever request of the session polls the task, beside that request's own token.
 */
export class TaskProgress {
  readonly #calls = new Map<string, { readonly token: ProgressToken; told: number }>();
  readonly #onFailure: McpDeps["onFailure"];

  constructor({ onFailure }: Pick<McpDeps, "onFailure">) {
    this.#onFailure = onFailure;
  }

  /** Keeps the token of the call that became a task. */
  keep(id: string, { mcpReq }: ServerContext): void {
    const token = mcpReq._meta?.progressToken;
    if (token === undefined) return;
    const [oldest] = this.#calls.keys();
    if (this.#calls.size >= MOST && oldest !== undefined) this.#calls.delete(oldest);
    this.#calls.set(id, { token, told: -1 });
  }

  /** Tells a request's stream how far a task is. */
  tell(task: StoredTask, context: ServerContext): void {
    const { kept, failed, disallowed, waiting, under_way } = task.pages;
    const progress = kept + failed + disallowed;
    const total = progress + waiting + under_way;
    const call = this.#calls.get(task.id);
    const own = context.mcpReq._meta?.progressToken;
    if (call && progress > call.told) {
      call.told = progress;
      this.#notify(task, context, { progressToken: call.token, progress, total });
    }
    if (own !== undefined) this.#notify(task, context, { progressToken: own, progress, total });
    if (task.ended_at !== undefined) this.#calls.delete(task.id);
  }

  #notify(
    task: StoredTask,
    { mcpReq }: ServerContext,
    counts: { readonly progressToken: ProgressToken; readonly progress: number; readonly total: number },
  ): void {
    if (mcpReq.signal.aborted) return;
    const _meta = { [RELATED_TASK_META_KEY]: { taskId: task.id } };
    mcpReq
      .notify({ method: "notifications/progress", params: { ...counts, message: progressText(task), _meta } })
      .catch((error: unknown) => this.#onFailure?.("a task's progress could not be told", error));
  }
}
