import { z } from "zod";

const BOUNDS = "must be a whole number from 100 to 1000000";

/** `max_tokens` of a request, as a number or its text. */
export const MaxTokens = z.coerce
  .number({ error: BOUNDS })
  .int({ error: BOUNDS })
  .min(100, { error: BOUNDS })
  .max(1_000_000, { error: BOUNDS })
  .describe("tokens (o200k_base) that the answer's texts may have; what is over is cut and told in truncated");

/** One thing that was cut. */
export type Cut = {
  /** `items`, `results`: a whole entry; else the entry's field, or `answer`; `table_of_contents`: that of the entry's text. */
  readonly field: string;
  /** The entry's. */
  readonly url?: string;
} & ({ readonly tokens_before: number; readonly tokens_after: number } | { readonly dropped: true });

/** What `max_tokens` took away. */
export interface Truncated {
  readonly max_tokens: number;
  /** What the texts that are left have: the answer's list (and `answer`) as JSON. */
  readonly tokens: number;
  /** The most important first, 20 at most. */
  readonly cut: readonly Cut[];
  /** Cuts beyond those listed. */
  readonly more?: number;
}

/** An answer that says what was cut from it. */
export type Fitted<Response> = Response & { readonly truncated?: Truncated };
