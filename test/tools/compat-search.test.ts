import { tavily } from "@tavily/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, river, rows } from "../http/small-web.ts";
import { asking, type Internet, internet, listening, type Site, serverFor } from "../http/support.ts";
import { until } from "../support/until.ts";

let net: Internet;
let app: App;
let url: string;

const refuses: Site = (_url, response) => response.writeHead(403).end();

async function client(sites: Readonly<Record<string, Site>>, categories = finders(["alpha"]), environment = {}) {
  net = await internet({ "river.example": river, ...sites });
  app = serverFor(net.gateway, categories, { environment });
  url = await listening(app);
  return tavily({ apiKey: "any-key", apiBaseURL: url });
}

const post = async (path: string, body: unknown, headers = {}) => {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const askedOf = (host: string): readonly URL[] =>
  net.asked.map((asked) => new URL(asked)).filter(({ hostname }) => hostname === host);

afterEach(async () => {
  await app.close();
  net.close();
});

describe("search by the API's own client", () => {
  it("answers with results, an array of images and numbers where numbers are due", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    const found = await search("otter breath");
    expect(found).toEqual({
      query: "otter breath",
      responseTime: expect.any(Number),
      images: [],
      results: [
        {
          title: "The otter",
          url: "https://river.example/otter",
          content: "The otter can hold its breath for about eight minutes.",
          rawContent: null,
          score: expect.any(Number),
          publishedDate: "Sun, 01 Mar 2026 10:00:00 GMT",
          favicon: undefined,
          id: expect.stringMatching(/^[0-9a-f]{16}$/),
          images: [],
        },
        expect.objectContaining({ url: "https://river.example/otter/food", publishedDate: undefined }),
      ],
      answer: null,
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const scores = found.results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
    expect(askedOf("river.example")).toEqual([]);
  });

  it("says beside the API's fields how each engine fared", async () => {
    await client({ "alpha.example": finds(rows.otter), "beta.example": refuses }, finders(["alpha", "beta"]));
    const { status, body } = await post("/search", { query: "otter" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ follow_up_questions: null, images: [], failed_results: [] });
    expect(body.sources).toEqual([
      expect.objectContaining({ id: "alpha", status: "ok", items: 1 }),
      expect.objectContaining({ id: "beta", status: "blocked", error: expect.any(String) }),
    ]);
    expect(body).not.toHaveProperty("usage");
    expect(body).not.toHaveProperty("warnings");
  });

  it("keeps to maxResults, and to none", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.food, rows.gone) });
    expect((await search("otter", { maxResults: 2 })).results).toHaveLength(2);
    expect((await search("otter", { maxResults: 0 })).results).toEqual([]);
    await expect(search("otter", { maxResults: 21 })).rejects.toThrow(
      "max_results: must be a whole number from 0 to 20.",
    );
  });

  it("gives passages of the pages with searchDepth advanced", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.gone) });
    const { results } = await search("how long can an otter hold its breath", {
      searchDepth: "advanced",
      chunksPerSource: 1,
    });
    const [read, unread] = [rows.otter.url, rows.gone.url].map((wanted) =>
      results.find((result) => result.url === wanted),
    );
    expect(read?.content).toContain("hold its breath under water for about eight minutes");
    expect(read?.content).not.toContain("Bridges");
    expect(read?.rawContent).toBeNull();
    expect(unread?.content).toBe(rows.gone.snippet);
  });

  it("joins several passages of a page in its order", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter) });
    const { results } = await search("otter cubs mother; otter breath minutes", {
      searchDepth: "advanced",
      chunksPerSource: 2,
    });
    const [first, second, ...more] = results[0]?.content.split(" [...] ") ?? [];
    expect(first).toContain("Cubs stay with their mother");
    expect(second).toContain("eight minutes");
    expect(more).toEqual([]);
  });

  it.each([
    ["text", "what otters eat"],
    ["markdown", "[what otters eat](https://river.example/otter/food)"],
  ] as const)("gives the pages' whole content as %s, and says which page failed", async (includeRawContent, link) => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.gone) });
    const { results } = await search("otter", { includeRawContent });
    const byUrl = new Map(results.map((result) => [result.url, result]));
    expect(byUrl.get(rows.otter.url)?.rawContent).toContain(link);
    expect(byUrl.get(rows.otter.url)?.content).toBe(rows.otter.snippet);
    expect(byUrl.get(rows.gone.url)?.rawContent).toBeNull();
    const { body } = await post("/search", { query: "otter", include_raw_content: true });
    expect(body.failed_results).toEqual([{ url: rows.gone.url, error: expect.any(String), code: "unreachable" }]);
    expect(body.results[0].raw_content).toContain("](https://river.example/otter/food)");
  });

  it("answers from the sources, with marks that name the results", async () => {
    const { search, searchQNA } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    const { answer, results } = await search("otter hold breath minutes", { includeAnswer: true });
    expect(answer).toContain("The otter can hold its breath for about eight minutes. [1]");
    expect(results[0]?.url).toBe(rows.otter.url);
    expect((await search("otter hold breath", { includeAnswer: "advanced", maxResults: 0 })).answer).toBeNull();
    expect(await searchQNA("otter hold breath minutes", {})).toContain("eight minutes");
  });

  it("gives searchContext its texts", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const { searchContext } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    const context = await searchContext("otter breath", { maxTokens: 1000 });
    expect(JSON.parse(JSON.parse(context))).toEqual([
      { url: rows.otter.url, content: rows.otter.snippet },
      { url: rows.food.url, content: rows.food.snippet },
    ]);
    vi.restoreAllMocks();
  });

  it("gives images of image sources and of pages, and favicons", async () => {
    const picture = {
      title: "Otter in a stream",
      url: "https://pictures.example/1",
      image: "https://pictures.example/1.jpg",
    };
    const { search } = await client(
      { "alpha.example": finds(rows.otter), "gallery.example": finds(picture), "shut.example": refuses },
      finders(["alpha"], [], ["gallery", "shut"]),
    );
    const plain = await search("otter", { includeImages: true, includeFavicon: true });
    // The client reads `description` off the address itself.
    expect(plain.images.map((image) => image.url)).toEqual([picture.image, "https://river.example/otter.jpg"]);
    expect(plain.results[0]?.images).toEqual([{ url: "https://river.example/otter.jpg", description: undefined }]);
    expect(plain.results[0]?.favicon).toBe("https://river.example/favicon.ico");
    const described = await search("otter", { includeImages: true, includeImageDescriptions: true });
    expect(described.images).toEqual([
      { url: picture.image, description: "Otter in a stream" },
      { url: "https://river.example/otter.jpg", description: "An otter" },
    ]);
    const { body } = await post("/search", { query: "otter", include_images: true });
    expect(body.images).toEqual([picture.image, "https://river.example/otter.jpg"]);
    expect(body.sources.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
      "alpha ok",
      "gallery ok",
      "shut blocked",
    ]);
  });

  it("tells usage when asked: nothing is billed", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter) });
    expect((await search("otter", { includeUsage: true })).usage).toEqual({ credits: 0 });
  });
});

