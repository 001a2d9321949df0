import { describe, expect, it } from "vitest";
import { baseOf } from "../../src/extraction/address.ts";
import { dateIn, toIsoDate } from "../../src/extraction/dates.ts";
import { sourceOf } from "../../src/extraction/head.ts";
import { metadataOf } from "../../src/extraction/metadata.ts";
import { parseTree } from "../../src/extraction/tree.ts";
import { processorMs } from "../support/processor-time.ts";

function dateOf(html: string, url = "https://www.acme.example/blog/how-mills-work"): string | undefined {
  const tree = parseTree(html);
  return metadataOf(sourceOf(tree, url, baseOf(tree, url))).publishedDate;
}

describe("a date near the heading", () => {
  it.each([
    ["<h1>Mills</h1><p>March 5, 2024</p>", "2024-03-05"],
    ["<p>5 Mar 2024 · 7 min read</p><h1>Mills</h1>", "2024-03-05"],
    ["<h1>Mills</h1><p>Ada Stone | March 5, 2024</p>", "2024-03-05"],
    ["<h1>Mills</h1><p>Updated June 1, 2025</p><p>Published March 5, 2024</p>", "2024-03-05"],
    ["<h1>Mills</h1><p>Updated June 1, 2025 | Published March 5, 2024</p>", "2024-03-05"],
    ["<h1>Mills</h1><p>June 1, 2025</p><div><b>Posted on</b><i>March 5, 2024</i></div>", "2024-03-05"],
    ["<h1>Mills</h1><div><b>Last updated:</b><i>June 1, 2025</i></div>", undefined],
    ["<h1>Mills</h1><p>Updated June 1, 2025</p>", undefined],
    ["<h1>Mills</h1><aside>March 5, 2024</aside>", undefined],
    [`<h1>Mills</h1><p>${"On March 5, 2024 the mill was closed. ".repeat(6)}</p>`, undefined],
    ['<meta name="x-publish-date" content="2024-03-05T10:00:00Z">', "2024-03-05T10:00:00Z"],
    ["<time>5 March 2024</time>", "2024-03-05"],
    [
      '<title>Mills that turn</title><div class="newsletter-post"><h1>Mills that turn</h1><p>March 5, 2024</p></div>',
      "2024-03-05",
    ],
    ['<title>Mills that turn</title><h1>Mills that turn</h1><div class="newsletter">March 5, 2024</div>', undefined],
  ])("%s", (html, date) => {
    expect(dateOf(html)).toBe(date);
  });

  it("may stand anywhere on a signed page that marks no other day", () => {
    const signed = '<meta name="author" content="Ada Stone"><h1>Mills</h1><footer><time>March 5, 2024</time></footer>';
    expect(dateOf(signed)).toBe("2024-03-05");
    expect(dateOf(`${signed}<aside><time>June 1, 2025</time></aside>`)).toBeUndefined();
    expect(dateOf(signed.replace("<time>", "Last modified <time>"))).toBeUndefined();
    expect(dateOf(signed.replace("author", "generator"))).toBeUndefined();
  });

  it("of a thread keeps its zone", () => {
    const html = '<h1>Which mill?</h1><time datetime="2024-03-05T23:30:00-0500">yesterday</time>';
    expect(dateOf(html, "https://forum.example/threads/which-mill.7/")).toBe("2024-03-05T23:30:00-05:00");
  });

  it("is none of a page that offers something", () => {
    expect(dateOf("<h1>Mills</h1><p>March 5, 2024</p>", "https://acme.example/products/mill")).toBeUndefined();
  });
});

describe("dates in the page's language", () => {
  it.each([
    ["de", "Veröffentlicht am 5. März 2024", "2024-03-05"],
    ["fr", "Publié le 1er août 2024", "2024-08-01"],
    ["it", "5 luglio 2024", "2024-07-05"],
    ["pt-BR", "5 de março de 2024", "2024-03-05"],
    ["pl", "5 marca 2024", "2024-03-05"],
    ["ru", "5 марта 2024 г.", "2024-03-05"],
    ["tr", "5 Mart 2024", "2024-03-05"],
    ["fi", "5. maaliskuuta 2024", "2024-03-05"],
    ["el", "5 Μαρτίου 2024", "2024-03-05"],
    ["hu", "2024. március 5.", "2024-03-05"],
    ["ja", "公開日：2024年3月5日", "2024-03-05"],
    ["ko", "2024년 3월 5일", "2024-03-05"],
    ["en-GB", "03/04/2024", "2024-04-03"],
    ["en-US", "03/04/2024", "2024-03-04"],
    ["fr", "03/04/2024", "2024-04-03"],
    ["en", "03/04/2024", undefined],
    ["xx", "5 Foo 2024", undefined],
  ])("%s: %s", (language, text, date) => {
    expect(dateIn(text, { language })).toBe(date);
  });

  it.each([
    ["https://www.acme.co.uk/x", "2024-04-03"],
    ["https://www.acme.gov/x", "2024-03-04"],
    ["https://www.acme.example/x", undefined],
  ])("the order of numbers is told by the host too: %s", (url, date) => {
    expect(toIsoDate("03/04/2024", { language: "en", url })).toBe(date);
  });

  it.each(["version 1.2.3", "2024/2025", "10-12 pages", "1/2/24", "call 555-123-4567"])("%s is none", (text) => {
    expect(dateIn(text, { language: "en-GB" })).toBeUndefined();
  });

  it("takes little time over a hostile text", () => {
    const begun = processorMs();
    for (const text of ["1 ".repeat(150), "may ".repeat(75), "1 de ".repeat(60), "1/".repeat(150)])
      dateIn(text, { language: "en" });
    expect(processorMs() - begun).toBeLessThan(1_000);
  });
});
