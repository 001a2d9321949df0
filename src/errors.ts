import type { z } from "zod";

/** Every way in which the service says no, with the HTTP status that says it. */
export const STATUS_OF = {
  "bad-query": 400,
  unauthorized: 401,
  forbidden: 403,
  "forbidden-target": 403,
  "unknown-source": 404,
  "not-found": 404,
  "method-not-allowed": 405,
  "too-large": 413,
  "missing-key": 424,
  "quota-exceeded": 429,
  internal: 500,
  blocked: 502,
  crashed: 502,
  "rate-limited": 502,
  unreachable: 502,
  changed: 502,
  "unsupported-type": 502,
  "not-ready": 503,
  "action-failed": 422,
  "no-browser": 501,
  busy: 503,
  overloaded: 503,
  stopping: 503,
  timeout: 504,
} as const;

export type ErrorKind = keyof typeof STATUS_OF;

export interface SourceErrorDetail {
  readonly cause?: unknown;
  /** When the upstream said how long to wait. */
  readonly retryAfterMs?: number | undefined;
  /** It was never asked: its turn in our queue did not come in time. */
  readonly unqueued?: boolean | undefined;
  /** The host gave no answer at all: no address, no connection, or silence. */
  readonly unanswered?: boolean | undefined;
  /** `true`: it is said to whatever is asked, as a refusal is, and opens the circuit breaker; `false`: it never does. */
  readonly rests?: boolean | undefined;
}

/**
 * The one error type. `message` is a sentence that a person can act on; it never holds a secret.
 *
 * - `bad-query`: what was asked cannot be asked
 * - `missing-key`: the source needs a key that is not set, or the upstream refused the key
 * - `not-found`: the thing asked for does not exist upstream
 * - `blocked`: a captcha, consent wall or refusal; `rate-limited`: too many requests, see `retryAfterMs`
 * - `unreachable`: no connection, or a 5xx; `timeout`: too slow
 * - `changed`: an answer that no longer has the shape we read
 * - `forbidden`: the key may not use what was asked for; `quota-exceeded`: it has used what it may, see `retryAfterMs`
 * - `forbidden-target`: the guard refused the address
 * - `too-large`, `unsupported-type`: a body we will not or cannot read
 * - `crashed`: the process that read the answer was killed, twice
 * - `action-failed`: something that was to be done on a page could not be
 * - `no-browser`: it takes a browser, and none is installed; `busy`: the queue before the browser, or before the upstream, is too long, see `retryAfterMs`
 * - `overloaded`: the service has no room for it at the moment, see `retryAfterMs`
 * - `not-ready`: something that the service needs is missing
 * - `stopping`: the service itself is being stopped
 */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly kind: ErrorKind;
  readonly retryAfterMs: number | undefined;
  /** The source rests, for it would say the same to any question. */
  readonly rests: boolean;
  /** It was never asked: its turn in our queue did not come in time. */
  readonly unqueued: boolean;
  /** The host gave no answer at all: no address, no connection, or silence. */
  readonly unanswered: boolean;
  /** Repeated, it opens the circuit breaker: `timeout` and `unreachable`, but for what says nothing of the upstream. */
  readonly passing: boolean;

  constructor(kind: ErrorKind, message: string, detail: SourceErrorDetail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.kind = kind;
    this.retryAfterMs = detail.retryAfterMs;
    this.rests = detail.rests ?? (kind === "blocked" || kind === "rate-limited");
    this.unqueued = detail.unqueued ?? false;
    this.unanswered = detail.unanswered ?? false;
    this.passing = detail.rests !== false && (kind === "timeout" || kind === "unreachable");
  }

  get status(): number {
    return STATUS_OF[this.kind];
  }
}

/** What a value must be, by the type that a schema expects. */
const WANTED: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  int: "a whole number",
  number: "a number",
  object: "a JSON object",
  record: "a JSON object",
  string: "a text",
};

/** A failed check in words that a person uses, where the schema has none of its own. */
export function plainly(message: string): string {
  const [, expected = "", received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (!received) return message;
  return received === "undefined" ? "is missing" : `must be ${WANTED[expected] ?? expected}`;
}

/** A query or body as a schema has it; throws `bad-query` that names the field at fault. */
export function checked<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  const where = issue?.path.join(".") || (issue?.message.startsWith("Invalid input") && "The body");
  const message = [where, plainly(issue?.message ?? "")].filter(Boolean).join(where === "The body" ? " " : ": ");
  throw new SourceError("bad-query", /[.!?]$/.test(message) ? message : `${message}.`);
}

/** A question that no upstream could read: it holds a control character, which no keyboard writes. */
export const UNWRITABLE = /(?![\t\n\r])\p{Cc}/u;

/**
 * Returns what several failures say alike, but for the host that each sentence begins with ("a.test: no answer", "a.test
 * closed the connection"); undefined where they differ, or one says nothing.
 */
export function sharedReason(
  failures: readonly { readonly status: string; readonly error?: string | undefined }[],
): string | undefined {
  const said = failures.map(({ status, error = "" }) => {
    const first = error.replace(/ The second way failed too: .*$/s, "");
    const [, host, colon, rest] = /^([^\s:]{1,253})(:?) (.*)$/s.exec(first) ?? [];
    if (host === undefined) return { status, reason: first };
    return { status, reason: colon ? rest : `each host ${rest}` };
  });
  const [one] = said;
  const alike = said.every(({ status, reason }) => status === one?.status && reason === one.reason);
  return said.length > 1 && alike ? one?.reason || undefined : undefined;
}

/** Anything thrown, as a `SourceError`: what is not one already is our own fault, `internal`. */
export function toSourceError(error: unknown): SourceError {
  if (error instanceof SourceError) return error;
  return new SourceError("internal", "Something went wrong on our side; the log has the details.", { cause: error });
}
