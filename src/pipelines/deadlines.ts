import type { MonoTypeOperatorFunction } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { withDeadline } from "../operators/withDeadline.ts";

/* What an operation may take as a whole, on every face: tries and queueing included. docs/limits.md has the table. */

/** Milliseconds, where an operation has no other time. */
export const OPERATION_MS = 30_000;

/** Of a batch; what is not there by then is told as `timeout`. */
export const BATCH_MS = 120_000;

/** Beside the time after which an operation leaves with what it has: for putting the answer together. */
export const SPARE_MS = 5_000;

/** Of what a language model may write: its own time comes on top. */
export const writingMs = ({ LLM_BASE_URL, LLM_TIMEOUT_MS }: Config): number =>
  OPERATION_MS + (LLM_BASE_URL === undefined ? 0 : LLM_TIMEOUT_MS);

/** Fails with `timeout` where the stream has not completed after so many milliseconds. */
export const cutOffAfter = <T>(ms: number): MonoTypeOperatorFunction<T> =>
  withDeadline(
    ms,
    () => new SourceError("timeout", `The answer was not complete after ${ms / 1000} s and was cut off.`),
  );
