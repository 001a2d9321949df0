import type { AnalyseDeps } from "../aggregate/analyse.ts";
import type { Config } from "../config.ts";
import type { SourceError } from "../errors.ts";
import type { SourceOutcome } from "../events.ts";
import type { ResearchResult } from "../pipelines/research/request.ts";
import type { Catalogue } from "../sources/by-name.ts";
import type { RunEnv } from "../sources/run.ts";

/** What one request runs within, whatever face it came by. */
export interface Scope {
  readonly config: Config;
  /** The upstream that notes what was cached, the keys, how old an answer may be. */
  readonly env: RunEnv;
  readonly catalogue: Catalogue;
  /** Milliseconds that the caller gives; absent: what the operation has. */
  readonly timeoutMs?: number | undefined;
  /** Events are shown as they come: every engine is waited for, and pages leave without being held. */
  readonly streamed?: boolean | undefined;
  /** Nobody looks at results on their way: no event tells of one. */
  readonly whole?: boolean | undefined;
  /** Told of what an answer will be written from, before it is. */
  readonly onResults?: ((results: readonly ResearchResult[]) => void) | undefined;
  /** Told after each visit of a crawl how many addresses are found and not visited yet. */
  readonly onQueue?: ((waiting: number) => void) | undefined;
  /** Emits once: the part of an analysis' answer that the reader is shown; absent: all of it. */
  readonly reached?: AnalyseDeps["reached"] | undefined;
  /** Counts what a source came to, where the events do not say it. */
  readonly onSource?: ((outcome: SourceOutcome) => void) | undefined;
  /** Logs what is our own fault: the answer holds the sentence only. */
  readonly onFailure?: ((what: string, error: SourceError) => void) | undefined;
}
