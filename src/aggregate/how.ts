/** How a source is asked beside `q`. */
export interface How {
  /** Pages to read at most; default 1. */
  readonly pages?: number;
  /** Ask afresh, whatever the request says: what is held of before is not what is wanted. */
  readonly fresh?: boolean;
  /** The source's own parameters; what is undefined is not sent. */
  readonly options?: Readonly<Record<string, string | number | boolean | undefined>>;
}
