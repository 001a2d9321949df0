import type { MonoTypeOperatorFunction } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { withDeadline } from "../operators/withDeadline.ts";

/* What an operation may take as a whole, on every face: tries and queueing included. docs/limits.md has the table. */

/** Milliseconds, where an operation has no other time. */
export const OPERATION_MS = 30_000;

/** Of a batch; what is not there by then is told as `timeout`. */
export const BATCH_MS = 120_000;

/** Seconds of a crawl: within the minute that clients of MCP give a call; `timeout` gives it more. */
export const CRAWL_S = 50;

/** Beside the time after which an operation leaves with what it has: for putting the answer together. */
export const SPARE_MS = 5_000;

/** Of what a language model may write: its own time comes on top. */
export const writingMs = ({ LLM_BASE_URL, LLM_TIMEOUT_MS }: Config): number =>
  OPERATION_MS + (LLM_BASE_URL === undefined ? 0 : LLM_TIMEOUT_MS);

/** Shares of what finding and reading may take together: the engines, each further search, and all until pages are read. */
const SEARCH_SHARE = 2 / 3;
const VARIANT_SHARE = 0.08;
const READ_SHARE = 0.95;
/** Of what is left for writing, what an embeddings model may take. */
const RANK_SHARE = 0.5;

/** How the milliseconds of an answer are shared among searching, reading pages and writing. */
export interface Shares {
  readonly searchMs: number;
  /** Of each search for a variant of the query. */
  readonly variantMs: number;
  /** Of what is left for reading pages, now. */
  readonly readMs: () => number;
  /** Of what is left for ranking passages by a model, now: a share of what is left for writing. */
  readonly rankMs: () => number;
  /** Of what is left for writing, now. */
  readonly writeMs: () => number;
}

/**
 * Shares an answer's time so that it leaves with what there is before `timeMs` is up. Searching and reading take no more than
 * `OPERATION_MS` of it, what is above is the language model's.
 */
export function sharesOf(timeMs: number, now: () => number): Shares {
  const begin = now();
  const findingMs = Math.min(timeMs, OPERATION_MS);
  const left = (ms: number): number => Math.max(0, ms - (now() - begin));
  return {
    searchMs: findingMs * SEARCH_SHARE,
    variantMs: findingMs * VARIANT_SHARE,
    readMs: () => left(findingMs * READ_SHARE),
    rankMs: () => left(timeMs) * RANK_SHARE,
    writeMs: () => left(timeMs),
  };
}

/** Fails with `timeout` where the stream has not completed after so many milliseconds. */
export const cutOffAfter = <T>(ms: number): MonoTypeOperatorFunction<T> =>
  withDeadline(
    ms,
    () => new SourceError("timeout", `The answer was not complete after ${ms / 1000} s and was cut off.`),
  );
