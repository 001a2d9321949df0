import { beginning, fitting } from "../pipelines/budget/cut.ts";
import type { CountTokens } from "../pipelines/budget/tokens.ts";

/*
 * What a model needs of an entry, in as few tokens as it takes: fields that say again what another says cost as much as
 * those that say something.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Tokens of a merged search's list of ten. */
const TOKENS_A_RESULT = 54;
/** Of a snippet's words at least so many stay. */
const LEAST_SHARE = 0.6;

/**
 * Results of a merged search: title, address, snippet, score to two digits. Snippets are cut alike, to 60 % of their words
 * at least, until the list takes 54 tokens a result; where that does not do, scores go: the order says them.
 */
export function compactResults(items: readonly Fields[], count: CountTokens): readonly Fields[] {
  const room = items.length * TOKENS_A_RESULT;
  const cost = (share: number): number => items.reduce((sum, item) => sum + count(resultText(cutTo(item, share))), 0);
  const share = [1, 0.9, 0.8, 0.7, LEAST_SHARE].find((one) => cost(one) <= room);
  if (share !== undefined) return items.map((item) => cutTo(item, share));
  return items.map((item) => {
    const { score: _, ...rest } = cutTo(item, LEAST_SHARE);
    return rest;
  });
}

/** A result as text: score and title, address, snippet, a line each. */
export function resultText({ title, url, snippet, score }: Fields): string {
  const head = [typeof score === "number" ? score.toFixed(2) : undefined, title].filter(Boolean).join(" ");
  return [head, url, snippet].filter((part) => typeof part === "string" && part !== "").join("\n");
}

function cutTo({ title, url, snippet, score, source, engines, publishedAt }: Fields, share: number): Fields {
  return {
    title,
    url,
    ...(typeof snippet === "string" && { snippet: firstWords(snippet, share) }),
    ...(typeof score === "number" && { score: Math.round(score * 100) / 100 }),
    ...(publishedAt !== undefined && { publishedAt }),
    ...(source !== undefined && { source }),
    ...(engines !== undefined && { engines }),
  };
}

/** The first words of a text; whole where so few would go that the mark of the cut costs as much. */
function firstWords(text: string, share: number): string {
  const words = text.split(/\s+/).filter(Boolean);
  const kept = Math.ceil(words.length * share);
  return words.length - kept < 2 ? text : `${words.slice(0, kept).join(" ")}…`;
}

/** Characters of a text beyond which it is one to read and not one to know an entry by. */
const LONG_CHARS = 1_200;
const LONG_TOKENS = 300;

/**
 * A source's item without what another of its fields says already: addresses as they are shown, identifiers that stand in
 * the address, texts that repeat one another. Of several items long texts are cut, and of long lists the first entries kept.
 */
export function compactItem(item: Fields, alone: boolean, count: CountTokens): Fields {
  const kept: [string, unknown][] = [];
  const said: string[] = [];
  for (const [name, value] of Object.entries(item)) {
    if (name === "displayUrl") continue;
    if (typeof value === "string") {
      const repeats =
        value.length > 3 && said.some((text) => text === value || (name === "id" && text.includes(value)));
      if (repeats) continue;
      said.push(value);
      kept.push([name, alone || value.length <= LONG_CHARS ? value : beginning(value, LONG_TOKENS, count)]);
    } else kept.push([name, alone || !Array.isArray(value) ? value : firstEntries(value, count)]);
  }
  return Object.fromEntries(kept);
}

/** As many entries as a long text may take; one at least. */
function firstEntries(list: readonly unknown[], count: CountTokens): readonly unknown[] {
  if (JSON.stringify(list).length <= LONG_CHARS) return list;
  const costs = list.map((entry) => count(JSON.stringify(entry) ?? ""));
  return list.slice(0, Math.max(1, fitting(costs, LONG_TOKENS)));
}
