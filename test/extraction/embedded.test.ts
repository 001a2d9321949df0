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

describe("a page that shows itself by script only, and carries its state", () => {
  const read = (script: string) => extractPage({ html: `${LOADING.replace("__next", "root")}${script}`, url });
  const state = {
    articles: { byId: { 7: { id: 7, title: "Mills", body: `${FIRST}\n\n${SECOND}` } } },
    session: { user: null },
  };

  it.each([
    ["of Apollo", `<script>window.__APOLLO_STATE__=${JSON.stringify(state)};window.x={};</script>`],
    [
      "before it is first shown",
      `<script>var a = 1; window.__INITIAL_STATE__ = ${JSON.stringify(state)}; boot()</script>`,
    ],
    [
      "as a text that is JSON",
      `<script>window.__PRELOADED_STATE__ = JSON.parse(${JSON.stringify(JSON.stringify(state))});</script>`,
    ],
    [
      "of Remix",
      `<script>window.__remixContext = ${JSON.stringify({ state: { loaderData: { root: state } } })};</script>`,
    ],
    ["in an island", `<script type="application/json" data-island>${JSON.stringify(state)}</script>`],
    [
      "that SvelteKit fetched",
      `<script type="application/json" data-sveltekit-fetched data-url="/a">${JSON.stringify({ status: 200, body: JSON.stringify(state) })}</script>`,
    ],
    ["in a store of its own type", `<script type="text/x-store+json">${JSON.stringify(state)}</script>`],
  ])("%s", (_where, script) => {
    expect(read(script)).toMatchObject({ strategy: "state", text: `${FIRST}\n\n${SECOND}` });
  });

  it("of Next.js' server components, in chunks that end anywhere", () => {
    const long = `${SECOND} Ü`;
    const rows = `0:["$","main",null,{"children":["$","h2",null,{"children":"The moon"}]}]\n1:["$","p",null,{"children":${JSON.stringify(FIRST)}}]\n2:T${Buffer.byteLength(long).toString(16)},${long}3:["$","nav",null,{"children":"Home"}]\n`;
    const pushes = [rows.slice(0, 90), rows.slice(90)].map(
      (chunk) => `<script>self.__next_f.push(${JSON.stringify([1, chunk])})</script>`,
    );
    expect(read(`<script>(self.__next_f=self.__next_f||[]).push([0])</script>${pushes.join("")}`)).toMatchObject({
      strategy: "flight",
      text: `The moon\n\n${FIRST}\n\n${long}`,
    });
  });

  it.each([
    ["a program", "<script>window.__INITIAL_STATE__ = { body: makeBody() }</script>"],
    ["JSON that does not end", `<script>window.__INITIAL_STATE__ = {"body": "${FIRST}</script>`],
    ["too deep", `<script type="application/json">${"[".repeat(100_000)}</script>`],
  ])("is not read from %s", (_what, script) => {
    expect(read(script).strategy).toBeUndefined();
  });
});
