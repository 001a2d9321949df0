import { tavily } from "@tavily/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type SmallWeb, smallWeb } from "../http/small-web.ts";
import { BY_THE_CLOCK, until } from "../support/until.ts";

let web: SmallWeb;
let api: ReturnType<typeof tavily>;

beforeEach(async () => {
  web = await smallWeb();
  api = tavily({ apiKey: "any-key", apiBaseURL: web.url });
});
afterEach(() => web.close());

const post = async (path: string, body: unknown) => {
  const answer = await fetch(`${web.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};

const OTTER = "https://river.example/otter";
const FOOD = "https://river.example/otter/food";
const SIGNED = "https://river.example/signed";
const GONE = "https://river.example/gone";

describe("extract by the API's own client", () => {
  it("gives several pages in the order asked, and says which failed", async () => {
    const { results, failedResults, ...rest } = await api.extract([FOOD, GONE, OTTER, "http://10.0.0.1/"]);
    expect(results.map((page) => [page.url, page.title])).toEqual([
      [FOOD, "What otters eat"],
      [OTTER, "The otter"],
    ]);
    expect(results[1]?.rawContent).toContain("[what otters eat](https://river.example/otter/food)");
    expect(results[1]).toMatchObject({ images: [], favicon: undefined });
    expect(failedResults).toEqual([
      { url: GONE, error: expect.stringContaining("404") },
      { url: "http://10.0.0.1/", error: expect.any(String) },
    ]);
    expect(rest).toEqual({ responseTime: expect.any(Number), requestId: expect.any(String) });
  });

  it("gives text, images, favicons and usage as asked", async () => {
    const { results, usage, failedResults } = await api.extract([OTTER], {
      format: "text",
      includeImages: true,
      includeFavicon: true,
      includeUsage: true,
    });
    expect(results).toEqual([
      {
        url: OTTER,
        title: "The otter",
        rawContent: expect.stringContaining("read what otters eat"),
        images: ["https://river.example/otter.jpg"],
        favicon: "https://river.example/favicon.ico",
      },
    ]);
    expect(failedResults).toEqual([]);
    expect(usage).toEqual({ credits: 0 });
  });

  it("gives the passages that answer a query", async () => {
    const { results } = await api.extract([OTTER], { query: "how long under water breath", chunksPerSource: 1 });
    expect(results[0]?.rawContent).toMatch(/^The otter can hold its breath under water for about eight minutes/);
    expect(results[0]?.rawContent.length).toBeLessThan(200);
  });

  it("says of a page what GET says of it", async () => {
    const said = {
      byline: "Ada Byron",
      published_date: "2024-03-05",
      site_name: "The river",
      description: "On otters.",
    };
    const get = JSON.parse(await (await fetch(`${web.url}/extract?q=${SIGNED}`)).text()).results[0];
    expect(get).toMatchObject(said);
    const [post1] = JSON.parse((await post("/extract", { urls: SIGNED })).text).results;
    expect(post1).toMatchObject({ ...said, language: get.language });
  });

  it("names a page as it was asked for, letter by letter", async () => {
    const asked = ["https://River.example/otter#food", "https://lake.example"];
    const { results } = JSON.parse((await post("/extract", { urls: asked })).text);
    expect(results.map((page: { url: string }) => page.url)).toEqual(asked);
  });

  it("takes one URL as text, and one that may not be reached as a failure like others", async () => {
    const one = JSON.parse((await post("/extract", { urls: "river.example/otter/food" })).text);
    expect(one.results.map((page: { url: string }) => page.url)).toEqual([FOOD]);
    const { results, failedResults } = await api.extract(["http://169.254.169.254/latest/"]);
    expect(results).toEqual([]);
    expect(failedResults).toEqual([{ url: "http://169.254.169.254/latest/", error: expect.any(String) }]);
  });

  it("ends in time with the pages it has", BY_THE_CLOCK, async () => {
    const { results, failedResults } = await api.extract([OTTER, "https://mute.example/"], { timeout: 5 });
    expect(results.map((page) => page.url)).toEqual([OTTER]);
    expect(failedResults).toEqual([{ url: "https://mute.example/", error: expect.stringContaining("within 4.5 s") }]);
    await until(() => web.unanswered() === 0, "the page let go of");
  });

  it("refuses what cannot be asked", async () => {
    await expect(api.extract([])).rejects.toThrow("urls: is empty: name at least one page.");
    const many = Array.from({ length: 21 }, (_, index) => `https://river.example/${index}`);
    await expect(api.extract(many)).rejects.toThrow(/^urls: must be a text or a list of at most 20 texts/);
  });

  it("fits pages into max_tokens, and says what it cannot honour", async () => {
    const { text } = await post("/extract", {
      urls: [OTTER, FOOD],
      max_tokens: 500,
      extract_depth: "advanced",
      odd: 1,
    });
    const body = JSON.parse(text);
    expect(body.truncated.tokens).toBeLessThanOrEqual(500);
    expect(body.warnings).toEqual([
      "odd is unknown and was ignored.",
      "extract_depth: pages are read in one way, the whole of their content; render says when a browser runs their scripts.",
    ]);
  });

  it("answers CSV where the query asks for it", async () => {
    const { type, text } = await post("/extract?format=csv", { urls: [FOOD], format: "text" });
    expect(type).toBe("text/csv; charset=utf-8");
    expect(text).toMatch(
      /^url,title,raw_content,images,language,rendered\nhttps:\/\/river\.example\/otter\/food,What otters eat,/,
    );
  });
});

