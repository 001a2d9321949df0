import { Worker } from "node:worker_threads";
import { Observable } from "rxjs";

/** What became of one request. */
interface Outcome {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: Error | undefined;
}

interface ThreadOptions<Reply> {
  /** The worker's module. */
  readonly file: URL;
  readonly workerData: unknown;
  /** Reads a message of the thread: it may answer several requests. */
  readonly outcomesOf: (reply: Reply) => readonly Outcome[];
  /** Told of a message once those who wait have their answers. */
  readonly afterReply?: (reply: Reply) => void;
  /** Makes the error of every request that waits when the thread fails. */
  readonly failure: (cause: unknown) => Error;
}

/** A request as its caller writes it. */
type WithoutId<Request> = Request extends unknown ? Omit<Request, "id"> : never;

/** Requests to a worker thread, each answered once by its id. */
export interface ThreadClient<Request> {
  /** Cold; emits the reply's value. What was requested is done also where nobody waits for it any more. */
  ask<T>(request: WithoutId<Request>): Observable<T>;
  /** Starts the thread, unless it runs. */
  start(): void;
  isRunning(): boolean;
  /** Terminates the thread; whoever waits gets the error. The next request starts another one. */
  terminate(error: Error): void;
}

interface Waiting {
  next(value: unknown): void;
  error(error: Error): void;
}

/** Returns a client of a thread that starts with the first request. It keeps the process alive only while somebody waits for it. */
export function threadClient<Request extends { readonly id: number }, Reply>({
  file,
  workerData,
  outcomesOf,
  afterReply,
  failure,
}: ThreadOptions<Reply>): ThreadClient<Request> {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let last = 0;

  function failAll(error: Error): void {
    thread = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    for (const one of all) one.error(error);
  }

  function started(): Worker {
    const worker = new Worker(file, { workerData });
    worker.unref();
    worker.on("message", (reply: Reply) => {
      for (const { id, value, error } of outcomesOf(reply)) {
        const one = waiting.get(id);
        waiting.delete(id);
        if (waiting.size === 0) worker.unref();
        if (error === undefined) one?.next(value);
        else one?.error(error);
      }
      afterReply?.(reply);
    });
    worker.on("error", (cause) => failAll(failure(cause)));
    return worker;
  }

  const running = (): Worker => {
    thread ??= started();
    return thread;
  };

  return {
    ask: <T>(request: WithoutId<Request>) =>
      new Observable<T>((out) => {
        const worker = running();
        last += 1;
        waiting.set(last, {
          next: (value) => {
            // The thread does what the request names, whose type its caller states.
            out.next(value as T);
            out.complete();
          },
          error: (error) => out.error(error),
        });
        worker.ref();
        worker.postMessage({ ...request, id: last });
      }),
    start: () => void running(),
    isRunning: () => thread !== undefined,
    terminate: (error) => {
      void thread?.terminate();
      failAll(error);
    },
  };
}
