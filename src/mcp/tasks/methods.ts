import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  RELATED_TASK_META_KEY,
  type Result,
  type Server,
  type ServerCapabilities,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { firstValueFrom, fromEvent, lastValueFrom, map, NEVER, takeUntil, tap, throwIfEmpty } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { requestPath } from "../../tasks/request-path.ts";
import { ownerFor } from "../asking.ts";
import { type Calling, callTool } from "../call.ts";
import { protocolFailure } from "../protocol-failure.ts";
import type { McpDeps, Tool } from "../tool.ts";
import { TaskProgress, untilOver } from "./progress.ts";
import { resultShown } from "./shown.ts";
import { asking, type StoredTask, storedTask, storedTasks, taskPath } from "./stored.ts";
import { legacyTask, modernTask, POLL_MS } from "./wire.ts";

/** `legacy` up to revision 2025-11-25, whose tasks are a part of the protocol; `modern` from 2026-07-28 on, where they are an extension. */
export type Era = "legacy" | "modern";

const EXTENSION = "io.modelcontextprotocol/tasks";
/** What a host may give its model while the task goes on. */
const IMMEDIATE = "io.modelcontextprotocol/model-immediate-response";
const LISTED = 100;
const HOUR_MS = 3_600_000;

const Id = z.object({ taskId: z.string().max(100) });
const Page = z.object({ cursor: z.string().max(100).optional() });
const Declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.looseObject({ [EXTENSION]: z.looseObject({}) }) }),
});
/** Of a call of the earlier revision that is to be a task. */
const AsTask = z.object({ task: z.looseObject({}) });
const InBackground = z.object({ background: z.boolean().optional(), task_id: z.unknown().optional() });

interface TaskOptions {
  readonly era: Era;
  readonly deps: McpDeps;
  readonly calling: Calling;
}

/** What a server says of tasks: nothing where it takes no work for the background. */
export function taskCapabilities({ era, deps, calling }: TaskOptions): ServerCapabilities {
  if (!deps.inside) return {};
  if (era === "modern") return { extensions: { [EXTENSION]: {} } };
  // Where callers are not told from another, nobody is shown which tasks there are.
  const list = (calling.alone || deps.keys?.asksForKeys()) && { list: {} };
  return { tasks: { ...list, cancel: {}, requests: { tools: { call: {} } } } };
}

export interface CalledTool {
  readonly tool: Tool;
  /** As they came, whatever the revision knows. */
  readonly params: { readonly arguments?: Readonly<Record<string, unknown>> | undefined };
  readonly context: ServerContext;
}

