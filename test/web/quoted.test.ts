import { describe, expect, it } from "vitest";
import { quotedIn, statementsCiting } from "../../src/web/app/views/research/quoted.ts";

const marks = (whole: string, statements: readonly string[]) =>
  quotedIn(whole, statements).flatMap(({ text, hit }) => (hit ? [text] : []));

describe("what an answer quotes of a page", () => {
  it("is what stands before a citation, up to the citations before", () => {
    const answer = "Otters swim. [1] They eat fish [2][3]. Rivers freeze. [1]";
    expect(statementsCiting(answer, 1)).toEqual(["Otters swim.", "Rivers freeze."]);
    expect(statementsCiting(answer, 3)).toEqual(["They eat fish"]);
    expect(statementsCiting(answer, 4)).toEqual([]);
  });

  it("is found word for word, however it is broken into lines and capitals", () => {
    expect(marks("First. OTTERS  swim\nin rivers. Last.", ["Otters swim in rivers."])).toEqual([
      "OTTERS  swim\nin rivers",
    ]);
  });

  it("is else the sentence that has most of its words, and none where none has", () => {
    const page = "Cats sleep a lot. Otters often swim in cold rivers at night. Dogs bark.";
    expect(marks(page, ["At night otters swim in rivers."])).toEqual(["Otters often swim in cold rivers at night."]);
    expect(marks(page, ["Parsers read tokens one by one."])).toEqual([]);
  });

  it("leaves every letter of the page where it was", () => {
    const page = "İstanbul’da su samurları yüzer. Otters swim in rivers. Otters swim in rivers.";
    const pieces = quotedIn(page, ["Otters swim in rivers.", "swim in rivers"]);
    expect(pieces.map(({ text }) => text).join("")).toBe(page);
    expect(pieces.some(({ hit }) => hit)).toBe(true);
  });
});
