import { SourceError } from "../errors.ts";
import type { CostClass } from "./classes.ts";

const MOST_RETRY_S = 60;

/** What a class has to say of itself to one that it refuses. */
interface Refusing {
  readonly cost: CostClass;
  readonly running: number;
  readonly waiting: number;
  /** Milliseconds until one that is asked for now would begin, about. */
  readonly beginsInMs: number;
}

/** The error of an operation that has no room: 503 with `Retry-After`, of one second at least and a minute at most. */
export function overloaded({ cost, running, waiting, beginsInMs }: Refusing): SourceError {
  const seconds = Math.min(MOST_RETRY_S, Math.max(1, Math.ceil(beginsInMs / 1000)));
  return withoutStack(
    () =>
      new SourceError(
        "overloaded",
        `The service has as many requests of this kind (${cost}) as it can answer: ${running} are under way, ` +
          `${waiting} wait. Ask again in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
        { retryAfterMs: seconds * 1000, rests: false },
      ),
  );
}

/** An error of which a storm makes hundreds a second costs less without a stack that nobody reads. */
function withoutStack(made: () => SourceError): SourceError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return made();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
