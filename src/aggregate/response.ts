import type { SourceOutcome } from "../events.ts";

/** Why a section is absent. */
export interface Missing {
  readonly section: string;
  readonly reason: string;
}

/** What every analysis answers; its own sections stand between `understood` and `limits`. */
export interface AnalysisResponse {
  readonly success: true;
  readonly q: string;
  readonly understood: Readonly<Record<string, unknown>>;
  readonly limits: readonly string[];
  readonly warnings?: readonly string[];
  /** A section is absent or weaker because a source failed, was cut off or gave what is past its time. */
  readonly partial: boolean;
  readonly missing?: readonly Missing[];
  readonly sources: readonly SourceOutcome[];
  readonly generated_at: string;
  readonly time_ms: number;
  readonly [section: string]: unknown;
}
