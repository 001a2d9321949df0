import { describe, expect, test } from "vitest";
import { type AnswerSize, type FoundText, quoted, quotesFor } from "../../../src/pipelines/research/answer.ts";
import { bestPassages } from "../../../src/pipelines/research/best-passages.ts";
import { citedIn, existingCitations, withoutBegunMark } from "../../../src/pipelines/research/citations.ts";
import { passagesOf, withoutMarks } from "../../../src/pipelines/research/passages.ts";
import { variantsOf } from "../../../src/pipelines/research/variants.ts";

const answerTo = (question: string, found: readonly FoundText[], size: AnswerSize): string =>
  quoted(quotesFor(question, found, size));

const item = (title: string) => ({ source: "s", title });

describe("quotesFor", () => {
  const size = { statements: 3, words: 60 };
  const page = (n: number, text: string, title = ""): FoundText => ({
    n,
    title,
    url: `https://${n}.example.com/`,
    score: 0.5,
    text,
    from: "page",
  });
  const snippet = (n: number, text: string): FoundText => ({ ...page(n, text), from: "snippet" });

  test("quotes statements as they stand, each with its result, the most direct first", () => {
    const found = [
      page(1, "The Rhine is a river. It rises in Switzerland. Buy cheap boots now, today only."),
      page(2, "Fish live in it. The length of the Rhine is 1,233 km from its source to the sea."),
    ];
    expect(answerTo("How long is the Rhine?", found, { statements: 1, words: 60 })).toBe(
      "The length of the Rhine is 1,233 km from its source to the sea. [2]",
    );
  });

  test("cites all that say the very same, once", () => {
    const found = [page(1, "The Rhine is 1,233 km long."), page(3, "THE RHINE is 1,233 km long.")];
    expect(answerTo("length of the rhine", found, size)).toBe("The Rhine is 1,233 km long. [1][3]");
  });

  test("prefers whole sentences to fragments and questions", () => {
    const found = [
      snippet(1, "How long is the Rhine river really?"),
      snippet(2, "The Rhine river is a long …"),
      snippet(3, "The Rhine river is very long and wide."),
    ];
    expect(answerTo("Rhine river", found, { statements: 1, words: 60 })).toContain("[3]");
  });

  test("wants of a number question a number, of a why question a reason", () => {
    const found = [
      page(1, "Otters sleep in the water, which many visitors find charming.\n\nOtters sleep for 11 hours a day."),
      page(2, "Otters hold hands while sleeping because they would drift apart."),
    ];
    const first = (question: string) => answerTo(question, found, { statements: 1, words: 60 });
    expect(first("How many hours do otters sleep?")).toBe("Otters sleep for 11 hours a day. [1]");
    expect(first("Why do otters hold hands while sleeping?")).toBe(
      "Otters hold hands while sleeping because they would drift apart. [2]",
    );
  });

  test("reads a value under its label, in a row and in a list, with what it belongs to", () => {
    const found = [page(1, "Specifications\n\n- Colour: red\n- Weight: 332 g\n- Hours: 60", "Crusher | Shop")];
    expect(answerTo("How much does the Crusher weigh?", found, { statements: 1, words: 60 })).toBe(
      "Crusher: Weight: 332 g. [1]",
    );
    const table = [page(1, "Tips\n\nWaiter | 18%\nTakeout or pickup | 10%", "Tipping guide")];
    expect(answerTo("How much is the tip for takeout?", table, { statements: 1, words: 60 })).toBe(
      "Tipping guide: Takeout or pickup: 10%. [1]",
    );
  });

  test("answers a comparison thing by thing", () => {
    const found = [
      page(1, "- Weight: 332 g", "Skullcandy Crusher"),
      page(2, "- Weight: 372 g", "Hifiman Sundara"),
      page(3, "Headphones weigh more than earbuds, as everybody knows.", "Headphones"),
    ];
    const answer = answerTo("Which is heavier, the Skullcandy Crusher or the Hifiman Sundara?", found, size);
    expect(answer).toContain("332 g. [1]");
    expect(answer).toContain("372 g. [2]");
  });

  test("tells compared models apart by their numbers, and where a page speaks of them", () => {
    const question = "Which is heavier, the Otter 20 or the Otter 30 Plus?";
    const first = page(1, "The Otter 20 Plus is loved by many.\n\n- Weight: 900 g", "Otter 20 Plus");
    const listed = page(2, "- Weight: 1,100 g", "Otters of the year");
    const named = page(3, "The Otter 30 Plus is new.\n\nIt weighs less than a badger, 700 g or so.", "Our newest");
    const sheet = page(4, "It weighs 1,234 g with its bag.\n\nWeight: 1,250 g", "Otter 30 Plus | Otters");
    const answer = answerTo(question, [first, listed, named, sheet], { statements: 5, words: 90 });
    expect(answer).toBe(
      "Otter 20 Plus: Weight: 900 g. [1] Otter 30 Plus: Weight: 1,250 g. [4] It weighs 1,234 g with its bag. [4]",
    );
    expect(answerTo(question, [first, listed, named], size)).toBe(
      "Otter 20 Plus: Weight: 900 g. [1] It weighs less than a badger, 700 g or so. [3]",
    );
  });

  test("compares things of which nothing is asked but the difference", () => {
    const found = [
      page(1, "TCP guarantees that bytes arrive in order.", "Networks"),
      page(2, "UDP sends datagrams that may get lost.", "Networks"),
    ];
    expect(answerTo("What is the difference between TCP and UDP?", found, size)).toBe(
      "TCP guarantees that bytes arrive in order. [1] UDP sends datagrams that may get lost. [2]",
    );
  });

  test("is nothing where nothing that was read answers", () => {
    expect(answerTo("x", [], size)).toBe("");
    expect(answerTo("x", [snippet(1, "Home")], size)).toBe("");
    const rhine = [snippet(1, "The Rhine is 1,233 km long and rises in the Alps.")];
    expect(answerTo("quantum gravity", rhine, size)).toBe("");
    expect(answerTo("What is the melting point of gallium in the Rhine?", rhine, size)).toBe("");
    expect(
      bestPassages("量子", passagesOf(1, "The Rhine is long.", "snippet"), () => 1, { count: 1, perResult: 1 }),
    ).toHaveLength(1);
  });

  test("says nothing twice, and keeps to its length", () => {
    const found = [
      page(
        1,
        "Tokio is a runtime for Rust.\n\nTokio is a runtime for Rust programs.\n\nTokio was begun in 2016 by some people.",
      ),
    ];
    const answer = answerTo("tokio rust runtime", found, size);
    expect(answer.match(/runtime for Rust/g)).toHaveLength(1);
    expect(answerTo("tokio", found, { statements: 3, words: 8 }).split(" ").length).toBeLessThan(14);
  });

  test("does not take a page's footnotes for citations", () => {
    expect(withoutMarks("It is so.[12] And so [3].")).toBe("It is so. And so.");
    expect(answerTo("rhine", [snippet(1, "The Rhine is long and wide here.[7]")], size)).toBe(
      "The Rhine is long and wide here. [1]",
    );
  });

  test("works in a script without spaces", () => {
    const found = [page(1, "长江是亚洲最长的河流。今天天气很好。"), page(2, "黄河是中国第二长的河流。")];
    expect(answerTo("长江 河流", found, { statements: 1, words: 60 })).toBe("长江是亚洲最长的河流。 [1]");
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
    ["A [ 3 ] B ［1］ C 【9】 D [^2] E 〔２〕.", "A [3] B [1] C D [2] E [2]."],
    ["Plain [text].", "Plain [text]."],
  ])("%s", (given, kept) => expect(existingCitations(given, 3)).toBe(kept));

  test("citedIn names each once", () => expect(citedIn("a [2][1] b [2]")).toEqual([2, 1]));

  test.each([
    ["A fact [", "A fact"],
    ["A fact [1", "A fact"],
    ["A fact [1].", "A fact [1]."],
    ["A fact [1]", "A fact"],
    ["See [the page](https://ev", "See"],
    ["See https://ev", "See"],
    ["See <img src=x", "See"],
    ["See &#104", "See"],
    ["See //ho", "See"],
    ["See JavaScript:al", "See"],
    ["A fact ［1", "A fact"],
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
