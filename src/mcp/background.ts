import { defer, map, type Observable } from "rxjs";
import { z } from "zod";
import { checked } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import type { UnitRequest } from "../tasks/order.ts";
import { asTask } from "../tasks/request-path.ts";
import { refusing } from "./refusal.ts";
import { taskShown } from "./tasks/shown.ts";
import { asking, asOwn, Told } from "./tasks/stored.ts";
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
  const { input, name } = written;
  const unlisted = Object.keys(background);
  // Of a task there may be its state alone.
  const tool = defineTool({ ...written, unlisted, ...(output && { output: output.partial() }) });
  const placed = (given: unknown, deps: McpDeps): Observable<z.output<typeof Ordered>> =>
    defer(() => {
      const named = renamed(given, input);
      const args = refusing(() => checked(input, named));
      const { path, ...request } = order(
        args,
        refusing(() => timeoutOf(named)),
      );
      const told: Told = {
        tool: name,
        size: refusing(() => checked(Told.shape.size, named)),
        ignored: unread(named, input, unlisted),
      };
      return asOwn(asking({ ...request, path: asTask(path), told }, deps));
    }).pipe(map((text) => Ordered.parse(JSON.parse(text))));
  return {
    ...tool,
    order: (given, deps) => placed(given, deps).pipe(map(({ task_id }) => task_id)),
    run: (given, deps) =>
      defer(() => {
        const named = renamed(given, input);
        const wanted = refusing(() => checked(Background, named));
        if (wanted.task_id !== undefined) return taskShown(wanted.task_id, named, deps);
        if (!wanted.background) return tool.run(given, deps);
        return placed(given, deps).pipe(map(idShown), saying(unread(named, input, unlisted)));
      }),
  };
};

const Ordered = z.object({ task_id: z.string(), status: z.string() });

/** A task's id, as it is shown to a model that ordered it. */
function idShown({ task_id, status: state }: z.output<typeof Ordered>): StreamEvent<Shown> {
  const text = `Ordered as task ${task_id}, which is ${state}. Call with task_id “${task_id}” for its state and results.`;
  return { event: "done", data: { structured: { task_id, state }, content: () => [{ type: "text", text }] } };
}
