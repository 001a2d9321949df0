import { firstValueFrom } from "rxjs";
import { tokenizer$ } from "../../src/pipelines/budget/tokens.ts";

/** Counts tokens as the service does. */
export const countTokens = await firstValueFrom(tokenizer$);
