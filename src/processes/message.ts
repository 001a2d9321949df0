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
