import { type ErrorKind, SourceError } from "../../errors.ts";

/** A failure of a scrape that its kind alone does not name. */
export class ScrapeError extends SourceError {
  /** As clients of this API know it, e.g. `NOT_SUPPORTED`. */
  readonly scrapeCode: string;
  /** The HTTP status that goes with it. */
  readonly scrapeStatus: number;

  constructor(
    kind: ErrorKind,
    scrapeStatus: number,
    scrapeCode: string,
    message: string,
    cause?: unknown,
    retryAfterMs?: number,
  ) {
    super(kind, message, { cause, retryAfterMs });
    this.scrapeCode = scrapeCode;
    this.scrapeStatus = scrapeStatus;
  }
}

/** What is not offered here; the sentence says what is. */
export const notSupported = (message: string): ScrapeError =>
  new ScrapeError("not-found", 501, "NOT_SUPPORTED", message);
