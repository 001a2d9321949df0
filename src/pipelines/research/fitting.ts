import { beginning } from "../budget/cut.ts";
import { truncation, urlOf } from "../budget/entries.ts";
import type { CountTokens } from "../budget/tokens.ts";
import type { Cut, Fitted } from "../budget/truncated.ts";
import { sentences } from "../sentences.ts";
import { citedIn } from "./citations.ts";
import type { ResearchResponse, ResearchResult } from "./request.ts";

const NO_ROOM = "The answer does not fit in max_tokens.";

type Texts = Pick<ResearchResponse, "answer" | "results">;

/**
 * Cuts research so that `{ answer, results }` has `max` tokens at most, as JSON. The answer matters most: as many of its
 * sentences stay as there is room for together with the results up to the last one cited, so that every `[n]` still
 * names `results[n - 1]`. The room left goes to the results in their order: contents of results that must stay are
 * shortened at sentence ends, the least important results are dropped.
 */
export function fitResearch<R extends Texts>(response: R, max: number, count: CountTokens): Fitted<R> {
  const cost = (texts: Texts): number => count(JSON.stringify({ answer: texts.answer, results: texts.results }));
  if (cost(response) <= max) return response;
  const { answer, results } = response;
  for (const kept of shorterAnswers(answer)) {
    const bare = results.slice(0, Math.max(0, ...citedIn(kept))).map(withoutContent);
    if (cost({ answer: kept, results: bare }) > max) continue;
    const best = withContents({ answer: kept, results: bare }, results, max, cost, count);
    const cuts = cutsBetween(response, best, count);
    return { ...response, ...best, truncated: truncation(max, cost(best), cuts) };
  }
  const bare: Texts = { answer: NO_ROOM, results: [] };
  const best = withContents(bare, results, max, cost, count);
  return { ...response, ...best, truncated: truncation(max, cost(best), cutsBetween(response, best, count)) };
}

/** The answer, then the answer without its last sentence, and so on. */
function* shorterAnswers(answer: string): Iterable<string> {
  const parts = statements(answer);
  for (let length = parts.length; length > 0; length -= 1) yield parts.slice(0, length).join(" ");
}

/** An answer's sentences, each with the marks that follow it. */
export function statements(answer: string): readonly string[] {
  const joined: string[] = [];
  for (const sentence of sentences(answer)) {
    const marks = /^(?:\[\d+\][.,;]?\s?)+/.exec(sentence)?.[0] ?? "";
    const before = joined.pop();
    if (before !== undefined) joined.push(marks ? `${before} ${marks.trim()}` : before);
    const rest = sentence.slice(marks.length).trim();
    if (rest || before === undefined) joined.push(rest || marks.trim());
  }
  return joined.filter(Boolean);
}

/** Gives the results that must stay their contents back, and as many further ones as fit, the best first. */
function withContents(
  bare: Texts,
  results: readonly ResearchResult[],
  max: number,
  cost: (texts: Texts) => number,
  count: CountTokens,
): Texts {
  let best = bare;
  for (const [index, result] of results.entries()) {
    const put = (entry: ResearchResult): Texts => ({ ...best, results: best.results.toSpliced(index, 1, entry) });
    const whole = put(result);
    if (cost(whole) <= max) {
      best = whole;
      continue;
    }
    const room = max - cost(put(withoutContent(result)));
    const part = result.content === undefined ? undefined : shortContent(result, room, count);
    if (part) {
      for (let entry: ResearchResult | undefined = part; entry; entry = shortContent(entry, room / 2, count)) {
        if (cost(put(entry)) > max) continue;
        best = put(entry);
        break;
      }
    }
    if (index >= best.results.length) break;
  }
  return best;
}

/** Tokens that `"content":` takes. */
const FIELD = 5;

function shortContent(result: ResearchResult, room: number, count: CountTokens): ResearchResult | undefined {
  const part = result.content === undefined ? undefined : beginning(result.content, room - FIELD, count);
  return part === undefined || part === result.content ? undefined : { ...result, content: part };
}

function withoutContent({ content: _, ...rest }: ResearchResult): ResearchResult {
  return rest;
}

function cutsBetween(before: Texts, after: Texts, count: CountTokens): readonly Cut[] {
  const change = (field: string, entry: object, was: string | undefined, is: string | undefined): readonly Cut[] => {
    if (was === undefined || was === is) return [];
    const cut = { field, ...urlOf(entry) };
    return is === undefined
      ? [{ ...cut, dropped: true }]
      : [{ ...cut, tokens_before: count(JSON.stringify(was)), tokens_after: count(JSON.stringify(is)) }];
  };
  const answer =
    after.answer === NO_ROOM && before.answer !== NO_ROOM
      ? [{ field: "answer", dropped: true } as const]
      : change("answer", {}, before.answer, after.answer);
  return [
    ...answer,
    ...before.results.flatMap((result, index): readonly Cut[] => {
      const left = after.results[index];
      if (!left) return [{ field: "results", ...urlOf(result), dropped: true }];
      return change("content", result, result.content, left.content);
    }),
  ];
}
