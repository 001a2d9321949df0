import type { Context } from "@opentelemetry/api";

/** What a span, or a line of the log, is described by; what is undefined is left out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  /** `server`: somebody asked us; `client`: we ask somebody; `consumer`: work that was ordered earlier. Default: `internal`. */
  readonly kind?: "server" | "client" | "consumer" | "internal";
  readonly attributes?: Attributes;
  /** Where it belongs to. Default: where the code that begins it runs. */
  readonly parent?: Context;
}

/** Something that takes time, from its beginning to its end. */
export interface Span {
  /** What is begun there is its child. */
  readonly context: Context;
  set(attributes: Attributes): void;
  /** It came to a failure of that type (`error.type`): a code of ours, or an HTTP status. */
  failed(type: string, message?: string): void;
  /** Ends it; a second call does nothing. */
  end(): void;
}

/** Records spans and sends them, and the log, to a collector. */
export interface Tracing {
  /** Attributes may say what was asked: queries, addresses of pages, sentences of failures. */
  readonly tellsQueries: boolean;
  begin(name: string, options?: SpanOptions): Span;
  /** Where the code that runs now belongs to. */
  here(): Context;
  /** Where nothing belongs to: a span that begins there is a trace of its own. */
  readonly nowhere: Context;
  /** Runs `act`, and what it begins, as belonging there. */
  at<T>(context: Context, act: () => T): T;
  /** Where a caller outside says that its request belongs to (`traceparent`, `tracestate`); `nowhere` where it says nothing. */
  from(headers: Readonly<Record<string, unknown>>): Context;
  /** The headers that tell a host where a request belongs to: none but for those hosts that may know. */
  headersFor(host: string): Readonly<Record<string, string>>;
  /** What a line of the log says of where it belongs to. */
  ids(): Readonly<Record<string, string>>;
  /** Sends a line of the log, in pino's fields. */
  log(line: Readonly<Record<string, unknown>>): void;
  /** Sends what is recorded, within two seconds; nothing is recorded any more. Never fails. */
  stop(): Promise<void>;
}

let current: Tracing | undefined;

/** The tracing of this process; undefined where no collector is set. */
export const tracing = (): Tracing | undefined => current;

/** Sets the tracing of this process, before anything is traced; undefined: none. */
export const useTracing = (next: Tracing | undefined): void => {
  current = next;
};
