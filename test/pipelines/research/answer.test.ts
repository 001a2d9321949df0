import { describe, expect, test } from "vitest";
import { bestPassages, extractiveAnswer } from "../../../src/pipelines/research/answer.ts";
import {
  citedIn,
  existingCitations,
  withoutBegunMark,
  withoutForeignUrls,
} from "../../../src/pipelines/research/citations.ts";
import { passagesOf, withoutMarks } from "../../../src/pipelines/research/passages.ts";
import { variantsOf } from "../../../src/pipelines/research/variants.ts";

const item = (title: string) => ({ source: "s", title });

describe("extractiveAnswer", () => {
  const options = { sentences: 3, perResult: 2 };
  const snippet = (n: number, text: string) => passagesOf(n, text, "snippet");

  test("quotes sentences as they stand, each with its result", () => {
    const passages = [
      ...snippet(1, "The Rhine is 1,233 km long. It rises in Switzerland. Buy cheap boots now, today only."),
      ...snippet(2, "Fish live in it. The length of the Rhine river was once given as 1,320 km."),
    ];
    expect(extractiveAnswer("length Rhine", passages, () => 0.5, options)).toBe(
      "The length of the Rhine river was once given as 1,320 km. [2] The Rhine is 1,233 km long. [1]",
    );
  });

  test("cites all that say the very same", () => {
    const passages = [...snippet(1, "The Rhine is 1,233 km long."), ...snippet(3, "THE RHINE is 1,233 km long.")];
    expect(extractiveAnswer("rhine", passages, () => 0.5, options)).toBe("The Rhine is 1,233 km long. [1][3]");
  });

  test("prefers whole sentences to fragments and questions", () => {
    const passages = [
      ...snippet(1, "How long is the Rhine river really?"),
      ...snippet(2, "The Rhine river is a long …"),
      ...snippet(3, "The Rhine river is very long."),
    ];
    expect(extractiveAnswer("Rhine river", passages, () => 0.5, { sentences: 1, perResult: 1 })).toContain("[3]");
  });

  test("is undefined where there is nothing to quote", () => {
    expect(extractiveAnswer("x", [], () => 1, options)).toBeUndefined();
    expect(extractiveAnswer("x", snippet(1, "Home"), () => 1, options)).toBeUndefined();
    const rhine = snippet(1, "The Rhine is 1,233 km long.");
    expect(extractiveAnswer("quantum gravity", rhine, () => 1, options)).toBeUndefined();
    expect(bestPassages("量子", rhine, () => 1, { count: 1, perResult: 1 })).toEqual(rhine);
    expect(extractiveAnswer("?!", rhine, () => 1, options)).toBe("The Rhine is 1,233 km long. [1]");
  });

  test("does not take a page's footnotes for citations", () => {
    expect(withoutMarks("It is so.[12] And so [3].")).toBe("It is so. And so.");
    const answer = extractiveAnswer("rhine", snippet(1, "The Rhine is long here.[7]"), () => 1, options);
    expect(answer).toBe("The Rhine is long here. [1]");
  });

  test("works in a script without spaces", () => {
    const passages = [...snippet(1, "长江是亚洲最长的河流。今天天气很好。"), ...snippet(2, "黄河是中国第二长的河流。")];
    expect(extractiveAnswer("长江 河流", passages, () => 0.5, { sentences: 1, perResult: 1 })).toBe(
      "长江是亚洲最长的河流。 [1]",
    );
  });
});

test("bestPassages keep to so many of a result, and leave out those without a word of the query", () => {
  const text = Array.from({ length: 5 }, (_, i) => `Rivers of kind number ${i} are long and wide. `.repeat(9)).join(
    "\n\n",
  );
  const passages = [
    ...passagesOf(1, text, "page"),
    ...passagesOf(2, "A mountain is high and steep and cold there.", "page"),
  ];
  const best = bestPassages("rivers", passages, () => 0.5, { count: 9, perResult: 3 });
  expect(best.map(({ n }) => n)).toEqual([1, 1, 1]);
});

test("passages of a page are some sentences of one paragraph, without crumbs", () => {
  const passages = passagesOf(
    4,
    `Home\n\n${"A sentence of some length here. ".repeat(40)}\n\nSecond paragraph, which has enough words.`,
    "page",
  );
  expect(passages.every(({ text, n }) => n === 4 && text.length <= 500)).toBe(true);
  expect(passages.at(-1)?.text).toBe("Second paragraph, which has enough words.");
  expect(passages.some(({ text }) => text.includes("Home"))).toBe(false);
  expect(passages.map(({ place }) => place)).toEqual([...passages.keys()]);
});

describe("citations", () => {
  test.each([
    ["A [1]. B [9]. C [0].", "A [1]. B. C."],
    ["A [1, 3] B [2;9].", "A [1][3] B [2]."],
    ["A【2】 B【2†source】.", "A[2] B[2]."],
    ["Plain [text].", "Plain [text]."],
  ])("%s", (given, kept) => expect(existingCitations(given, 3)).toBe(kept));

  test("citedIn names each once", () => expect(citedIn("a [2][1] b [2]")).toEqual([2, 1]));

  test("addresses that are not the results' own go", () => {
    const own = ["https://example.com/a"];
    expect(withoutForeignUrls(own)("See [it](https://evil.test/x) and [a](https://www.example.com/a/).")).toBe(
      "See it and [a](https://www.example.com/a/).",
    );
    expect(withoutForeignUrls(own)("See https://evil.test/y, or https://example.com/a.")).toBe(
      "See , or https://example.com/a.",
    );
  });

  test.each([
    ["A fact [", "A fact"],
    ["A fact [1", "A fact"],
    ["A fact [1].", "A fact [1]."],
    ["A fact [1]", "A fact"],
    ["See [the page](https://ev", "See"],
    ["See https://ev", "See"],
  ])("what has only begun is not shown: %s", (text, shown) => expect(withoutBegunMark(text)).toBe(shown));
});

describe("variantsOf", () => {
  test("takes two suggestions at most, those of most sources first, then words of several titles", () => {
    const suggestions = [
      [item("rxjs tutorial"), item("rxjs operators"), item("RxJS")],
      [item("rxjs operators list"), item("rxjs operators"), item("something else")],
    ];
    const results = [
      "RxJS: reactive extensions",
      "Reactive programming with RxJS",
      "Learn RxJS online",
      "What with it",
    ];
    expect(variantsOf("rxjs", suggestions, results.map(item))).toEqual([
      "rxjs operators",
      "rxjs tutorial",
      "rxjs reactive",
    ]);
  });

  test("never asks the same words again, nor more than three times", () => {
    const suggestions = [[item("b a"), item("A B"), item("a b c"), item("c b a"), item("a d")]];
    expect(variantsOf("a b", suggestions, [])).toEqual(["a b c", "a d"]);
    const titles = ["alpha beta gamma delta", "alpha beta gamma delta"].map(item);
    expect(variantsOf("q", [], titles)).toHaveLength(3);
  });

  test("reads words where no space stands between them", () => {
    expect(variantsOf("北京", [], ["北京大学简介", "北京大学招生"].map(item))).toContain("北京 大学");
  });

  test("has none where there is nothing to go by", () => expect(variantsOf("q", [], [])).toEqual([]));
});
