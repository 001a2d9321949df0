import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, river, rows } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;

const refuses: Site = (_url, response) => response.writeHead(403).end();

async function start(sites: Readonly<Record<string, Site>> = {}, engines: readonly string[] = ["alpha"]) {
  net = await internet({
    "river.example": river,
    "alpha.example": finds(rows.otter, rows.food),
    "paper.example": finds(rows.food),
    "pictures.example": finds({ ...rows.otter, image: "https://river.example/otter.jpg" }),
    ...sites,
  });
  app = serverFor(net.gateway, finders(engines, ["paper"], ["pictures"]));
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
});

async function posted(path: string, body: unknown) {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const QUERY = "how long can an otter hold its breath";

describe("POST /v2/search", () => {
  it("gives a list for each kind asked", async () => {
    await start();
    const { status, body } = await posted("/v2/search", { query: QUERY, sources: ["web", { type: "news" }, "images"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, creditsUsed: 4, id: expect.any(String) });
    expect(body.data.web[0]).toEqual({
      url: rows.otter.url,
      title: "The otter",
      description: expect.stringContaining("about eight minutes, and its heart slows down"),
      position: 1,
    });
    expect(body.data.news).toEqual([
      { title: rows.food.title, url: rows.food.url, snippet: rows.food.snippet, position: 1 },
    ]);
    expect(body.data.images).toEqual([
      { title: "The otter", imageUrl: "https://river.example/otter.jpg", url: rows.otter.url, position: 1 },
    ]);
  });

  it("gives the engines' own words where no passages are wanted", async () => {
    await start();
    const { body } = await posted("/v2/search", { query: QUERY, highlights: false, limit: 1 });
    expect(body.data).toEqual({
      web: [{ url: rows.otter.url, title: "The otter", description: rows.otter.snippet, position: 1 }],
    });
    expect(net.asked).not.toContain(rows.otter.url);
  });

  it("makes documents of results, and tells of those that are none", async () => {
    const wall: Site = (_url, response) => response.writeHead(403).end("<title>Just a moment...</title>");
    const found = finds(rows.otter, { ...rows.food, url: "https://dark.example/x" });
    await start({ "alpha.example": found, "dark.example": wall });
    const asked = { query: QUERY, scrapeOptions: { formats: ["markdown"] } };
    const { body } = await posted("/v2/search", asked);
    expect(body.data.web).toHaveLength(2);
    expect(body.data.web[0]).toMatchObject({
      title: "The otter",
      markdown: expect.stringContaining("eight minutes"),
      metadata: { sourceURL: rows.otter.url, statusCode: 200 },
    });
    expect(body.data.web[1]).toMatchObject({
      url: "https://dark.example/x",
      metadata: { sourceURL: "https://dark.example/x", error: expect.any(String) },
    });
    const { body: without } = await posted("/v2/search", { ...asked, ignoreInvalidURLs: true });
    expect(without.data.web).toHaveLength(1);
  });

  it("says which engine failed, and fails where all did", async () => {
    await start({ "beta.example": refuses }, ["alpha", "beta"]);
    const { body } = await posted("/v2/search", { query: QUERY });
    expect(body.warning).toMatch(/beta: /);
    await app.close();
    net.close();
    await start({ "alpha.example": refuses });
    const failed = await posted("/v2/search", { query: QUERY });
    expect(failed).toMatchObject({ status: 500, body: { success: false, code: "SEARCH_FAILED" } });
  });

  it("says what it cannot do", async () => {
    await start();
    const { body } = await posted("/v2/search", {
      query: QUERY,
      tbs: "qdr:h",
      location: "Berlin",
      sources: ["web", "alexandria"],
      categories: ["developer"],
    });
    for (const said of [/qdr:h/, /location/, /alexandria/, /developer/]) expect(body.warning).toMatch(said);
  });

  it.each([
    [{}, "query: is missing: words to search for."],
    [{ query: "x", limit: 101 }, "limit: must be at most 100."],
    [
      { query: "x", includeDomains: ["a.example"], excludeDomains: ["b.example"] },
      "includeDomains and excludeDomains: only one of them can be given.",
    ],
    [{ query: "x", sources: ["smoke"] }, "sources.0: must be among web, news and images."],
  ])("refuses %j", async (fields, error) => {
    await start();
    expect(await posted("/v2/search", fields)).toMatchObject({ status: 400, body: { code: "BAD_REQUEST", error } });
  });

  it("keeps to the sites of a category", async () => {
    const repository = { ...rows.otter, url: "https://github.com/otter/otter" };
    await start({ "alpha.example": finds(rows.otter, repository) });
    const { body } = await posted("/v2/search", { query: QUERY, categories: ["github"], highlights: false });
    expect(body.data.web).toMatchObject([{ url: repository.url, category: "github", position: 1 }]);
  });
});

describe("POST /v1/search", () => {
  it("gives one list", async () => {
    await start();
    const { body } = await posted("/v1/search", { query: QUERY, limit: 1 });
    expect(body.data).toMatchObject([{ url: rows.otter.url, title: "The otter" }]);
  });
});

const listed: Site = (asked, response) => {
  const paths = ["/", "/docs/", "/docs/river-otter?page=1", "/docs/river-otter?page=2", "/blog/eel"];
  if (asked.pathname === "/sitemap.xml")
    response
      .writeHead(200, { "content-type": "application/xml" })
      .end(`<urlset>${paths.map((path) => `<url><loc>https://listed.example${path}</loc></url>`).join("")}</urlset>`);
  else if (asked.pathname === "/" || asked.pathname === "/docs/")
    response.writeHead(200, { "content-type": "text/html" }).end('<p><a href="/docs/linked">linked</a></p>');
  else response.writeHead(404).end();
};

describe("POST /v2/map", () => {
  const links = (body: { readonly links: readonly { readonly url: string }[] }) =>
    body.links.map(({ url: link }) => link);

  it("lists a site, each address once without its query", async () => {
    await start({ "listed.example": listed });
    const { status, body } = await posted("/v2/map", { url: "https://listed.example" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, id: expect.any(String) });
    expect(links(body)).toEqual([
      "https://listed.example/",
      "https://listed.example/docs/",
      "https://listed.example/docs/river-otter",
      "https://listed.example/blog/eel",
    ]);
  });

  it("puts first what has the words, and drops nothing", async () => {
    await start({ "listed.example": listed });
    const { body } = await posted("/v2/map", {
      url: "https://listed.example",
      search: "eel",
      ignoreQueryParameters: false,
    });
    expect(links(body)[0]).toBe("https://listed.example/blog/eel");
    expect(links(body)).toHaveLength(5);
  });

  it("keeps below the path, and to the limit", async () => {
    await start({ "listed.example": listed });
    const below = await posted("/v2/map", { url: "https://listed.example/docs/" });
    expect(links(below.body)).toEqual(["https://listed.example/docs/", "https://listed.example/docs/river-otter"]);
    const { body } = await posted("/v2/map", { url: "https://listed.example/docs/", filterByPath: false, limit: 2 });
    expect(links(body)).toEqual(["https://listed.example/", "https://listed.example/docs/"]);
  });

  it("reads no sitemap where it is to skip them, and nothing else where they are all", async () => {
    await start({ "listed.example": listed });
    const { body } = await posted("/v2/map", { url: "https://listed.example", sitemap: "skip" });
    expect(links(body)).toEqual(["https://listed.example/", "https://listed.example/docs/linked"]);
    const v1 = await posted("/v1/map", { url: "https://river.example", sitemapOnly: true });
    expect(v1.body.links).toEqual(["https://river.example/otter", "https://river.example/otter/food"]);
  });

  it("tells a pattern that is none", async () => {
    await start();
    const { status, body } = await posted("/v2/map", { url: "https://listed.example", includePaths: ["("] });
    expect(status).toBe(400);
    expect(body.error).toMatch(/^includePaths: “\(” is no usable regular expression/);
  });

  it("ends in its time", async () => {
    await start({ "mute.example": () => undefined });
    const { status, body } = await posted("/v2/map", { url: "https://mute.example", timeout: 1_000 });
    expect(status).toBe(408);
    expect(body.code).toBe("MAP_TIMEOUT");
  });
});
