import type { ErrorKind } from "./errors.ts";

/** What one source came to within a fan-out. */
export interface SourceOutcome {
  readonly id: string;
  /** `ok`: items; `empty`: the upstream says there are none; `stale`: kept items, for the upstream failed; else why it failed. */
  readonly status: "ok" | "empty" | "stale" | ErrorKind;
  readonly items: number;
  readonly time_ms: number;
  readonly error?: string | undefined;
  /** What it was not asked for, and why: further pages while its queue was long. */
  readonly note?: string | undefined;
}

/** The events of every stream of the service. `Response` is the one-shot answer, which `done` carries whole. */
export type StreamEvent<Response = unknown> =
  | { readonly event: "source"; readonly data: { readonly id: string; readonly status: "started" } | SourceOutcome }
  | { readonly event: "result"; readonly data: RankedResult }
  | { readonly event: "page"; readonly data: Readonly<Record<string, unknown>> }
  | { readonly event: "section"; readonly data: { readonly name: string; readonly value: unknown } }
  | { readonly event: "answer"; readonly data: { readonly text: string } }
  | { readonly event: "done"; readonly data: Response }
  | { readonly event: "error"; readonly data: Failure };

/** An item with its present place; sent again under the same `id` when a duplicate was merged into it. */
export interface RankedResult {
  /** Stable within the stream. */
  readonly id: string;
  /** 1-based, among all results so far. */
  readonly rank: number;
  /** 0–1. */
  readonly score: number;
  readonly item: Readonly<Record<string, unknown>>;
}

/** The one shape of every failure. */
export interface Failure {
  readonly success: false;
  /** A sentence a person can act on. */
  readonly error: string;
  readonly code: ErrorKind;
  /** The id of the request, which the log names too. */
  readonly request_id?: string;
}
