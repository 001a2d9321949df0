import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { type ErrorKind, toSourceError } from "../errors.ts";
import type { McpDeps } from "./tool.ts";

/** A failure as an error of the protocol, in the sentence that REST has for it. `invalid` are those of the parameters. */
export function protocolFailure(
  what: string,
  thrown: unknown,
  { onFailure }: Pick<McpDeps, "onFailure">,
  invalid: readonly ErrorKind[] = ["bad-query"],
): ProtocolError {
  if (thrown instanceof ProtocolError) return thrown;
  const { kind, message, cause, retryAfterMs } = toSourceError(thrown);
  if (kind === "internal") onFailure?.(what, cause ?? thrown);
  const code = invalid.includes(kind) ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  return new ProtocolError(code, message, {
    "tributary/code": kind,
    ...(retryAfterMs !== undefined && { retry_after_seconds: Math.ceil(retryAfterMs / 1000) }),
  });
}
