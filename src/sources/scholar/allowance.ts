import { SourceError } from "../../errors.ts";
import type { Judge } from "../kit/answer.ts";
import { refusalOf } from "../kit/refusals.ts";

/** An allowance that is spent, with the word that a key of one's own opens a larger one. */
export const keyHelps =
  (env: string): Judge =>
  (response) => {
    if (response.status !== 429) return undefined;
    const refusal = refusalOf(response);
    return (
      refusal &&
      new SourceError(refusal.kind, `${refusal.message} A key (environment variable ${env}) allows more.`, refusal)
    );
  };
