import { json, Refused } from "../../kit/api.ts";
import { type Fields, fields, list, text } from "../../kit/shape.ts";

/** A tool as an agent sees it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: Fields;
  /** Some four characters are a token. */
  readonly tokens: number;
}

const CHARS_PER_TOKEN = 4;

/** One message of the protocol, alone; fails with what the server said. */
async function sent(toolsets: string, method: string, params: Fields, signal?: AbortSignal): Promise<Fields> {
  const path = `/mcp${toolsets && `?${new URLSearchParams({ toolsets })}`}`;
  const body = { jsonrpc: "2.0", id: 1, method, params };
  const answer = await json(path, { body, ...(signal && { signal }) });
  const error = fields(answer["error"]);
  if (text(error["message"])) throw new Refused({ error: error["message"] }, 0);
  return fields(answer["result"]);
}

export async function toolsOf(toolsets: string): Promise<readonly Tool[]> {
  const result = await sent(toolsets, "tools/list", {});
  return list(result["tools"]).map((value) => {
    const tool = fields(value);
    return {
      name: text(tool["name"]),
      description: text(tool["description"]),
      schema: fields(tool["inputSchema"]),
      tokens: Math.ceil(JSON.stringify(value).length / CHARS_PER_TOKEN),
    };
  });
}

export interface Called {
  readonly text: string;
  readonly failed: boolean;
}

/** What a tool answers, as the agent reads it. */
export async function call(name: string, given: Fields, signal: AbortSignal): Promise<Called> {
  const result = await sent("all,chatgpt", "tools/call", { name, arguments: given }, signal);
  const parts = list(result["content"]).map((part) => text(fields(part)["text"]) || `[${text(fields(part)["type"])}]`);
  return { text: parts.join("\n"), failed: result["isError"] === true };
}
