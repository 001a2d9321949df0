import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { filter, fromEvent, identity, lastValueFrom, map, NEVER, takeUntil, tap, throwIfEmpty } from "rxjs";
import { type ErrorKind, SourceError, toSourceError } from "../errors.ts";
import type { StreamEvent } from "../events.ts";
import { createFence, type Fence } from "../fence.ts";
import { forClient } from "../upstream/for-client.ts";
import { callerOf, ownerFor } from "./asking.ts";
import { measured } from "./measured.ts";
import { AdvisedError, OwnRefusal } from "./refusal.ts";
import { failureText, NOTICE } from "./text.ts";
import { costOfTool, type McpDeps, type Tool } from "./tool.ts";

export interface Calling {
  /** Whether the data go out by the tool's output schema too. */
  readonly structured: boolean;
  /** There is one caller: over standard input and output. */
  readonly alone?: boolean;
}

/**
 * Runs a tool to its end. Where the client gave a progress token, results and the states of sources are told as they come;
 * where it cancels, or hangs up, the run is unsubscribed, which closes the sockets below. A failure is a result with
 * `isError`, in the sentence that REST has for it. One fence serves the whole call.
 */
export async function callTool(
  tool: Tool,
  given: unknown,
  deps: McpDeps,
  context: ServerContext,
  { structured: wanted }: Calling,
): Promise<CallToolResult> {
  const { _meta, signal, notify } = context.mcpReq;
  const fence = createFence();
  const call = measured(tool.name, given, deps);
  const progressToken = _meta?.progressToken;
  let progress = 0;
  const cost = costOfTool(tool);
  const client = callerOf(context, deps);
  const owner = ownerFor(context, deps);
  const env = { ...deps.env, upstream: forClient(deps.env.upstream, client) };
  const tell = (message: string): void => {
    if (progressToken === undefined || signal.aborted) return;
    progress += 1;
    notify({ method: "notifications/progress", params: { progressToken, progress, message } }).catch((error: unknown) =>
      deps.onFailure?.("progress could not be told", error),
    );
  };
  try {
    const { structured, content } = await lastValueFrom(
      tool.run(given, { ...deps, env, owner, onSource: (data) => call.event({ event: "source", data }) }).pipe(
        deps.admission?.admitted(cost, client) ?? identity,
        tap((event) => {
          call.event(event);
          const message = said(event, fence);
          if (message !== undefined) tell(message);
        }),
        filter((event) => event.event === "done"),
        map(({ data }) => data),
        takeUntil(deps.late$ ?? NEVER),
        takeUntil(fromEvent(signal, "abort")),
        throwIfEmpty(() => new SourceError("stopping", "The call was cancelled.")),
      ),
    );
    const blocks = content(fence);
    call.end("ok");
    // Many clients show a model nothing but the structured content: a picture beside it would be lost.
    const sendsData = (wanted || tool.alwaysStructured) && !blocks.some(({ type }) => type === "image");
    const isReplayed = deps.replayed?.seen === true;
    return {
      content: [
        ...blocks,
        ...(isReplayed && !tool.alwaysStructured ? [{ type: "text" as const, text: REPLAYED }] : []),
      ],
      ...(isReplayed && { _meta: { "tributary/replayed": true } }),
      ...(sendsData && structured && { structuredContent: { notice: NOTICE, ...structured } }),
    };
  } catch (thrown) {
    const error = toSourceError(thrown);
    call.end(error.kind);
    if (error.kind === "internal") deps.onFailure?.(tool.name, error.cause ?? error);
    const advice = error instanceof AdvisedError ? error.advice : undefined;
    const text = isOwn(error) ? error.message : failureText(error.message, advice, fence);
    return { isError: true, content: [{ type: "text", text }], _meta: { "tributary/code": error.kind } };
  }
}

const REPLAYED = "This is made of recordings that were replayed, not of what the web says now.";

const OWN: ReadonlySet<ErrorKind> = new Set(["internal", "overloaded", "stopping"]);

/** Whether a failure's sentence is ours alone. */
const isOwn = (error: SourceError): boolean => error instanceof OwnRefusal || OWN.has(error.kind);

/** An event in a line; what an upstream said within the fence. */
function said(event: StreamEvent, fence: Fence): string | undefined {
  switch (event.event) {
    case "source":
      return "items" in event.data
        ? `${event.data.id}: ${event.data.error ? fence.aroundLine(event.data.error) : `${event.data.items} items`}`
        : `${event.data.id}: asked`;
    case "result":
      return fence.aroundLine(lineOf(event.data.item));
    case "page":
      return fence.aroundLine(lineOf(event.data));
    case "section":
      return event.data.name;
    case "answer":
      return fence.aroundLine(event.data.text.slice(-MAX_LINE));
    case "error":
      return fence.aroundLine(event.data.error);
    case "done":
      return undefined;
  }
}

const MAX_LINE = 300;

const lineOf = ({ title, url, error }: Readonly<Record<string, unknown>>): string =>
  [title, url, error]
    .filter((part) => typeof part === "string" && part !== "")
    .join(" – ")
    .slice(0, MAX_LINE);
