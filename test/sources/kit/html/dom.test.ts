import { isTag } from "domhandler";
import { describe, expect, it } from "vitest";
import { parseHtml, parseXml } from "../../../../src/sources/kit/html/dom.ts";
import { processorMs } from "../../../support/processor-time.ts";

const BASE = "https://site.example/path/page";
const read = (html: string) => parseHtml(html, BASE);

describe("El", () => {
  const doc = read(
    '<main><p class="a b">One<br>two</p><p id=x>Three <b>four</b></p><a href="../up?q=1&amp;r=2">Up</a><a href="mailto:x@site.example">Mail</a></main>',
  );

  it("finds the first, all and whether there are any, in document order", () => {
    expect(doc.one("p")?.text()).toBe("One two");
    expect(doc.all("p, b").map((el) => el.text())).toEqual(["One two", "Three four", "four"]);
    expect(doc.texts("main > p")).toEqual(["One two", "Three four"]);
    expect([doc.has("p.b"), doc.has("p.c")]).toEqual([true, false]);
    expect(doc.one("h1")).toBeUndefined();
  });

  it("looks below itself only", () => {
    const first = doc.one("p.a");
    expect(first?.all("p, b")).toEqual([]);
    expect(first?.has("a")).toBe(false);
    expect(first?.matches("main > p")).toBe(true);
    expect(doc.one("b")?.closest("p")?.attr("id")).toBe("x");
  });

  it("makes addresses absolute, and leaves out what is not http", () => {
    expect(doc.link("a")).toBe("https://site.example/up?q=1&r=2");
    expect(doc.all("a").map((a) => a.link())).toEqual(["https://site.example/up?q=1&r=2", undefined]);
  });

  it("answers undefined for what is absent or blank", () => {
    const el = read('<a title=" " download></a>').one("a");
    expect([el?.text(), el?.attr("title"), el?.attr("download"), el?.attr("constructor"), el?.link()]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("writes an element as HTML again", () => {
    expect(read('<p title="a &amp; b">x<br>y</p>').one("p")?.html()).toBe('<p title="a &amp; b">x<br>y</p>');
  });
});

describe("selectors over the attributes of a page", () => {
  it("match by name, value, part and class, whatever the quotes and the case of the name", () => {
    const doc = read(`<i CLASS='x y' data-n=1></i><i class=x data-n="2" data-n="3"></i><i data-n></i><i class="x/y"/>`);
    expect(doc.all(".x").length).toBe(2);
    expect(doc.all("i[data-n]").map((el) => el.attr("data-n"))).toEqual(["1", "2", undefined]);
    expect(doc.all('[data-n="2"], [data-n^="1"]').length).toBe(2);
    expect(doc.has('[data-n="3"]')).toBe(false);
    expect(doc.one('[class*="/"]')?.attr("class")).toBe("x/y");
    const [first] = doc.all("i");
    expect(first && isTag(first.node) ? first.node.attribs : {}).toEqual({ class: "x y", "data-n": "1" });
  });

  it("match what entities stand for", () => {
    expect(read('<a title="a&#98;c &copy &amp;">x</a>').one('[title^="abc"]')?.attr("title")).toBe("abc © &");
    expect(read('<a href="/?a=1&copy=2">x</a>').link("a")).toBe("https://site.example/?a=1&copy=2");
  });
});

describe("parseHtml", () => {
  it.each([
    ["an unclosed list", "<ul><li>a<li>b</ul><p>c", "li", ["a", "b"]],
    ["an unclosed table", "<table><tr><td>a<td>b<tr><td>c</table>", "td", ["a", "b", "c"]],
    ["a paragraph that a block ends", "<p>a<div>b</div>", "p", ["a"]],
    ["links that forget to close", '<a href="/1">a<a href="/2">b</a>', "a", ["a", "b"]],
    ["a definition list", "<dl><dt>a<dd>b<dt>c</dl>", "dt, dd", ["a", "b", "c"]],
    ["closing tags of nothing", "</b></div><p>a</i>b</p>", "p", ["ab"]],
    ["crossing tags", "<p><b>a<i>b</b>c</i></p>", "p", ["abc"]],
    ["a form within a form", "<form><p>a</p><form><p>b</p></form></form>", "form > p", ["a", "b"]],
    ["a lone mark", "<p>1 < 2 <3 <</p>", "p", ["1 < 2 <3 <"]],
    ["white space in tags", "<p\n\tclass = 'x'\n>a</p\n>", "p.x", ["a"]],
    ["a bogus comment", "<p>a<!x>b<?y>c</ z>d</p>", "p", ["abcd"]],
  ])("reads %s", (_what, html, css, texts) => {
    expect(read(html).texts(css)).toEqual(texts);
  });

  it("resolves entities, without a semicolon as well", () => {
    expect(read("<p>&lt;b&gt; &eacute;&#x41;&#66; &ampx &unknown; &nbsp;</p>").text("p")).toBe("<b> éAB &x &unknown;");
  });

  it("leaves out scripts, styles and comments, and what looks like tags in them", () => {
    const doc = read(
      '<script>if (a < b) "<p>no</p>" </SCRIPT ><style>p { content: "<p>" }</style><!-- <p>no</p> --><p>yes</p>',
    );
    expect(doc.texts("p")).toEqual(["yes"]);
    expect(doc.has("script, style")).toBe(false);
  });

  it.each([
    ["script", "<p>a</p><script>var x = '<p>b</p>'"],
    ["style", "<p>a</p><style>p {}<p>b</p>"],
    ["comment", "<p>a</p><!-- <p>b</p>"],
    ["tag", '<p>a</p><a title="<p>b</p>'],
  ])("takes an unclosed %s to run to the end of the page", (_what, html) => {
    expect(read(html).texts("p")).toEqual(["a"]);
  });

  it("keeps what stands in noscript as elements, out of the page's text", () => {
    const doc = read('<noscript><meta content="0;url=/x"><p>a</p></noscript><p>b</p>');
    expect(doc.has('noscript meta[content*="url="]')).toBe(true);
    expect(doc.text()).toBe("b");
  });

  it("takes the content of title and textarea for text", () => {
    const doc = read("<title>a <b>&amp;</b></title><textarea><p>b</p></textarea>");
    expect([doc.text("title"), doc.text("textarea"), doc.has("b, p")]).toEqual(["a <b>&</b>", "<p>b</p>", false]);
  });

  it("keeps pictures without what they hold", () => {
    const doc = read(
      '<a><svg role="img"><title>t</title><path d="M0"/><svg><g/></svg><foreignObject><div><p>in</p></div></foreignObject></svg>b</a><p>c</p>',
    );
    expect(doc.one("svg")?.attr("role")).toBe("img");
    expect(doc.has("svg *")).toBe(false);
    expect([doc.text("a"), doc.texts("p")]).toEqual(["b", ["c"]]);
  });

  it("loses nothing after a picture that is not closed", () => {
    expect(read("<div><svg><path></div><p>a</p>").texts("p")).toEqual(["a"]);
    expect(read("<svg><path><p>a</p>").texts("p")).toEqual(["a"]);
    expect(read("<svg/><p>a</p>").texts("p")).toEqual(["a"]);
  });

  it("keeps the text of what is nested deeper than browsers nest, and what follows it", () => {
    const doc = read(`${"<div>".repeat(5000)}deep${"</div>".repeat(5000)}<p>after</p>`);
    expect(doc.text()).toBe("deep after");
    expect(doc.one("p")?.closest("div")).toBeUndefined();
  });
});

describe("hostile pages", () => {
  const times = (mark: string, count: number) => mark.repeat(count);
  /** Far below what the square of the length would take, far above what a busy machine needs. */
  const LIMIT_MS = 4000;

  it.each([
    ["open elements that others close", (n: number) => times("<div>", n) + times("</b>", n)],
    ["nested inline elements and paragraphs", (n: number) => times("<b><p>", n)],
    ["nested links", (n: number) => times("<a><b>", n)],
    ["forms in forms", (n: number) => times("<div>", n) + times("<form>", n)],
    ["pictures in pictures", (n: number) => times("<svg><foreignObject>", n)],
    ["attributes", (n: number) => `<a ${times("x=1 ", n)}>`],
    ["quotes that never close", (n: number) => times('<a b="', n)],
    ["marks", (n: number) => times("<", n)],
    ["comments that never close", (n: number) => times("<!--", n)],
    ["half-closed styles", (n: number) => `<style>${times("</style", n)}`],
    ["half-closed texts", (n: number) => times("<textarea></textare", n)],
    ["entities", (n: number) => times("&am", n)],
  ])("are read in linear time: %s", (_what, page) => {
    const html = page(100_000);
    const begun = processorMs();
    const doc = read(html);
    doc.text();
    doc.all("p.x b");
    expect(processorMs() - begun).toBeLessThan(LIMIT_MS);
  });
});

describe("parseXml", () => {
  it("keeps case, prefixes and CDATA", () => {
    const doc = parseXml("<Feed><dc:Title><![CDATA[a <b>]]></dc:Title><link/>c</Feed>", BASE);
    expect([doc.text("dc\\:Title"), doc.has("feed"), doc.has("Feed > link")]).toEqual(["a <b>", false, true]);
  });
});