describe("what is searched", () => {
  it("asks the news sources for news", async () => {
    const { search } = await client(
      { "alpha.example": finds(rows.otter), "paper.example": finds(rows.gone) },
      finders(["alpha"], ["paper"]),
    );
    expect((await search("otter")).results.map(({ url: found }) => found)).toEqual([rows.otter.url]);
    const news = await search("otter", { topic: "news" });
    expect(news.results.map(({ url: found }) => found).toSorted()).toEqual([rows.otter.url, rows.gone.url]);
    expect(news.results.find(({ url: found }) => found === rows.gone.url)?.publishedDate).toBe("2020-05-05");
  });

  it("keeps to domains, asking engines that know sites for them alone", async () => {
    const { search } = await client(
      { "alpha.example": finds(rows.gone), "mojeek.example": finds(rows.otter, rows.gone) },
      finders(["alpha", "mojeek"]),
    );
    const only = await search("otter", { includeDomains: ["river.example"] });
    expect(only.results.map((result) => result.url)).toEqual([rows.otter.url]);
    expect(askedOf("mojeek.example")[0]?.searchParams.get("q")).toBe("otter site:river.example");
    expect(askedOf("alpha.example")).toEqual([]);
    const without = await search("otter", { excludeDomains: ["lost.example", "b.example/shop"] });
    expect(without.results.map((result) => result.url)).toEqual([rows.otter.url]);
    expect(askedOf("mojeek.example")[1]?.searchParams.get("q")).toBe("otter -site:lost.example -site:b.example/shop");
    expect(askedOf("alpha.example")[0]?.searchParams.get("q")).toBe("otter");
    const preferred = await search("otter", { includeDomains: ["lost.example"], includeDomainsMode: "prefer" });
    expect(preferred.results.map((result) => result.url)).toEqual([rows.gone.url, rows.otter.url]);
  });

  it("hands on country, language, time and safety, and leaves out what is too old", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.food, rows.gone) });
    await search("otter", {
      country: "turkey",
      language: "Turkish",
      safeSearch: true,
      safe_search: true,
      timeRange: "w",
    });
    expect(Object.fromEntries(askedOf("alpha.example")[0]?.searchParams ?? [])).toEqual({
      q: "otter",
      region: "TR",
      language: "tr",
      time_range: "week",
      safe: "strict",
    });
    const since = await search("otter", { startDate: "2021-01-01", endDate: "2026-12-31" });
    expect(since.results.map((result) => result.url).toSorted()).toEqual([rows.otter.url, rows.food.url]);
    const { body } = await post("/search", { query: "otter", start_date: "2026-03-02" });
    expect(body.results.map((result: { url: string }) => result.url)).toEqual([rows.food.url]);
    expect(body.warnings).toEqual(["1 of the results say no date, so it could not be checked."]);
    expect((await search("otter", { days: 1 })).results.map((result) => result.url)).toEqual([rows.food.url]);
  });

  it("requires the phrases in quotation marks for exactMatch", async () => {
    const { search } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    const { results } = await search('otter "eels and crabs"', { exactMatch: true });
    expect(results.map((result) => result.url)).toEqual([rows.food.url]);
  });

  it("is told from Exa's by what is asked, and by Exa's header only where nothing says otherwise", async () => {
    await client({ "alpha.example": finds(rows.otter) });
    const exas = async (body: object, headers = {}) => "requestId" in (await post("/search", body, headers)).body;
    expect(await exas({ query: "otter" })).toBe(false);
    expect(await exas({ query: "otter", max_results: 3 }, { "x-api-key": "any" })).toBe(false);
    expect(await exas({ query: "otter" }, { "x-api-key": "any" })).toBe(true);
    expect(await exas({ query: "otter", numResults: 3 })).toBe(true);
  });

  it("names what it cannot honour", async () => {
    await client({ "alpha.example": finds(rows.otter) });
    const { body } = await post("/search", {
      query: "otter",
      topic: "finance",
      auto_parameters: true,
      country: "atlantis",
      include_domains: ["not a domain", "river.example"],
      exact_match: true,
      max_hours: 3,
      fancy: 1,
      api_key: "old",
      days: null,
    });
    expect(body.warnings).toEqual([
      "fancy is unknown and was ignored.",
      "include_domains: “not a domain” is no domain and was ignored.",
      "country: “atlantis” is not known and was ignored.",
      "topic: there is no index of finance; the web was searched.",
      "auto_parameters: parameters are taken as given.",
      "max_hours is not honoured: how long results are kept is the service's choice.",
      "exact_match: the query has nothing in quotation marks, so nothing was required.",
    ]);
    expect(body.results).toHaveLength(1);
  });

  it("fits results into max_tokens", async () => {
    await client({ "alpha.example": finds(rows.otter, rows.food) });
    const { body } = await post("/search", { query: "otter", include_raw_content: "text", max_tokens: 700 });
    expect(body.truncated).toMatchObject({ max_tokens: 700 });
    expect(body.truncated.tokens).toBeLessThanOrEqual(700);
    expect(body.results[0].raw_content.length).toBeGreaterThan(200);
    const answered = await post("/search", {
      query: "otter hold breath",
      include_raw_content: "text",
      include_answer: true,
      max_tokens: 400,
    });
    expect(answered.body.answer).toContain("[1]");
    expect(answered.body.results[0]).toMatchObject({ url: rows.otter.url, raw_content: null });
    expect(answered.body.truncated.cut).toContainEqual({ field: "raw_content", url: rows.otter.url, dropped: true });
  });
});

