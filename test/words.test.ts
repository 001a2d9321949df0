import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./e2e/processes.ts";

/** The code of the service, by path. */
const files = new Map(
  readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(join(ROOT, "src", path), "utf8")] as const),
);
const having = (pattern: RegExp): readonly string[] =>
  [...files].filter(([, text]) => pattern.test(text)).map(([path]) => path);

/** What somebody who looks for a mechanism types into a search. */
const STANDARD = [
  ...["circuit breaker", "half-open", "rate limit", "semaphore", "backoff", "exponential backoff", "LRU", "TTL"],
  ...["Retry-After", "backpressure", "single flight", "load shedding", "worker pool", "fencing", "frontier"],
];

/** Words of a private vocabulary, and what the field says. */
const COINED: readonly (readonly [coined: RegExp, standard: string])[] = [
  [/\bof late\b(?!\))/i, "recently"],
  [/\bwhat is wished\b|\bare wished\b/i, "options"],
  [/\bsent to rest\b/i, "the breaker opened"],
  [/\b(?:create)?HeldAnswers\b/, "response cache"],
  [/\bcreateShelf\b|\bShelf</, "LRU cache"],
  [/\bPageAsk\b/, "PageRequest"],
  [/\bfarewell\b/i, "trailing error chunk"],
  [/\bWishes\b/, "options"],
];

describe("the field's own words", () => {
  it.each(STANDARD)("“%s” is found in the code", (term) => {
    const pattern = new RegExp(RegExp.escape(term).replaceAll("\\x20", "[ -]").replaceAll("\\x2d", "[ -]?"), "i");
    expect(having(pattern)).not.toEqual([]);
  });

  it.each(COINED)("%s is not: the field says “%s”", (coined) => {
    expect(having(coined)).toEqual([]);
  });
});
