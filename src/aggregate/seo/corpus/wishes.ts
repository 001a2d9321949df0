import { terms } from "../../../language/terms.ts";
import { answers } from "../../formulas/opportunity.ts";
import { wordsOf } from "../../formulas/words.ts";
import type { Question, Suggestion } from "./answer.ts";
import type { PageText } from "./text.ts";

/*
 * What people ask for beside the phrase itself: suggested searches, and questions.
 */

const MAX_SUGGESTIONS = 60;
const MAX_QUESTIONS = 40;
const MAX_CHARS = 200;

/** What one source suggests, in its order. */
export interface Suggesting {
  readonly id: string;
  readonly queries: readonly string[];
  readonly answered: boolean;
  readonly failure?: Error | undefined;
}

/** What makes two wishes one: their words in order, without case and diacritics. */
const keyOf = (text: string): string => terms(text).join(" ");

/** The suggestions of all sources as one list: those that most sources name first, then those that stand highest. */
export function suggestionsOf(q: string, sources: readonly Suggesting[]): readonly Suggestion[] {
  const asked = keyOf(q);
  const found = new Map<string, Suggestion>();
  for (const { id, queries } of sources)
    for (const [index, query] of queries.entries()) {
      const key = keyOf(query);
      if (key === "" || key === asked || query.length > MAX_CHARS) continue;
      const known = found.get(key);
      if (known?.found_in.includes(id)) continue;
      found.set(key, {
        query: known?.query ?? query,
        named_by: (known?.named_by ?? 0) + 1,
        best_rank: Math.min(known?.best_rank ?? index + 1, index + 1),
        found_in: [...(known?.found_in ?? []), id],
      });
    }
  return [...found.values()]
    .toSorted((a, b) => b.named_by - a.named_by || a.best_rank - b.best_rank)
    .slice(0, MAX_SUGGESTIONS);
}

/** What questions begin with, by language. */
const ASKING: Readonly<Record<string, string>> = {
  en: "how what why who whom whose when where which can could is are was do does did should will would",
  fr: "comment pourquoi quoi qui quand où quel quelle quels quelles combien est-ce que qu'est-ce",
  de: "wie was warum wieso weshalb wer wen wem wann wo welche welcher welches wohin kann ist sind",
  es: "cómo qué quién quiénes cuándo dónde cuál cuáles cuánto cuántos cuánta por qué",
  it: "come cosa che perché chi quando dove quale quali quanto quanti cos'è",
  pt: "como o que quem quando onde qual quais quanto quantos por que porque",
  ru: "как что почему зачем кто когда где какой какая какие какое сколько чем куда",
};
const ALONE = new Set(["o", "que", "est", "qu", "por", "ce", "cos", "e"]);

const askingWords = new Map(
  Object.entries(ASKING).map(([language, words]) => [
    language,
    new Set(terms(words).filter((word) => !ALONE.has(word))),
  ]),
);
/** What begins a question in two words, where neither does alone. */
const PHRASES = ["est ce", "qu est", "por que", "o que", "cos e"];

/** Whether a search is a question of its language. */
export function isQuestion(text: string, language: string): boolean {
  if (/[?？]\s*$/.test(text)) return true;
  const [first = "", second = ""] = terms(text);
  return (askingWords.get(language)?.has(first) ?? false) || PHRASES.includes(`${first} ${second}`);
}

/** What is told by the engines, before any page is read. */
export interface Told {
  /** The phrase that is searched for, and its language. */
  readonly q: string;
  readonly language: string;
  readonly related: readonly string[];
  readonly suggestions: readonly Suggestion[];
}

interface Asked {
  readonly question: string;
  readonly named_by: number;
}

/**
 * The questions that engines, suggestions and the pages' headings name, those of most sources first; with the pages that answer
 * each, where pages were read.
 */
export function questionsOf(
  { q, language, related, suggestions }: Told,
  pages: readonly PageText[],
): readonly Question[] {
  const found = new Map<string, Asked>();
  const name = (question: string, by: number): void => {
    const key = keyOf(question);
    if (key === "" || question.length > MAX_CHARS) return;
    const known = found.get(key);
    found.set(key, { question: known?.question ?? question, named_by: (known?.named_by ?? 0) + by });
  };
  for (const question of related) name(question, 1);
  for (const { query, named_by } of suggestions) if (isQuestion(query, language)) name(query, named_by);
  for (const { page } of pages)
    for (const heading of new Set(page.headings?.flatMap(({ title, hidden }) => (title && !hidden ? [title] : []))))
      if (/[?？]\s*$/.test(heading)) name(heading, 1);
  return [...found.values()]
    .toSorted((a, b) => b.named_by - a.named_by)
    .slice(0, MAX_QUESTIONS)
    .map(({ question, named_by }) => ({
      question,
      named_by,
      ...(pages.length > 0 && { answered_by: answering(question, pages, { q, language }) }),
    }));
}

/** The addresses of the pages that answer a question or suggestion. */
export function answering(
  wish: string,
  pages: readonly PageText[],
  { q, language }: Pick<Told, "q" | "language">,
): string[] {
  const [words, phrase] = [wordsOf(wish, { language }), new Set(wordsOf(q, { language }).map(({ key }) => key))];
  return pages.filter(({ said }) => answers(words, said, phrase)).map(({ page }) => page.url);
}
