import { describe, expect, it } from "vitest";
import { extractPage } from "../../src/extraction/extract.ts";

const url = "https://estuary.example/mills";
const FIRST = "For three hundred years the flour of the city was ground by the moon, and nobody thought it odd.";
const SECOND = "The tide filled the pond, and the miller opened the gate as soon as the water had turned again.";
const LOADING = '<title>Mills</title><div id="__next"><p>Loading…</p></div>';

const next = (data: unknown) =>
  extractPage({
    html: `${LOADING}<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(data)}</script>`,
    url,
  });

describe("a page that shows itself by script only", () => {
  it("is read from JSON-LD, and says so", () => {
    const data = JSON.stringify({ "@type": "NewsArticle", articleBody: `${FIRST}\n\n${SECOND}` });
    const page = extractPage({ html: `${LOADING}<script type="application/ld+json">${data}</script>`, url });
    expect(page).toMatchObject({ strategy: "json-ld", title: "Mills", text: `${FIRST}\n\n${SECOND}` });
    expect(page.markdown).toBe(`${FIRST}\n\n${SECOND}`);
  });

  it("is read from the data of Next.js, markup and all", () => {
    const page = next({
      props: {
        pageProps: {
          post: { title: "Mills", excerpt: FIRST, body: `<h2>The moon</h2><p>${FIRST}</p><p>${SECOND}</p>` },
          related: [
            { body: "Ten bakeries that still grind their own flour, and where their grain comes from this year." },
          ],
          cookies: {
            consentText: "We use cookies and other means to make this site better for you and for everybody else.",
          },
        },
      },
    });
    expect(page).toMatchObject({ strategy: "next-data", text: `The moon\n\n${FIRST}\n\n${SECOND}` });
    expect(page.markdown).toBe(`## The moon\n\n${FIRST}\n\n${SECOND}`);
  });

  it("is read from a list of parts, short ones too", () => {
    const blocks = [
      { type: "paragraph", text: FIRST },
      { type: "heading", text: "At low water" },
      { type: "paragraph", text: SECOND },
    ];
    expect(next({ props: { pageProps: { article: { blocks } } } }).text).toBe(`${FIRST}\n\nAt low water\n\n${SECOND}`);
  });

  it("is read from the data of Nuxt 3, whose values are named by their places", () => {
    const flat = [["Reactive", 1], { data: 2 }, { post: 3 }, { body: 4 }, `<p>${FIRST}</p><p>${SECOND}</p>`];
    const html = `${LOADING}<script type="application/json" id="__NUXT_DATA__">${JSON.stringify(flat)}</script>`;
    expect(extractPage({ html, url })).toMatchObject({ strategy: "nuxt-data", text: `${FIRST}\n\n${SECOND}` });
  });

  it("is read from the data of Nuxt 2, where that is JSON", () => {
    const state = JSON.stringify({ data: [{ article: { content: `${FIRST}\n${SECOND}` } }] });
    const page = extractPage({ html: `${LOADING}<script>window.__NUXT__=${state};</script>`, url });
    expect(page).toMatchObject({ strategy: "nuxt-data", text: `${FIRST}\n\n${SECOND}` });
  });

  it("takes what is no markup for text", () => {
    const body = `${FIRST} In 1700 < 10 mills & ponds were left.`;
    expect(next({ props: { body } }).text).toBe(body);
  });
});

describe("a page's own words stay", () => {
  it("where it shows its text", () => {
    const html = `<article><h1>Mills</h1><p>${FIRST}</p><p>${SECOND}</p></article>
      <script id="__NEXT_DATA__" type="application/json">{"props":{"body":"<p>${FIRST} ${SECOND} ${FIRST} ${SECOND}</p>"}}</script>`;
    const page = extractPage({ html, url });
    expect(page.text).toContain(FIRST);
    expect(page).not.toHaveProperty("strategy");
  });

  it.each([
    ["is a program", '<script>window.__NUXT__=(function(a){return {body:a}}("x"))</script>'],
    ["is cut off", '<script id="__NEXT_DATA__" type="application/json">{"props":{"body":"</script>'],
    [
      "holds no prose",
      '<script id="__NEXT_DATA__" type="application/json">{"props":{"ids":["a1","b2"]},"page":"/"}</script>',
    ],
    ["names itself", '<script id="__NUXT_DATA__" type="application/json">[{"a":0}]</script>'],
    [
      "is deep",
      `<script id="__NEXT_DATA__" type="application/json">${'{"a":['.repeat(9_000)}1${"]}".repeat(9_000)}</script>`,
    ],
  ])("where the data %s", (_, script) => {
    const page = extractPage({ html: `<p>The mill is closed today.</p>${script}`, url });
    expect(page).not.toHaveProperty("strategy");
    expect(page.text).toBe("The mill is closed today.");
  });
});
