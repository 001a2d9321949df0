import { catchError, firstValueFrom, map, merge, type Observable, of, timer } from "rxjs";
import { toSourceError } from "../errors.ts";
import type { Position, TaskEvent, TaskNews } from "../tasks/events.ts";
import type { Tasks } from "../tasks/tasks.ts";
import type { Stopping } from "./app-context.ts";

/** What a reader of a task's events is sent: events, that the connection lives, or why there is no more. */
export type Said =
  | { readonly events: readonly TaskEvent[] }
  | { readonly beat: true }
  | { readonly failure: { readonly error: string; readonly code: string } };

export interface Telling {
  /** Milliseconds between two signs of life. */
  readonly heartbeatMs: number;
  readonly stopping: Pick<Stopping, "now$">;
}

/**
 * What a task tells after a position, to its end. The store is asked again when what was said has been taken, so that a
 * slow reader holds nothing in memory. Returning ends what is waited for.
 */
export async function* taskEvents(
  tasks: Tasks,
  id: string,
  from: Position,
  { heartbeatMs, stopping }: Telling,
): AsyncGenerator<Said, void> {
  let position = from;
  for (;;) {
    const said = await firstValueFrom(next(tasks, id, position, { heartbeatMs, stopping }));
    if ("news" in said) {
      yield { events: said.news.events };
      if (said.news.over) return;
      position = said.news.position;
    } else {
      yield said;
      if ("failure" in said) return;
    }
  }
}

type Next = { readonly news: TaskNews } | Exclude<Said, { events: readonly TaskEvent[] }>;

const next = (tasks: Tasks, id: string, position: Position, { heartbeatMs, stopping }: Telling): Observable<Next> =>
  merge(
    tasks.news(id, position).pipe(map((news): Next => ({ news }))),
    timer(heartbeatMs).pipe(map((): Next => ({ beat: true }))),
    stopping.now$,
  ).pipe(
    catchError((thrown: unknown) => {
      const { message: error, kind: code } = toSourceError(thrown);
      return of<Next>({ failure: { error, code } });
    }),
  );
