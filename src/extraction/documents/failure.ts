/** Why a document gives no page: its code, and a sentence for people. */
export class DocumentFailure extends Error {
  override readonly name = "DocumentFailure";
  readonly code: "unsupported-type" | "too-large" | "empty" | "changed";

  constructor(code: DocumentFailure["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export const tooLarge = (message: string): DocumentFailure => new DocumentFailure("too-large", message);
export const isBroken = (message: string, cause?: unknown): DocumentFailure =>
  new DocumentFailure("changed", message, { cause });
export const isEncrypted = (what: string): DocumentFailure =>
  new DocumentFailure("unsupported-type", `${what} is protected by a password.`);
