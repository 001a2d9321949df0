import type { Fields } from "../../kit/shape.ts";
import { number } from "../../kit/shape.ts";
import { say } from "../../kit/words.ts";

const CHANGES = [
  ["changed", "changeChanged"],
  ["new", "changeNew"],
  ["removed", "changeRemoved"],
  ["error", "changeError"],
  ["same", "changeSame"],
] as const;

/** What a check found in a sentence: what changed first. */
export const changesOf = (summary: Fields): string =>
  CHANGES.flatMap(([name, word]) => {
    const n = number(summary[name]) ?? 0;
    return n > 0 ? [say(word, { n })] : [];
  }).join(" · ");

/** The same of one page. */
export function changeOf(status: string): string {
  const word = CHANGES.find(([name]) => name === status)?.[1];
  return word === undefined ? status : say(word, { n: 1 });
}