/** Registers the request handlers of tasks; a task is visible to its owner alone. `call` runs a tool call as a task where the client asked for one. */
export function serveTasks(server: Server, options: TaskOptions) {
  const { era, deps, calling } = options;
  const keepMs = deps.config.TASKS_KEEP_HOURS * HOUR_MS;
  const progress = new TaskProgress(deps);
  const written = (task: StoredTask) => (era === "modern" ? modernTask : legacyTask)(task, keepMs);
  const ownDeps = (context: ServerContext): McpDeps => ({ ...deps, owner: ownerFor(context, deps) });
  const found = (id: string, context: ServerContext): Promise<StoredTask> =>
    firstValueFrom(storedTask(id, ownDeps(context)));

  /** As the tool's own call would have answered. */
  async function resultOf(task: StoredTask, context: ServerContext) {
    const tool: Tool = {
      name: "task_result",
      description: "",
      toolsets: [],
      input: { type: "object" },
      closed: true,
      run: (_given, within) => resultShown(task, within),
    };
    const result = await callTool(tool, { task_id: task.id }, deps, context, calling);
    return task.state === "failed" ? { ...result, isError: true } : result;
  }

  async function modernState(task: StoredTask, context: ServerContext): Promise<Result> {
    if (task.ended_at === undefined || task.state === "cancelled") return written(task);
    const result = await resultOf(task, context);
    // What failed for a reason of the web is a result with `isError`; only a fault of ours is a failure of the protocol.
    if (result._meta?.["tributary/code"] !== "internal") return { ...written(task), status: "completed", result };
    const error = { code: ProtocolErrorCode.InternalError, message: "Something went wrong on our side." };
    return { ...written(task), status: "failed", error };
  }

  async function legacyResult(id: string, context: ServerContext): Promise<Result> {
    const task = await lastValueFrom(
      untilOver(storedTask(id, ownDeps(context)), POLL_MS).pipe(
        tap((now) => progress.tell(now, context)),
        takeUntil(deps.late$ ?? NEVER),
        takeUntil(fromEvent(context.mcpReq.signal, "abort")),
        throwIfEmpty(() => new SourceError("stopping", "The request was cancelled.")),
      ),
    );
    if (task.state === "cancelled")
      throw new ProtocolError(ProtocolErrorCode.InternalError, "The task was cancelled: there is no result.");
    const { _meta, ...result } = await resultOf(task, context);
    return { ...result, _meta: { ..._meta, [RELATED_TASK_META_KEY]: { taskId: id } } };
  }

  async function cancelled(id: string, context: ServerContext): Promise<Result> {
    const task = await found(id, context);
    if (task.ended_at !== undefined) {
      if (era === "modern") return {};
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The task is over: it is ${task.state}.`);
    }
    await firstValueFrom(asking({ method: "DELETE", path: taskPath(id) }, ownDeps(context)));
    return era === "modern" ? {} : written(await found(id, context));
  }

  async function listed(cursor: string | undefined, context: ServerContext): Promise<Result> {
    const path = requestPath("/tasks", { limit: LISTED, cursor });
    const { items, next_cursor } = await firstValueFrom(storedTasks(path, ownDeps(context)));
    return { tasks: items.map(written), ...(next_cursor !== undefined && { nextCursor: next_cursor }) };
  }

  function method<Params>(
    name: string,
    params: z.ZodType<Params>,
    answer: (params: Params, context: ServerContext) => Promise<Result>,
  ): void {
    server.setRequestHandler(name, { params }, async (given, context) => {
      if (era === "modern" && !declares(context)) throw undeclared();
      try {
        return await answer(given, context);
      } catch (thrown) {
        throw protocolFailure(name, thrown, deps, ["bad-query", "not-found"]);
      }
    });
  }

  if (deps.inside) {
    method("tasks/cancel", Id, ({ taskId }, context) => cancelled(taskId, context));
    if (era === "modern") {
      method("tasks/get", Id, async ({ taskId }, context) => modernState(await found(taskId, context), context));
      // No task asks for anything: answers to questions that were never asked are passed over.
      method("tasks/update", Id, async ({ taskId }, context) => found(taskId, context).then(() => ({})));
    } else {
      method("tasks/get", Id, async ({ taskId }, context) => {
        const task = await found(taskId, context);
        progress.tell(task, context);
        return written(task);
      });
      method("tasks/result", Id, ({ taskId }, context) => legacyResult(taskId, context));
      if (taskCapabilities(options).tasks?.list)
        method("tasks/list", Page, ({ cursor }, context) => listed(cursor, context));
    }
  }

  /** Orders a call as a task; what refuses it is the call's own result, or, where a task was asked for, an error. */
  async function ordered({
    tool,
    order,
    params,
    context,
  }: CalledTool & { readonly order: Order }): Promise<CallToolResult> {
    let id: string | undefined;
    const ordering: Tool = {
      ...tool,
      cost: "light",
      run: (given, within) =>
        order(given, within).pipe(
          tap((placed) => {
            id = placed;
          }),
          map(() => ({ event: "done" as const, data: { content: () => [] } })),
        ),
    };
    const refusal = await callTool(ordering, params.arguments, deps, context, calling);
    if (id === undefined) {
      if (era === "modern") return refusal;
      const [said] = refusal.content;
      throw new ProtocolError(
        refusal._meta?.["tributary/code"] === "bad-query"
          ? ProtocolErrorCode.InvalidParams
          : ProtocolErrorCode.InternalError,
        said?.type === "text" ? said.text : "The task could not be ordered.",
      );
    }
    const task = await found(id, context);
    if (era === "modern") return { content: [], resultType: "task", ...written(task) };
    progress.keep(id, context);
    const text = `Ordered as task ${id}. Call ${tool.name} with task_id “${id}” for its state and results.`;
    return { content: [], task: written(task), _meta: { [IMMEDIATE]: text } };
  }

  return {
    /** Undefined where the call is to be answered as always. */
    call(called: CalledTool): Promise<CallToolResult> | undefined {
      const { tool, params, context } = called;
      if (!deps.inside) return undefined;
      const order = tool.order;
      const { background, task_id } = InBackground.safeParse(params.arguments ?? {}).data ?? {};
      if (era === "modern") {
        const wanted = (tool.takesLong || background) && task_id === undefined && declares(context);
        return wanted && order ? ordered({ ...called, order }) : undefined;
      }
      if (!AsTask.safeParse(params).success) return undefined;
      if (!order) throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `${tool.name} is not called as a task.`);
      if (task_id === undefined) return ordered({ ...called, order });
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        "task_id asks for a task: call without one of your own.",
      );
    },
  };
}

type Order = NonNullable<Tool["order"]>;

const declares = ({ mcpReq }: ServerContext): boolean => Declared.safeParse(mcpReq.envelope).success;

const undeclared = (): ProtocolError =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [EXTENSION]: {} } } });
