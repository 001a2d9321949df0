import { constants } from "node:os";
import { Observable } from "rxjs";

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The exit status after Ctrl-C. */
const INTERRUPTED = 128 + constants.signals.SIGINT;

/**
 * Milliseconds that answers under way have once the service is asked to stop: less than the ten seconds after which Docker
 * and others kill; none where somebody sits at the terminal and waits.
 */
export const graceFor = (status: number): number => (status === INTERRUPTED ? 0 : 8_000);

/** A terminal's Ctrl-C reaches a process and the parent that passes it on: within so many milliseconds it is one and the same. */
const SAME_MS = 500;

const unreadOutputs = new WeakSet<NodeJS.WritableStream>();

/** Whether nobody reads an output any more; standard output forgets it had an error. */
export const isUnread = (out: NodeJS.WritableStream): boolean => unreadOutputs.has(out);

/**
 * Emits the exit status of a process that is asked to stop: 128 and the signal's number; 0 once nobody reads its standard
 * output any more. A signal that comes again later, while streams are being closed, ends the process as it is.
 */
export function stopped(self: NodeJS.Process): Observable<number> {
  return new Observable((status) => {
    let first: number | undefined;
    const hear = (signal: (typeof SIGNALS)[number]): void => {
      const code = 128 + constants.signals[signal];
      const now = performance.now();
      if (first !== undefined && now - first > SAME_MS) self.exit(code);
      first ??= now;
      status.next(code);
    };
    const unread = (error: NodeJS.ErrnoException): void => {
      if (error.code !== "EPIPE") throw error;
      unreadOutputs.add(self.stdout);
      status.next(0);
    };
    for (const signal of SIGNALS) self.on(signal, hear);
    self.stdout.on("error", unread);
    return () => {
      // What was already written to a pipe that nobody reads fails later still: `unread` stays.
      if (first !== undefined) return;
      for (const signal of SIGNALS) self.off(signal, hear);
    };
  });
}
