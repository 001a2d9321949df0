import type { About } from "./about.ts";

/** How a source is asked beside `q`. */
export interface RequestOptions {
  /** Pages to read at most; default 1. */
  readonly pages?: number;
  /** Milliseconds after which an answer that is held is asked again, where the source would keep it for longer. */
  readonly maxAgeMs?: number;
  /** The source's own parameters; what is undefined is not sent. */
  readonly options?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The entity that the question is about: rows of others are left out and counted in `limits`. */
  readonly about?: About | undefined;
  /**
   * Which of the source's own lists is asked, where it has several: a section or field may be made of one of them alone
   * (`ema#shortages`), and be missing where that one failed.
   */
  readonly part?: string | undefined;
}
