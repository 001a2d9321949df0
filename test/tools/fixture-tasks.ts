import { randomUUID } from "node:crypto";
import { defer, delay, map, of, throwError } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { defineOrderable } from "../../src/mcp/background.ts";
import { defineTool, type Shown, type Tool } from "../../src/mcp/tool.ts";
import type { AskInside } from "../../src/tasks/units.ts";

/* The tools that the protocol's conformance runner calls as tasks, and a service in memory that takes their orders. */

interface Task {
  readonly told: unknown;
  readonly createdAt: number;
  readonly endsAt: number;
  readonly failure: "unreachable" | "internal" | undefined;
  cancelledAt: number | undefined;
}

/** Answers as the service's own interface does of tasks that end by the clock. */
export function fixtureTasks(): AskInside {
  const tasks = new Map<string, Task>();

  function begin(url: URL, told: unknown) {
    const task_id = randomUUID();
    const createdAt = Date.now();
    const endsAt = createdAt + Number(url.searchParams.get("seconds") ?? 1) * 1_000;
    const failure = url.pathname === "/failing" ? "unreachable" : url.pathname === "/broken" ? "internal" : undefined;
    tasks.set(task_id, { told, createdAt, endsAt, failure, cancelledAt: undefined });
    return { task_id, status: "running" };
  }

  function state({ told, createdAt, endsAt, failure, cancelledAt }: Task, id: string) {
    const isOver = cancelledAt !== undefined || Date.now() >= endsAt;
    const ended = cancelledAt === undefined ? (failure ? "failed" : "completed") : "cancelled";
    return {
      id,
      kind: "analysis",
      state: isOver ? ended : "running",
      created_at: new Date(createdAt).toISOString(),
      ...(isOver && { ended_at: new Date(cancelledAt ?? endsAt).toISOString() }),
      pages: { kept: 0, failed: 0, disallowed: 0, waiting: 0, under_way: isOver ? 0 : 1 },
      told,
    };
  }

  return ({ method, path, told }) =>
    defer(() => {
      const url = new URL(path, "http://service");
      const [, folder, id = "", part] = url.pathname.split("/");
      if (folder !== "tasks") return of(begin(url, told));
      const task = tasks.get(id);
      if (!task) return throwError(() => new SourceError("not-found", "There is no such task."));
      if (method === "DELETE") task.cancelledAt = Date.now();
      if (part !== "results") return of(state(task, id));
      const { failure } = task;
      return failure ? throwError(() => new SourceError(failure, "This task fails.")) : of({ answer: 42 });
    }).pipe(map((answer) => JSON.stringify(answer)));
}

const Seconds = z.object({ seconds: z.number().default(1), label: z.string().optional() });

const done = (text: string): StreamEvent<Shown> => ({
  event: "done",
  data: { content: () => [{ type: "text", text }] },
});

const taking = (name: string, path: string): Tool =>
  defineOrderable({
    name,
    description: name,
    toolsets: [],
    takesLong: true,
    input: Seconds,
    order: ({ seconds }) => ({ method: "GET", path: `${path}?seconds=${seconds}` }),
    run: ({ seconds }) => of(done("Done.")).pipe(delay(seconds * 1_000)),
  });

export const TASK_TOOLS: readonly Tool[] = [
  defineTool({
    name: "greet",
    description: "greets",
    toolsets: [],
    input: z.object({ name: z.string() }),
    run: ({ name }) => of(done(`Hello, ${name}!`)),
  }),
  taking("slow_compute", "/slow"),
  taking("confirm_delete", "/slow"),
  taking("failing_job", "/failing"),
  taking("protocol_error_job", "/broken"),
];
