import { SourceError } from "../../errors.ts";

interface Loss {
  readonly cause?: unknown;
  /** It could not be started, or reached: no page was in it. */
  readonly atStart?: boolean;
  /** It is there, and takes no more. */
  readonly full?: boolean;
}

/** The browser ended, or lost a page: what was only read may be tried again in a new one. */
export class BrowserLost extends SourceError {
  readonly atStart: boolean;
  readonly full: boolean;

  constructor(message: string, { cause, atStart = false, full = false }: Loss = {}) {
    super("unreachable", message, { cause });
    this.atStart = atStart;
    this.full = full;
  }
}
