import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import type { ISerializer } from "@opentelemetry/otlp-transformer";
import {
  catchError,
  defer,
  EMPTY,
  finalize,
  from,
  map,
  type Observable,
  retry,
  Subject,
  takeUntil,
  throwError,
  timer,
} from "rxjs";

interface CollectorOptions {
  /** Its address, without `/v1/…`. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `application/json` or `application/x-protobuf`. */
  readonly contentType: string;
  /** Milliseconds that one attempt may take. */
  readonly timeoutMs: number;
  readonly warn: (message: string) => void;
}

/** What sends spans or lines of the log. */
interface Exporter<Item> {
  export(items: Item[], done: (result: ExportResult) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

const ATTEMPTS = 3;
const AGAIN_MS = 1_000;
/** Statuses after which OTLP has a client try again. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** The collector said no, or something that passes. */
class Refusal extends Error {
  readonly passing: boolean;
  constructor(status: number) {
    super(`it answers ${status}`);
    this.passing = PASSING.has(status);
  }
}

/** A collector that is spoken to by OTLP over HTTP. What it does not take is dropped; the first failure in a row is told. */
export class Collector {
  readonly #options: CollectorOptions;
  readonly #hurry$ = new Subject<void>();
  readonly #abandon$ = new Subject<void>();
  #hurried = false;
  #failing = false;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  exporter<Item>(path: "/v1/traces" | "/v1/logs", serializer: ISerializer<Item[], unknown>): Exporter<Item> {
    return {
      export: (items, done) => {
        const body = serializer.serializeRequest(items);
        let result: ExportResult = { code: ExportResultCode.FAILED };
        this.#sent(path, body ?? new Uint8Array())
          .pipe(
            map((): ExportResult => ({ code: ExportResultCode.SUCCESS })),
            takeUntil(this.#abandon$),
            catchError((error: unknown) => {
              this.#warn(error);
              return EMPTY;
            }),
          )
          .subscribe({
            next: (sent) => {
              this.#failing = false;
              result = sent;
            },
            complete: () => done(result),
          });
      },
      forceFlush: () => Promise.resolve(),
      shutdown: () => Promise.resolve(),
    };
  }

  /** Nothing is tried again any more. */
  hurry(): void {
    this.#hurried = true;
    this.#hurry$.next();
  }

  /** What is under way is given up. */
  abandon(): void {
    this.#abandon$.next();
  }

  #sent(path: string, body: Uint8Array): Observable<void> {
    return this.#attempt(path, body).pipe(
      retry({
        count: ATTEMPTS - 1,
        delay: (error: unknown, attempt) =>
          this.#hurried || (error instanceof Refusal && !error.passing)
            ? throwError(() => error)
            : timer(AGAIN_MS * attempt).pipe(takeUntil(this.#hurry$)),
      }),
    );
  }

  /** Unsubscribing aborts. */
  #attempt(path: string, body: Uint8Array): Observable<void> {
    const { endpoint, headers, contentType, timeoutMs } = this.#options;
    return defer(() => {
      const abort = new AbortController();
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(timeoutMs)]);
      const asked = fetch(`${endpoint}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": contentType },
        body: Uint8Array.from(body),
        redirect: "error",
        signal,
      });
      const answered = asked.then(async (response) => {
        await response.body?.cancel();
        if (!response.ok) throw new Refusal(response.status);
      });
      return from(answered).pipe(finalize(() => abort.abort()));
    });
  }

  #warn(error: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    const { endpoint, warn } = this.#options;
    warn(
      `Warning: traces and logs do not reach OTEL_EXPORTER_OTLP_ENDPOINT (${new URL(endpoint).host}): ${reason(error)}. ` +
        "They are dropped until they do; nothing else is affected.",
    );
  }
}

/** Why a request came to nothing, in a few words: `fetch` has it in the cause. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it does not answer in time";
  const { cause } = error;
  if (cause instanceof Error) return "code" in cause ? String(cause.code) : cause.message;
  return error.message;
}
