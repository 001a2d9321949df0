import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { numeric } from "../../kit/readers/json.ts";
import type { Verdict } from "../../kit/responses/refusals.ts";
import { quotedSaying } from "../../kit/responses/said.ts";

export const API = "https://api.twelvedata.com";

export const authorization = (key: string) => ({ headers: { authorization: `apikey ${key}` } });

const Failure = z.object({ status: z.literal("error"), code: numeric.nullish(), message: z.string() });

/** Failures come with their own status, or with 200: https://twelvedata.com/docs#errors */
export function refused(body: unknown): Verdict {
  const failure = Failure.safeParse(body).data;
  if (!failure) return undefined;
  const { code, message } = failure;
  const says = `Twelve Data says: ${quotedSaying(message)}`;
  if (code === 429) return new SourceError("rate-limited", says);
  if (code === 401 || code === 403) return new SourceError("missing-key", says);
  if (code === 404 || /symbol.{0,60}(?:not found|invalid|missing)|No data is available/i.test(message)) return "empty";
  return new SourceError(code === 400 || code === 414 ? "bad-query" : "unreachable", says);
}