describe("failures", () => {
  it("reach the client as sentences", async () => {
    const { search } = await client({ "alpha.example": refuses });
    await expect(search("otter")).rejects.toThrow(/^The only engine asked failed\. alpha: blocked/);
    await expect(search("")).rejects.toThrow(/^query: is missing/);
    await expect(search("otter", { startDate: "2026-03-02", endDate: "2026-03-01" })).rejects.toThrow(
      "start_date: must not be after end_date.",
    );
    await expect(search("otter", { startDate: "yesterday" })).rejects.toThrow("start_date: must be a day, YYYY-MM-DD.");
  });

  it("carry both shapes", async () => {
    await client({ "alpha.example": refuses });
    expect(await post("/search", { query: "otter" })).toEqual({
      status: 502,
      body: {
        success: false,
        code: "blocked",
        error: expect.any(String),
        request_id: expect.any(String),
        detail: { error: expect.stringContaining("The only engine asked failed") },
      },
    });
    for (const body of [[], "text", null, 5])
      expect(await post("/search", body)).toMatchObject({
        status: 400,
        body: { code: "bad-query", detail: { error: "The body must be a JSON object." } },
      });
    const broken = await fetch(`${url}/search`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ success: false, detail: { error: expect.any(String) } });
  });
});

describe("keys", () => {
  const keyed = { API_KEYS: "right,also" };

  it("are needed where they are set, from the header or an old client's body", async () => {
    const wrong = await client({ "alpha.example": finds(rows.otter) }, finders(["alpha"]), keyed);
    await expect(wrong.search("otter")).rejects.toThrow(/^The key is not valid/);
    const right = tavily({ apiKey: "right", apiBaseURL: url });
    expect((await right.search("otter")).results).toHaveLength(1);
    const keyless = tavily({ apiBaseURL: url });
    await expect(keyless.search("otter")).rejects.toThrow(/^A key is needed/);
    expect((await post("/search", { query: "otter", api_key: "also" })).status).toBe(200);
    expect((await post("/search", { query: "otter", api_key: "no" })).status).toBe(401);
    expect((await post("/search", { api_key: "also" }, { authorization: "Bearer no" })).status).toBe(401);
    expect((await fetch(`${url}/search?q=otter`)).status).toBe(401);
  });

  it("are ignored where none are set", async () => {
    await client({ "alpha.example": finds(rows.otter) });
    expect((await tavily({ apiBaseURL: url }).search("otter")).results).toHaveLength(1);
  });
});

