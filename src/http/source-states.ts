import { z } from "zod";
import type { AppContext } from "./app-context.ts";

export const StateBody = z.object({
  id: z.string(),
  state: z
    .enum(["ok", "failing", "resting", "probing", "unknown"])
    .describe("failing: three failures in a row or more"),
  resting_until: z.string().optional().describe("ISO 8601"),
  last_ok: z.string().optional().describe("ISO 8601"),
  last_error: z.object({ code: z.string(), error: z.string(), at: z.string() }).optional(),
  consecutive_failures: z.int(),
});

export type States = ReturnType<AppContext["env"]["upstream"]["circuitBreaker"]["states"]>;

/** Maps circuit-breaker states to the response schema: every source asked since the start. */
export const statesOf = (states: States): readonly z.output<typeof StateBody>[] =>
  [...states].map(([id, { state, restingUntil, lastOk, lastError, consecutiveFailures }]) => ({
    id,
    state,
    ...(restingUntil !== undefined && { resting_until: restingUntil }),
    ...(lastOk !== undefined && { last_ok: lastOk }),
    ...(lastError && { last_error: lastError }),
    consecutive_failures: consecutiveFailures,
  }));