describe("crawl by the API's own client", () => {
  it("follows links, to other hosts too unless told otherwise", async () => {
    const { baseUrl, results, responseTime, requestId } = await api.crawl(OTTER);
    expect(baseUrl).toBe("river.example");
    expect(results.map((page) => page.url).toSorted()).toEqual(["https://lake.example/", OTTER, FOOD]);
    expect(results[0]).toEqual({
      url: OTTER,
      rawContent: expect.stringContaining("[what otters eat](https://river.example/otter/food)"),
      images: [],
      favicon: undefined,
    });
    expect([typeof responseTime, typeof requestId]).toEqual(["number", "string"]);
    const own = await api.crawl(OTTER, { allowExternal: false, includeFavicon: true, includeImages: true });
    expect(own.results.map((page) => page.url)).toEqual([OTTER, FOOD]);
    expect(own.results[0]).toMatchObject({
      images: ["https://river.example/otter.jpg"],
      favicon: "https://river.example/favicon.ico",
    });
  });

  it("keeps to limit, depth and paths", async () => {
    expect((await api.crawl(OTTER, { limit: 1 })).results).toHaveLength(1);
    expect((await api.crawl(OTTER, { excludePaths: ["/food$"], allowExternal: false })).results).toHaveLength(1);
    await expect(api.crawl(OTTER, { selectPaths: ["("] })).rejects.toThrow(/^select_paths: .*no usable regular/);
  });

  it("gives the passages that answer the instructions", async () => {
    const { text } = await post("/crawl", {
      url: OTTER,
      allow_external: false,
      limit: 1,
      format: "text",
      instructions: "how long under water breath",
      chunks_per_source: 1,
    });
    const body = JSON.parse(text);
    expect(body.results[0].raw_content).toMatch(/^The otter can hold its breath/);
    expect(body.warnings).toEqual([
      "instructions do not steer the crawl; each page's raw_content is the passages that answer them best.",
    ]);
    expect(body).toMatchObject({ failed_results: [], pages: 1 });
  });

  it("fails where the first page may not be reached", async () => {
    await expect(api.crawl("http://127.0.0.1:9/")).rejects.toThrow(/127\.0\.0\.1/);
    const { status, text } = await post("/crawl", { url: "http://127.0.0.1:9/" });
    expect(status).toBe(403);
    expect(JSON.parse(text)).toMatchObject({
      success: false,
      code: "forbidden-target",
      detail: { error: expect.any(String) },
    });
  });
});

describe("map by the API's own client", () => {
  it("lists a site's addresses", async () => {
    const { baseUrl, results, responseTime, requestId } = await api.map("river.example");
    expect(baseUrl).toBe("river.example");
    expect(results).toEqual([OTTER, FOOD]);
    expect([typeof responseTime, typeof requestId]).toEqual(["number", "string"]);
    expect((await api.map("https://river.example/", { selectPaths: ["/food"] })).results).toEqual([FOOD]);
  });

  it("says what it cannot honour, and why it fails", async () => {
    const body = JSON.parse((await post("/map", { url: "river.example", max_depth: 2, limit: 1 })).text);
    expect(body).toMatchObject({ results: [OTTER], stopped: "limit" });
    expect(body.warnings).toEqual([
      "max_depth is not honoured: addresses come from sitemaps, feeds and the first page.",
    ]);
    await expect(api.map("nothing.example")).rejects.toThrow(/nothing\.example/);
  });
});
