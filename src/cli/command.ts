import { from, ignoreElements, lastValueFrom, mergeMap, type Observable, shareReplay, takeUntil, tap } from "rxjs";
import { type ErrorKind, SourceError } from "../errors.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import { startTracing } from "../tracing/start.ts";
import { traced } from "../tracing/traced.ts";
import type { Terminal } from "./print.ts";
import { stopped } from "./signals.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command is run within. */
interface Surroundings {
  readonly say: (line: string) => void;
  /** Emits the exit status once the process is asked to stop. */
  readonly stopped$: Observable<number>;
}

/** Begins a command: what its stream emits is a line to print, or the exit status. */
export type Start = (runtime: Runtime, surroundings: Surroundings) => Promise<Observable<string | number>>;

export interface CommandOptions {
  /** It is meant to be stopped: its status is 0 then; any other's is 128 and the signal's number. */
  readonly serves?: boolean;
  /** It ends by itself once it is asked to stop. */
  readonly drains?: boolean;
  /** What it is called, for its span. */
  readonly name?: string;
}

/** Runs a command's stream to its end, or until a signal unsubscribes it; a failure is one line and status 1, of usage 2. */
export async function runCommand(
  environment: Environment,
  start: Start,
  { out, err, exit, stopped$: asked$ = stopped(process) }: Terminal,
  { serves = false, drains = false, name = "" }: CommandOptions = {},
): Promise<void> {
  const say = (line: string): void => void out.write(`${line}\n`);
  const stopped$ = asked$.pipe(
    tap((status) => exit(serves ? 0 : status)),
    shareReplay({ bufferSize: 1, refCount: true }),
  );
  try {
    const tracing = await startTracing(environment);
    const runtime = createRuntime(environment);
    try {
      await lastValueFrom(
        from(start(runtime, { say, stopped$ })).pipe(
          mergeMap((stream$) => (serves ? stream$ : stream$.pipe(commandSpan(name, environment)))),
          tap((value) => (typeof value === "string" ? say(value) : exit(value))),
          takeUntil(drains ? stopped$.pipe(ignoreElements()) : stopped$),
        ),
        { defaultValue: undefined },
      );
    } finally {
      // Only now: closed any earlier, the door would fail what is just being let go of.
      void runtime.close();
      await tracing?.stop();
    }
  } catch (error) {
    const { sentence, status } = ending(error);
    err.write(`tributary: ${sentence}\n`);
    exit(status);
  }
}

/** A command's span: a child of what the variables `TRACEPARENT` and `TRACESTATE` say, as others' command lines have it. */
const commandSpan = (name: string, { TRACEPARENT, TRACESTATE }: Environment) =>
  traced<string | number>(`tributary ${name}`, (to) => ({
    parent: to.from({ traceparent: TRACEPARENT, tracestate: TRACESTATE }),
    attributes: { "tributary.face": "cli", "process.command": "tributary", "process.pid": process.pid },
    onValue: (value, span) => {
      if (typeof value === "number") span.set({ "process.exit.code": value });
    },
  }));

/** Failures that are for who asks to mend. */
const ASKED_WRONGLY: readonly ErrorKind[] = ["bad-query", "unknown-source", "forbidden-target"];

/** What the system says of a file that was named, in words. */
const OF_FILES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    ENOENT: "there is no such file or directory",
    ENOTDIR: "a part of the path is no directory",
    EISDIR: "this is a directory, and a file is wanted",
    EACCES: "this may not be read or written",
  }),
);

/** What is said of a failure that ends a command, and the exit status. */
function ending(error: unknown): { readonly sentence: string; readonly status: number } {
  if (error instanceof SourceError)
    return { sentence: error.message, status: ASKED_WRONGLY.includes(error.kind) ? 2 : 1 };
  if (!(error instanceof Error)) return { sentence: String(error), status: 1 };
  const { code = "", path, message }: NodeJS.ErrnoException = error;
  const ofFile = OF_FILES.get(code);
  if (ofFile !== undefined && path !== undefined) return { sentence: `${path}: ${ofFile}.`, status: 2 };
  return { sentence: message, status: 1 };
}
