import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";
import { processorMs } from "../support/processor-time.ts";

const url = "https://estuary.example/history/tidal-mills?from=feed";
const article = readFileSync(new URL("../fixtures-html/article.html", import.meta.url), "utf8");

describe("extractPage", () => {
  const page = extractPage({ html: article, url });

  it("keeps the article", () => {
    expect(page.text).toContain("For three hundred years the flour of the city was ground by the moon.");
    expect(page.text).toContain("What a pond could grind");
    expect(page.text).toContain("- The upper gate, made of oak, let the tide in by itself.");
    expect(page.text).toContain("along the same quay.");
  });

  it.each([
    "cookies",
    "Accept all",
    "Shop",
    "Most popular",
    "Ten bakeries",
    "newsletter",
    "All rights reserved",
    "Terms of use",
    "not text",
  ])("leaves out the furniture: %s", (furniture) => {
    expect(page.text).not.toContain(furniture);
    expect(page.markdown).not.toContain(furniture);
  });

  it("keeps paragraphs apart by a blank line", () => {
    expect(page.text).toMatch(/over a wheel\.\n\nThe trade left few papers/);
  });

  it("writes the same content as Markdown", () => {
    expect(page.markdown).toContain("## What a pond could grind\n\nA pond of two hectares");
    expect(page.markdown).toContain("- The lower gate was lifted by hand");
  });

  it("reads what the page says of itself", () => {
    expect(page).toMatchObject({
      url,
      title: "How tidal mills fed a city",
      byline: "Ines Duarte, Tom Harrow",
      publishedDate: "2024-03-05T09:30:00+01:00",
      language: "en-GB",
      siteName: "The Estuary Review",
      description: "A walk along six mills and the ponds that drove them.",
      favicon: "https://estuary.example/icons/64.png",
      canonicalUrl: "https://estuary.example/history/tidal-mills",
    });
  });

  it("leaves out who wrote the page and when, where nobody asks, and nothing else", () => {
    const { byline, publishedDate, ...others } = page;
    expect([byline, publishedDate]).toEqual(["Ines Duarte, Tom Harrow", "2024-03-05T09:30:00+01:00"]);
    expect(extractPage({ html: article, url, authorship: false })).toEqual(others);
  });

  it("lists images and links, furniture's links too, since a crawl follows them", () => {
    expect(page.images).toContainEqual({
      url: "https://estuary.example/images/mill.jpg",
      alt: "The mill at low water",
      width: 1200,
      height: 800,
    });
    expect(page.links).toContainEqual({ url: "https://estuary.example/terms", text: "Terms of use" });
  });

  it("leaves Markdown out when it is not wanted", () => {
    expect(extractPage({ html: article, url, markdown: false })).not.toHaveProperty("markdown");
  });

  it("reads what a forum keeps in noscript, where nothing else is shown", () => {
    const posts = Array.from(
      { length: 6 },
      (_, i) => `<div class="post"><p>Answer ${i}: the pump should be bled before the valve is opened again.</p></div>`,
    );
    const html = `<body><div id="app"></div><noscript><div class="topic">${posts.join("")}</div></noscript></body>`;
    expect(extractPage({ html, url }).text).toContain("Answer 5: the pump should be bled");
  });

  it("takes the text of structured data where the page shows none", () => {
    const html = `<script type="application/ld+json">{"@type":"Article","articleBody":"Only here."}</script><div id="root"></div>`;
    expect(extractPage({ html, url })).toMatchObject({ text: "Only here.", markdown: "Only here." });
  });

  it("answers an empty page with empty text and nothing invented", () => {
    expect(extractPage({ html: "", url })).toEqual({
      url,
      favicon: "https://estuary.example/favicon.ico",
      text: "",
      markdown: "",
      images: [],
      links: [],
    });
  });

  it("leaves out the sign that links a heading to itself", () => {
    const html = article.replace(
      "What a pond could grind",
      'What a pond could grind<a class="headerlink" href="#pond">¶</a>',
    );
    expect(extractPage({ html, url }).text).toContain("What a pond could grind\n\n");
  });

  it("keeps a short page's few words", () => {
    const html = `<title>Example Domain</title><div><h1>Example Domain</h1><p>This domain is for use in documentation examples without needing permission.</p>
      <p><a href="https://iana.example/domains">Learn more</a></p></div>`;
    expect(extractPage({ html, url }).text).toContain(
      "This domain is for use in documentation examples without needing permission.",
    );
  });
});

describe("bounds", () => {
  it("reads a page nested a hundred thousand deep", () => {
    const html = `<p>The first paragraph stands above the depths, and it can be read.</p>${"<div><span>".repeat(50_000)}deep`;
    expect(extractPage({ html, url }).text).toContain("The first paragraph stands above the depths");
  });

  it("reads a page of many megabytes", () => {
    const paragraph = "<p>The tide filled the pond, and the miller opened the gate when the moon allowed it.</p>\n";
    const { text } = extractPage({ html: `<article>${paragraph.repeat(50_000)}</article>`, url, markdown: false });
    expect(text.split("\n\n").length).toBeGreaterThan(10_000);
  });

  it.each([
    ["unclosed tags", "<a<".repeat(100_000)],
    ["attributes", `<p ${"a=b ".repeat(100_000)}>text</p>`],
    ["ampersands", "&".repeat(300_000)],
    ["breaks", "<br>".repeat(200_000)],
    ["closing tags", "</div>".repeat(200_000)],
    ["open comments", "<!--".repeat(100_000)],
    ["white space", `<title>${" \t|".repeat(100_000)}</title><p>x${" ".repeat(500_000)}y</p>`],
    ["nested dates", `${'<div class="post-date author">'.repeat(400)}${"x ".repeat(1_000_000)}`],
    ["spaces in code", `<pre>${" ".repeat(500_000)}x</pre>`],
    ["commas in srcset", `<img srcset="${",".repeat(8_000)}x">`.repeat(300)],
    ["spaces in structured data", `<script type="application/ld+json">"@type":${" ".repeat(300_000)}</script>`],
    ["lines in structured data", `<script type="application/ld+json">${"\n".repeat(300_000)}x</script>`],
    ["arrays in structured data", `<script type="application/ld+json">[${"[],".repeat(160_000)}[]]</script>`],
    ["icon sizes", `<link rel="icon" href="/x" sizes="${"16x16 ".repeat(200_000)}">`],
    ["class names", `<p class="${"post-".repeat(100_000)}" style="${"display ".repeat(100_000)}">text</p>`],
  ])("is not slowed down by %s", (_, html) => {
    const begun = processorMs();
    extractPage({ html, url });
    expect(processorMs() - begun).toBeLessThan(5_000);
  });
});
