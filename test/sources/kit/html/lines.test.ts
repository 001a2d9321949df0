import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseHtml } from "../../../../src/sources/kit/html/dom.ts";
import { embeddedJson, objectAfter } from "../../../../src/sources/kit/html/embedded.ts";
import { linesOf } from "../../../../src/sources/kit/html/lines.ts";
import { excerpt } from "../../../../src/sources/kit/values/text.ts";

describe("linesOf", () => {
  const lines = (html: string, without?: ReadonlySet<string>) =>
    linesOf(parseHtml(html, "https://a.example/"), without);

  it("parts the text where blocks and line breaks do", () => {
    expect(lines("<h1>One</h1><p>two  <b>and</b>\n three<br>four</p><ul><li>five<li>six</ul>")).toEqual([
      "One",
      "two and three",
      "four",
      "five",
      "six",
    ]);
  });

  it("leaves out what is hidden, and the elements that are named", () => {
    const html =
      '<p>seen</p><p hidden>no</p><p style="display: none">no</p><script>no</script><p>at <time>noon</time></p>';
    expect(lines(html, new Set(["time"]))).toEqual(["seen", "at"]);
  });

  it("reads deep nesting", () => {
    expect(lines(`${"<div>".repeat(5000)}deep`)).toEqual(["deep"]);
  });
});

describe("excerpt", () => {
  it("is the text's beginning on one line", () => {
    expect(excerpt("  a\n\n b  ")).toBe("a b");
    expect(excerpt("word ".repeat(100))).toHaveLength(300);
    expect(excerpt("word ".repeat(100))).toMatch(/…$/);
    expect(excerpt("abcdef", 4)).toBe("abc…");
  });

  it("is absent where there is no text", () => {
    expect([excerpt(""), excerpt(null), excerpt(undefined)]).toEqual([undefined, undefined, undefined]);
  });
});

describe("embeddedJson", () => {
  it("reads what fits, and nothing else", () => {
    const schema = z.object({ a: z.number() });
    expect(embeddedJson(schema, '{"a":1,"b":2}')).toEqual({ a: 1 });
    expect([embeddedJson(schema, '{"a":"1"}'), embeddedJson(schema, "{a:1}"), embeddedJson(schema, undefined)]).toEqual(
      [undefined, undefined, undefined],
    );
  });
});

describe("objectAfter", () => {
  it.each([
    ['var data = {"a":{"b":"}"}}; x', '{"a":{"b":"}"}}'],
    ['window["data"] = {"q":"\\"}"};', '{"q":"\\"}"}'],
    ['data(); data: {"late":1}', '{"late":1}'],
    ["data = {", undefined],
    ["nothing here", undefined],
  ])("%s", (text, object) => expect(objectAfter(text, "data")).toBe(object));
});
