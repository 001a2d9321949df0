import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

/**
 * The library's server, whose refusals of parameters are sentences: the library gives the validator's list as JSON text, some
 * of it as an internal error. A call may be answered by a task, which the library would take for a tool's result without
 * content.
 */
export class SpokenServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, context: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, context: ServerContext) => Promise<Result> {
    return async (request, context) => {
      let task: Result | undefined;
      const wrapped = super._wrapHandler(method, async (given, within) => {
        const result = await handler(given, within);
        if (method !== "tools/call" || !isTask(result)) return result;
        const { content: _, ...rest } = result;
        task = rest;
        return { content: [] };
      });
      try {
        const result = await wrapped(request, context);
        return task ?? result;
      } catch (error) {
        throw spoken(method, error);
      }
    };
  }
}

/** Whether a call was answered by a task, as one of the two eras writes it; its handler gives it an empty `content`. */
const isTask = (result: Result): boolean => result["resultType"] === "task" || result["task"] !== undefined;

const Issues = z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1);
const MOST_ISSUES = 3;

/** An error in a sentence, where it is a validator's list of issues. */
function spoken(method: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const list = error.message.slice(Math.max(0, error.message.indexOf("[")));
  const issues = Issues.safeParse(parsed(list));
  if (!issues.success) return error;
  const told = issues.data
    .slice(0, MOST_ISSUES)
    .map(({ path, message }) => `${path.join(".") || "params"}: ${message.slice(0, 200)}`);
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `${method} is not asked like this. ${told.join("; ")}.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
