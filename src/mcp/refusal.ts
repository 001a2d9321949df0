import { type ErrorKind, SourceError } from "../errors.ts";

/** A refusal in words of our own alone, which nothing from the web is part of: a model reads it outside the fence. */
export class OwnRefusal extends SourceError {}

/** A failure with what to try next, in words of our own. The failure's own message may quote an upstream. */
export class AdvisedError extends SourceError {
  readonly advice: string;

  constructor({ kind, message, ...detail }: SourceError, advice: string) {
    super(kind, message, detail);
    this.advice = advice;
  }
}

/** What throws a refusal of an argument throws it in our own words: only what the caller wrote is quoted. */
export function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof SourceError && OWN.has(error.kind) ? new OwnRefusal(error.kind, error.message) : error;
  }
}

const OWN: ReadonlySet<ErrorKind> = new Set(["bad-query", "unknown-source"]);
