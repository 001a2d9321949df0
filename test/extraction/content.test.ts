import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";

const PARAGRAPHS = [
  "The miller opened the sluice before dawn, because the tide had filled the pond twice as fast as he had reckoned.",
  "By noon the wheel turned so quickly that flour lay upon every beam, and the cat had become a white cat.",
  "His daughter kept the ledger, in which each sack was entered with its weight, its owner and the hour of grinding.",
  "When the inspector came from the town, he asked for the ledger first and for a cup of tea second.",
  "Neither of them mentioned the broken gate, though the water could be heard running through it all afternoon.",
  "In the evening the miller mended it with two planks of elm, and swore that it would hold for another year.",
];

const article = (inside: string, { head = "", behind = "" } = {}): string => `<html><head>
<title>The miller's long day | The Harbour Gazette</title><meta property="og:type" content="article">${head}</head><body>
<nav><a href="/">Home</a> <a href="/news">News</a> <a href="/sport">Sport</a></nav>
<main><article><h1>The miller's long day</h1>${inside}</article>${behind}</main>
<footer>© 2026 The Harbour Gazette. All rights reserved.</footer></body></html>`;

const text = (html: string, url = "https://gazette.example/news/2026/the-millers-long-day") =>
  extractPage({ html, url }).text;
const paragraphs = PARAGRAPHS.map((one) => `<p>${one}</p>`).join("");
const times = (whole: string, part: string) => whole.split(part).length - 1;

describe("what is content", () => {
  it("is the text of an article, without its title, which is a field of its own", () => {
    const page = extractPage({
      html: article(paragraphs),
      url: "https://gazette.example/news/2026/the-millers-long-day",
    });
    expect(page.text).toBe(PARAGRAPHS.join("\n\n"));
    expect(page.title).toContain("The miller's long day");
  });

  it("is not said twice: a copy that stands elsewhere goes", () => {
    const copy = `<section class="print-version"><p>${PARAGRAPHS[1]}</p></section>`;
    expect(times(text(article(paragraphs, { behind: copy })), PARAGRAPHS[1] ?? "")).toBe(1);
  });

  it("keeps a refrain, which has one parent each time", () => {
    const refrain = "<p>And the wheel of the mill went round and round.</p>";
    const song = PARAGRAPHS.map((one) => `<p>${one}</p>${refrain}`).join("");
    expect(times(text(article(song)), "And the wheel of the mill went round and round.")).toBe(PARAGRAPHS.length);
  });

  it("leaves out an article's captions and the comments on it", () => {
    const figure =
      "<figure><img src='/mill.jpg'><figcaption>The mill as it stood in the spring of last year</figcaption></figure>";
    const comments = `<div class="comments"><p>My grandfather worked there, and he told the same story with a dog instead of the cat.</p></div>`;
    const found = text(article(paragraphs + figure, { behind: comments }));
    expect(found).toContain(PARAGRAPHS[5]);
    expect(found).not.toContain("The mill as it stood");
    expect(found).not.toContain("My grandfather");
  });

  it.each([
    ["one sentence said five times", `<p>${"The mill is closed on the first Sunday of each month. ".repeat(5)}</p>`],
    ["in no element of its own", PARAGRAPHS.slice(0, 3).join(" ")],
  ])("is a page's only paragraph, with nothing beside it to judge it by: %s", (_which, inside) => {
    const only = (inside: string) => text(`<html><head><title>The mill</title></head><body>${inside}</body></html>`);
    expect(only(inside)).toBe(inside.replace(/<[^>]*>/g, "").trim());
    expect(only(`<footer>${inside}</footer>`)).toBe("");
  });

  it("is judged by the address that the page names as its own", () => {
    const head = '<link rel="canonical" href="https://gazette.example/news/2026/the-millers-long-day">';
    expect(text(article(paragraphs, { head }), "https://cache.example/?id=81")).toBe(PARAGRAPHS.join("\n\n"));
  });
});
