import { judgedLanguage } from "../../language/judge.ts";
import type { Asked } from "../define.ts";
import type { AnalysisResponse } from "../response.ts";
import type { Prompt } from "./prompt.ts";

/**
 * The language to answer in, as two letters: the request's, else the prompt's own, else what the answer says of its subject
 * (`understood.language`), else that of `q`, else English.
 */
export const languageOf = (
  { language }: Pick<Prompt, "language">,
  asked: Pick<Asked, "language" | "q">,
  { understood }: Pick<AnalysisResponse, "understood">,
): string => asked.language ?? language ?? twoLetters(understood["language"]) ?? languageOfText(asked.q);

/** Two letters of a language tag; undefined where it is none. */
export const twoLetters = (tag: unknown): string | undefined =>
  typeof tag === "string" ? /^[a-z]{2}(?![a-z])/i.exec(tag)?.[0].toLowerCase() : undefined;

/** The language of a short text as two letters, where it is sure, else English. */
export const languageOfText = (text: string): string => judgedLanguage(text) ?? "en";

const names = new Intl.DisplayNames("en", { type: "language" });

/** A language's English name. */
export const nameOf = (language: string): string => names.of(language) ?? language;
