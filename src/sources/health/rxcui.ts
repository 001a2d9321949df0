import { qualifiersIn } from "../kit/requests/qualifiers.ts";

/** What is asked for by words, or by RxNorm's number. */
export interface WordsOrRxcui {
  readonly text: string;
  readonly rxcui?: string | undefined;
}

/** "rxcui:6809" as the number; all else as words. */
export function wordsOrRxcui(q: string): WordsOrRxcui {
  const { text, said } = qualifiersIn(q, ["rxcui"]);
  const rxcui = /^\d{1,10}$/.exec(said.rxcui ?? "")?.[0];
  return { text: text || q, rxcui };
}
