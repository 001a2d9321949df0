import { sentences } from "../../extraction/sentences.ts";
import { beginning } from "../budget/cut.ts";
import { truncation } from "../budget/entries.ts";
import { urlOf } from "../budget/fields.ts";
import type { CountTokens } from "../budget/tokens.ts";
import type { Cut, Fitted } from "../budget/truncated.ts";
import { citedIn } from "./citations.ts";
import type { ResearchResponse, ResearchResult } from "./request.ts";

type Texts = Pick<ResearchResponse, "answer" | "results">;

/**
 * Cuts research so that `{ answer, results }` has `max` tokens at most, as JSON. The answer matters most: as many of its
 * sentences stay as there is room for together with the results up to the last one cited, so that every `[n]` still
 * names `results[n - 1]`. The room left goes to the results in their order: contents of results that must stay are
 * shortened at sentence ends, the least important results are dropped. Where not even the first sentence and all results
 * up to its last cited one have room, it is kept with its first citation alone, renumbered; where that has none either, it
 * ends after a word.
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
  const [cited = 1] = citedIn(shorterAnswers(answer).at(-1) ?? "").filter((n) => n <= results.length);
  const order = [...results.slice(cited - 1, cited), ...results.toSpliced(cited - 1, 1)];
  const best = withContents(leastOf(answer, order[0], max, cost, count), order, max, cost, count);
  return { ...response, ...best, truncated: truncation(max, cost(best), cutsBetween(response, best, count)) };
}

/** The first sentence, up to its first citation, with the one result given, as far as there is room. */
function leastOf(
  answer: string,
  source: ResearchResult | undefined,
  max: number,
  cost: (texts: Texts) => number,
  count: CountTokens,
): Texts {
  const first = shorterAnswers(answer).at(-1) ?? "";
  const [toMark = "", ...beyond] = first.split(/(?:\s?\[\d{1,4}\])+/);
  const said = toMark.trim() || beyond.join(" ").trim();
  const mark = source && citedIn(first).length > 0 ? " [1]" : "";
  const shown: readonly (readonly ResearchResult[])[] = [...(source ? sparer(source).map((one) => [one]) : []), []];
  for (const results of shown.slice(0, -1)) {
    const texts: Texts = { answer: `${said}${mark}`, results };
    if (cost(texts) <= max) return texts;
  }
  for (const results of shown.slice(-2))
    for (let room = max - cost({ answer: mark, results }); room > 0; room -= Math.max(1, Math.ceil(room / 20))) {
      const part = beginning(said, room, count);
      const texts: Texts = { answer: `${part}${results.length > 0 ? mark : ""}`, results };
      if (part !== undefined && cost(texts) <= max) return texts;
    }
  return { answer: "", results: [] };
}

/** A result without its content, then without its date, then without its title. */
function sparer(result: ResearchResult): readonly ResearchResult[] {
  const bare = withoutContent(result);
  const { published_date: _, ...undated } = bare;
  const { title: __, ...untitled } = undated;
  return [bare, undated, untitled];
}

/** The answer, then the answer without its last sentence, and so on. */
function shorterAnswers(answer: string): readonly string[] {
  const parts = statements(answer);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join(" "));
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
  return [
    ...change("answer", {}, before.answer, after.answer),
    ...before.results.flatMap((result): readonly Cut[] => {
      const left = after.results.find(({ url }) => url === result.url);
      if (!left) return [{ field: "results", ...urlOf(result), dropped: true }];
      return change("content", result, result.content, left.content);
    }),
  ];
}
