/** How a source is asked beside `q`. */
export interface How {
  /** Pages to read at most; default 1. */
  readonly pages?: number;
  /** Milliseconds after which an answer that is held is asked again, where the source would keep it for longer. */
  readonly maxAgeMs?: number;
  /** The source's own parameters; what is undefined is not sent. */
  readonly options?: Readonly<Record<string, string | number | boolean | undefined>>;
}
