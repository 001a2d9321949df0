import { expect, it } from "vitest";
import { topicPattern } from "../../src/aggregate/tech/trends/mention.ts";
import { marked } from "../../src/web/app/kit/marked.ts";

const hits = (whole: string, question: string): readonly string[] =>
  marked(whole, question)
    .filter(({ hit }) => hit)
    .map(({ text }) => text);

it.each([
  ["E-mail and e-mails", "e-mail", ["E-mail", "e-mail"]],
  ["C++ is not C", "C++ is", ["C++", "is"]],
  ["[a-z] {1}", "[a-z] {1}", ["[a-z]", "{1}"]],
  ["nothing of it", "site:example.org", []],
])("%s: the words of %s are marked", (whole, question, found) => {
  expect(hits(whole, question)).toEqual(found);
});

it("a question and a topic may hold any character", () => {
  for (let code = 1; code < 0x600; code += 1) {
    const character = String.fromCodePoint(code);
    for (const word of [`a${character}b`, `${character}${character}x`, `x${character}`]) {
      expect(() => marked("a text", word), word).not.toThrow();
      expect(() => topicPattern(word), word).not.toThrow();
    }
  }
});
