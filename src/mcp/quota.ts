import { isJSONRPCRequest } from "@modelcontextprotocol/server";
import { firstValueFrom } from "rxjs";
import { SourceError } from "../errors.ts";
import { type Holder, mayUseTool } from "../keys/keyring.ts";
import { type Keys, type Limit, rateLimitHeaders } from "../keys/keys.ts";
import { costOfTool, type Tool } from "./tool.ts";

/** What becomes of a message under its key's quotas: headers for the answer, or why there is none. */
interface Passage {
  readonly headers: Readonly<Record<string, string>>;
  readonly refusal?: SourceError | undefined;
}

/** The tools that a key may use. */
export const toolsFor = (tools: readonly Tool[], holder: Holder | undefined): readonly Tool[] =>
  holder && !holder.operator ? tools.filter(({ toolsets }) => mayUseTool(holder, toolsets)) : tools;

/** What a key's choice of tools is called among others. */
export const choiceOf = (holder: Holder | undefined): string =>
  holder?.toolsets?.join(",") ?? (holder?.routes === undefined ? "" : "none");

/**
 * Counts the calls of a message against its key's quotas, and refuses tools that the key may not use, whoever began the
 * session. What is no tool is a prompt, for which an analysis is run.
 */
export async function passage(
  body: unknown,
  holder: Holder | undefined,
  keys: Keys,
  toolNamed: (name: string) => Tool | undefined,
): Promise<Passage> {
  let limits: readonly Limit[] = [];
  if (!holder) return { headers: {} };
  for (const name of called(body)) {
    const tool = toolNamed(name);
    if (tool && !mayUseTool(holder, tool.toolsets))
      return { headers: {}, refusal: new SourceError("forbidden", `The key ${holder.name} may not use ${name}.`) };
    const allowance = await firstValueFrom(keys.charge(holder, tool ? costOfTool(tool) : "search"));
    limits = allowance.limits;
    if (allowance.refusal) return { headers: rateLimitHeaders(limits), refusal: allowance.refusal };
  }
  return { headers: rateLimitHeaders(limits) };
}

/** The tools and prompts that a message, or several, call. */
function called(body: unknown): readonly string[] {
  return [body].flat().flatMap((message) => {
    if (!isJSONRPCRequest(message) || !["tools/call", "prompts/get"].includes(message.method)) return [];
    const name: unknown = message.params?.["name"];
    return typeof name === "string" ? [name] : [];
  });
}