it("streams the search's events by the Accept header", async () => {
  await client({ "alpha.example": finds(rows.otter, rows.gone) });
  const answer = await fetch(`${url}/search`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ query: "otter breath", include_answer: true, include_raw_content: "text" }),
  });
  const events = [...(await answer.text()).matchAll(/^event: (.*)$/gm)].map((found) => found[1]);
  expect(events.filter((event, index) => event !== events[index - 1])).toEqual([
    "source",
    "result",
    "source",
    "page",
    "answer",
    "done",
  ]);
});

it("lets go of the pages when the client hangs up", async () => {
  let closed = false;
  const mute: Site = (_url, response) =>
    response.on("close", () => {
      closed = true;
    });
  await client({ "alpha.example": finds({ ...rows.otter, url: "https://mute.example/" }), "mute.example": mute });
  const gone = new AbortController();
  const asked = fetch(`${url}/search`, {
    method: "POST",
    signal: gone.signal,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ query: "otter", search_depth: "advanced" }),
  });
  asked.catch(() => undefined);
  await until(() => askedOf("mute.example").length === 1, "a page asked for");
  expect(closed).toBe(false);
  gone.abort();
  await until(() => closed, "the page let go of");
  await expect(asked).rejects.toThrow();
});

it("leaves GET /search as it is", async () => {
  await client({ "alpha.example": finds(rows.otter) });
  const answer = JSON.parse(await asking(`${url}/search?q=otter&max_tokens=100`).whole);
  expect(answer).toMatchObject({ success: true, items: [{ title: "The otter", source: "alpha" }] });
});
