/**
 * A function that another process is to call: `name` is what the module exports it as; it takes one task and the bytes that go
 * with it, and may answer later.
 */
export interface Work {
  /** The module's address (`file:`). */
  readonly module: string;
  readonly name: string;
}

/** What a process is handed: one task at a time. */
export interface Handed {
  readonly work: Work;
  readonly task: unknown;
  /** So many bytes go with the task, and follow on the process's standard input. */
  readonly length: number;
  /** Resident megabytes that it may take to it; a process that takes more ends itself. */
  readonly memoryMb: number;
}

/** What a process says: that it can be handed tasks, that one begins (its module is loaded), and what it came to. */
export type Said =
  | { readonly kind: "ready" }
  | { readonly kind: "begun" }
  /** `residentMb`: what the process holds after the task. */
  | { readonly kind: "answer"; readonly answer: unknown; readonly residentMb: number }
  | { readonly kind: "thrown"; readonly error: string };

const END_OF_BYTES = 0x7e1b0a5d;
export const END_BYTES = 8;

/**
 * What follows the bytes of a task: a process that finds anything else there is out of step with what it is given, and would
 * answer for another document.
 */
export function endOfBytes(length: number): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END_OF_BYTES, 0);
  end.writeUInt32LE(length >>> 0, 4);
  return end;
}
