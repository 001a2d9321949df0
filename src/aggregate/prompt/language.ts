import { defer, from, map, type Observable, of } from "rxjs";
import type { Asked } from "../define.ts";
import type { AnalysisResponse } from "../response.ts";
import type { Prompt } from "./prompt.ts";

/** A guess at a few words is taken where it is at least so sure. */
const SURE = 0.1;

/**
 * The language to answer in, as two letters: the prompt's own, else the request's, else what the answer says of its subject
 * (`understood.language`), else that of `q`, else English.
 */
export function languageOf(
  { language }: Pick<Prompt, "language">,
  asked: Pick<Asked, "language" | "q">,
  { understood }: Pick<AnalysisResponse, "understood">,
): Observable<string> {
  const told = language ?? asked.language ?? twoLetters(understood["language"]);
  return told === undefined ? languageOfText(asked.q) : of(told);
}

/** Two letters of a language tag; undefined where it is none. */
export const twoLetters = (tag: unknown): string | undefined =>
  typeof tag === "string" ? /^[a-z]{2}(?![a-z])/i.exec(tag)?.[0].toLowerCase() : undefined;

/** The language of a short text as two letters: a surely detected one, else English. What detects it is imported when wanted. */
export const languageOfText = (text: string): Observable<string> =>
  defer(() => from(import("tinyld"))).pipe(
    map(({ detectAll }) => {
      const [best] = detectAll(text.slice(0, 2_000));
      const few = text.trim().split(/\s+/).length < 3;
      return best && (!few || best.accuracy >= SURE) && /^[a-z]{2}$/.test(best.lang) ? best.lang : "en";
    }),
  );

const names = new Intl.DisplayNames("en", { type: "language" });

/** A language's English name. */
export const nameOf = (language: string): string => names.of(language) ?? language;
