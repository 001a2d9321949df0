import { type ChildProcess, fork } from "node:child_process";
import { yieldProcessor } from "../yielding.ts";
import { endOfBytes, type Handed, type Said } from "./message.ts";

const WORKER = new URL(import.meta.url.replace(/process\.(ts|js)$/, "worker.$1"));

/** What one hears of a process. */
export interface Listener {
  said(what: Said): void;
  /** It is gone, and was not ended by us. `memory`: for holding too much. */
  ended(why: "memory" | "gone"): void;
}

/**
 * A process that does one task at a time. It gets nothing of our environment, keeps us from ending only while it has a
 * task, and ends with us. `heapMb` bounds its objects, which the watch on its memory counts too.
 */
export class WorkingProcess {
  readonly #child: ChildProcess;
  #over = false;

  constructor(heapMb: number, listener: Listener) {
    this.#child = fork(WORKER, [], {
      serialization: "advanced",
      stdio: ["pipe", "ignore", "ignore", "ipc"],
      env: {},
      // As many run as there are cores: threads that help one of them collect take the others' time.
      execArgv: [`--max-old-space-size=${heapMb}`, "--max-semi-space-size=16", "--single-threaded-gc"],
    });
    yieldProcessor(this.#child.pid);
    const ended = (why: "memory" | "gone"): void => {
      if (this.#over) return;
      this.#over = true;
      listener.ended(why);
    };
    this.#child.on("message", (said: Said) => {
      if (!this.#over) listener.said(said);
    });
    this.#child.on("error", () => ended("gone"));
    // What breaks the pipe ends the process, which is told below.
    this.#child.stdin?.on("error", () => {});
    // Its watch ends it with SIGUSR2 and V8 aborts; SIGKILL comes from outside, or from a kernel without memory.
    this.#child.on("exit", (_code, signal) =>
      ended(signal === "SIGUSR2" || signal === "SIGABRT" || signal === "SIGTRAP" ? "memory" : "gone"),
    );
  }

  /** @param bytes of the task, in pieces: they go as they are, where a message would copy them twice. */
  give(handed: Omit<Handed, "length">, bytes: readonly Uint8Array[]): void {
    this.#child.ref();
    this.#child.channel?.ref();
    const length = bytes.reduce((sum, piece) => sum + piece.byteLength, 0);
    this.#child.send({ ...handed, length } satisfies Handed);
    for (const piece of bytes) this.#child.stdin?.write(piece);
    this.#child.stdin?.write(endOfBytes(length));
  }

  /** Nothing is under way: it does not keep us from ending. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  end(): void {
    this.#over = true;
    this.#child.kill("SIGKILL");
  }
}
