import { firstValueFrom } from "rxjs";
import { SourceError } from "../../errors.ts";
import type { State } from "../../tasks/order.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import type { App, AppContext } from "../app-context.ts";
import { refuse } from "../failure.ts";
import type { Responder } from "../responder.ts";
import { answers, Format } from "../schemas.ts";
import { foundTask, shown, TaskBody, TaskParams } from "./tasks.ts";

const CONFLICT = 409;

interface Change {
  readonly name: "pause" | "resume";
  readonly summary: string;
  readonly from: readonly State[];
  /** False: the task ended meanwhile. */
  readonly run: (id: string) => ReturnType<Tasks["pause"]>;
}

/** `POST /tasks/:id/pause` and `/resume`: 409 where the task is in no state for it. */
export function pausingRoutes(app: App, face: AppContext, tasks: Tasks, replying: Responder): void {
  const keepMs = face.config.TASKS_KEEP_HOURS * 3_600_000;
  const changes: readonly Change[] = [
    {
      name: "pause",
      summary: "Pause a task: nothing new is begun, what is under way ends; its deadline goes on",
      from: ["queued", "running"],
      run: tasks.pause,
    },
    { name: "resume", summary: "Let a paused task go on", from: ["paused"], run: tasks.unpause },
  ];
  for (const { name, summary, from, run } of changes)
    app.post(
      `/tasks/:id/${name}`,
      {
        schema: {
          operationId: `task_${name}`,
          tags: ["tasks"],
          summary,
          params: TaskParams,
          querystring: Format,
          response: answers(TaskBody, { streams: false }),
        },
      },
      async (request, reply) => {
        const found = () => firstValueFrom(foundTask(tasks, request, request.params.id));
        const { id, state } = await found();
        const changed = from.includes(state) && (await firstValueFrom(run(id)));
        const now = await found();
        if (changed) return replying.value(shown(now, keepMs), request, reply);
        const why = `The task is ${now.state}: only one that is ${from.join(" or ")} can be ${DONE[name]}.`;
        return refuse(request, reply, new SourceError("bad-query", why)).code(CONFLICT);
      },
    );
}

const DONE = { pause: "paused", resume: "resumed" };
