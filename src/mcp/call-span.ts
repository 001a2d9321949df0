import { toSourceError } from "../errors.ts";
import { type Attributes, tracing } from "../tracing/tracing.ts";

interface Called {
  /** The protocol's method: `tools/call`. */
  readonly method: string;
  /** What is called: a tool, a prompt. */
  readonly name: string;
  readonly given: unknown;
  /** `_meta` of the request, which may hold a `traceparent`. */
  readonly meta: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Does a call within a span of its own: a child of what its `_meta` says, else of the request that brought it.
 * `failureOf` finds the code of a failure in an answer.
 */
export async function spanned<T>(
  { method, name, given, meta = {} }: Called,
  failureOf: (answer: T) => unknown,
  call: () => Promise<T>,
): Promise<T> {
  const to = tracing();
  if (!to) return call();
  const attributes: Attributes = {
    "mcp.method.name": method,
    "tributary.face": "mcp",
    [method === "prompts/get" ? "gen_ai.prompt.name" : "gen_ai.tool.name"]: name,
    "gen_ai.tool.call.arguments": to.tellsQueries ? JSON.stringify(given) : undefined,
  };
  const said = to.from(meta);
  const parent = said === to.nowhere ? to.here() : said;
  const span = to.begin(`${method} ${name}`, { kind: "server", attributes, parent });
  try {
    const answer = await to.at(span.context, call);
    const failure = failureOf(answer);
    if (typeof failure === "string") span.failed(failure);
    return answer;
  } catch (thrown) {
    span.failed(toSourceError(thrown).kind);
    throw thrown;
  } finally {
    span.end();
  }
}

/** Does what a request asks as belonging where its headers say. */
export function within(headers: Readonly<Record<string, unknown>>, act: () => void): void {
  const to = tracing();
  if (to) to.at(to.from(headers), act);
  else act();
}
