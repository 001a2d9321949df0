/**
 * Why a task came to nothing: `time` and `memory` are its budgets, `gone` a process that ended or did not begin, `thrown`
 * what its own function threw.
 */
export class ProcessFailure extends Error {
  override readonly name = "ProcessFailure";
  readonly why: "time" | "memory" | "gone" | "thrown";

  constructor(why: ProcessFailure["why"], message: string) {
    super(message);
    this.why = why;
  }
}
