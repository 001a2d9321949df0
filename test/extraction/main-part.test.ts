import { describe, expect, it } from "vitest";
import { readBody } from "../../src/extraction/read.ts";

const PROSE = "The otter dives below the old bridge and holds its breath for about eight minutes. ".repeat(4);
const ROWS = [
  "get /otters",
  "post /otters",
  "get /otters/{id}",
  "delete /otters/{id}",
  "get /rivers",
  "put /rivers/{id}",
];

const page = (main: string, before = "<nav><a href=/menu>Menu of it all</a></nav>"): string =>
  `<!doctype html><html><head><title>Otters</title></head><body>${before}${main}</body></html>`;
const APPLICATION = `<main><h1>The otters' interface</h1><p>All that otters do, told to machines by this interface.</p>${ROWS.map(
  (row) => `<div><a href="#"><button><div>${row.replace(" ", "</div><span>")}</span></button></a></div>`,
).join("")}</main>`;

const textOf = async (html: string, shown: boolean, whole = false): Promise<string> => {
  const body = { bytes: Buffer.from(html), text: () => html, contentType: "text/html", url: "https://a.example/" };
  const extraction = await readBody({ ...body, shown, whole });
  return extraction.ok ? extraction.page.text : "";
};

describe("a document as a browser shows it", () => {
  it("is all that its main part holds, where little of that is prose", async () => {
    const text = await textOf(page(APPLICATION), true);
    for (const row of ROWS) for (const word of row.split(" ")) expect(text).toContain(word);
    expect(text).not.toContain("Menu of it all");
    expect(await textOf(page(APPLICATION), false)).not.toContain("/rivers/{id}");
  });

  it("is what is chosen of it where that is a text, or its main part is not marked, or more than once", async () => {
    for (const html of [
      page(`<main><article><h1>Otters</h1><p>${PROSE.repeat(5)}</p></article><aside>Buy eels</aside></main>`),
      page(APPLICATION.replaceAll("main>", "section>")),
      page(`${APPLICATION}<main>Another</main>`),
    ])
      expect(await textOf(html, true)).toBe(await textOf(html, false));
  });

  it("keeps what else its whole says, and is its main part where nothing was chosen", async () => {
    const read = await readBody({
      bytes: Buffer.from(page(APPLICATION)),
      text: () => page(APPLICATION),
      contentType: "text/html",
      url: "https://a.example/",
      shown: true,
    });
    expect(read).toMatchObject({
      ok: true,
      page: { title: "Otters", markdown: expect.stringContaining("/rivers/{id}") },
    });
  });
});
