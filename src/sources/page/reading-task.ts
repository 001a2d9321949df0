import type { ErrorKind, SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";

/** A document to read, without its body: `name` is one of those in `readings.ts`. */
export interface DocumentTask {
  readonly name: string;
  readonly head: Omit<HttpResponse, "body">;
  readonly input: unknown;
}

/** What reading came to. */
export type DocumentRead<Out> =
  | { readonly ok: true; readonly value: Out }
  | { readonly ok: false; readonly error: Pick<SourceError, "message" | "retryAfterMs"> & { kind: ErrorKind } };
