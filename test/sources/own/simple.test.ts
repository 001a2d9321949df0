import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { defineCategory } from "../../../src/sources/define.ts";
import { SimpleSource, simpleSource } from "../../../src/sources/own/simple.ts";
import { type Internet, internet, serverFor } from "../../http/support.ts";

let web: Internet;
beforeAll(async () => {
  web = await internet({
    "wiki.example": ({ searchParams }, response, { headers }) => {
      const page = Number(searchParams.get("page"));
      const rows =
        page > 1
          ? []
          : [
              {
                name: `${searchParams.get("q")} ${headers["x-token"]}`,
                links: [{ href: "https://wiki.example/a" }],
                n: 3,
              },
              { other: 1 },
            ];
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ data: { rows } }));
    },
    "shop.example": (_url, response) =>
      void response
        .writeHead(200, { "content-type": "text/html" })
        .end('<ul><li class="p"><h3><a href="/one" data-n="7">One</a></h3></li><li>no</li></ul>'),
    "empty.example": (_url, response) =>
      void response.writeHead(200, { "content-type": "text/html" }).end("<p>Nothing found</p>"),
  });
});
afterAll(() => web.close());

const WIKI = {
  category: "things",
  id: "wiki",
  title: "Wiki",
  url: "https://wiki.example/search?q={q}&page={page}",
  example: "tides",
  headers: { "x-token": "Token {key}" },
  key: "WIKI_KEY",
  json: { items: "data.rows", fields: { title: "name", url: "links[0].href", count: "n" } },
};
const SHOP = {
  category: "things",
  id: "shop",
  title: "Shop",
  url: "https://shop.example/{q}",
  example: "x",
  html: { items: "li.p", fields: { title: "h3", url: "a", count: { select: "a", attribute: "data-n" } } },
};

async function asked(entry: object, path: string) {
  const source = simpleSource(SimpleSource.parse(entry));
  const app = serverFor(web.gateway, [defineCategory("things", "Things", 1_000, [source])], {
    environment: { WIKI_KEY: "secret" },
  });
  const answer = (await app.inject(path)).json();
  await app.close();
  return answer;
}

describe("a source without code", () => {
  it("reads JSON by paths: the words and the page in the address, the key in a header, rows without any field left out", async () => {
    const { items } = await asked(WIKI, "/things/wiki?q=low%20%26%20high");
    expect(items).toEqual([
      { source: "wiki", title: "low & high Token secret", url: "https://wiki.example/a", count: 3 },
    ]);
    const pages = web.asked.filter((url) => url.includes("wiki.example"));
    expect(pages).toEqual([
      "https://wiki.example/search?q=low%20%26%20high&page=1",
      "https://wiki.example/search?q=low%20%26%20high&page=2",
    ]);
  });

  it("reads HTML by selectors, links made whole", async () => {
    const { items } = await asked(SHOP, "/things/shop?q=a%2Fb");
    expect(items).toEqual([{ source: "shop", title: "One", url: "https://shop.example/one", count: "7" }]);
    expect(web.asked.at(-1)).toBe("https://shop.example/a%2Fb");
  });

  it("finds nothing where no entry is there", async () => {
    const { items } = await asked({ ...SHOP, url: "https://empty.example/{q}" }, "/things/shop?q=a");
    expect(items).toEqual([]);
  });

  it("is not asked without its key", async () => {
    const { code } = await asked({ ...WIKI, key: "OTHER_KEY" }, "/things/wiki?q=a");
    expect(code).toBe("missing-key");
  });
});
