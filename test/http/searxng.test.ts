import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;

const refuses: Site = (_url, response) => response.writeHead(403).end("<title>Just a moment...</title>");
const asksTooMuch: Site = (_url, response) => response.writeHead(429).end();
const breaks: Site = (_url, response) => response.writeHead(200).end("<p>not what it was");
const mute: Site = () => undefined;

async function start(sites: Readonly<Record<string, Site>>, categories = finders(["alpha"]), environment = {}) {
  net = await internet(sites);
  app = serverFor(net.gateway, categories, { environment });
}

afterEach(async () => {
  await app.close();
  net.close();
});

const ask = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await app.inject({ url, headers });
  return { status: answer.statusCode, body: answer.json() };
};

const SHAPE = {
  query: "otter",
  number_of_results: 1,
  results: [
    {
      url: "https://river.example/otter",
      title: "The otter",
      content: "The otter can hold its breath for about eight minutes.",
      description: "The otter can hold its breath for about eight minutes.",
      engine: "alpha",
      engines: ["alpha"],
      positions: [1],
      score: expect.any(Number),
      category: "general",
      template: "default.html",
      parsed_url: ["https", "river.example", "/otter", "", "", ""],
      publishedDate: "2026-03-01T10:00:00Z",
      published: "2026-03-01T10:00:00Z",
      thumbnail: "",
      img_src: "",
    },
  ],
  answers: [],
  corrections: [],
  infoboxes: [],
  suggestions: [],
  unresponsive_engines: [],
};

describe("/searxng", () => {
  it.each(["/searxng", "/searxng/", "/searxng/search"])(
    "%s answers in SearXNG's shape, and in nothing else",
    async (path) => {
      await start({ "alpha.example": finds(rows.otter) });
      expect(await ask(`${path}?q=otter&format=json&theme=simple`)).toEqual({ status: 200, body: SHAPE });
    },
  );

  it.each([
    ["a form", { "content-type": "application/x-www-form-urlencoded" }, "/searxng/search", "q=otter&pageno=1"],
    ["a form and a query", { "content-type": "application/x-www-form-urlencoded" }, "/searxng?q=otter", "format=json"],
    ["a query and an empty JSON body", { "content-type": "application/json" }, "/searxng/search?q=otter", ""],
    ["a query alone", {}, "/searxng/search?q=otter", undefined],
  ])("is asked by POST with %s", async (_, headers, url, payload) => {
    await start({ "alpha.example": finds(rows.otter) });
    const answer = await app.inject({ method: "POST", url, headers, ...(payload !== undefined && { payload }) });
    expect(answer.json()).toEqual(SHAPE);
  });

  it("says in SearXNG's words why engines gave nothing", async () => {
    await start(
      {
        "alpha.example": finds(rows.otter),
        "beta.example": refuses,
        "gamma.example": asksTooMuch,
        "delta.example": breaks,
        "lost.example": (_url, response) => response.writeHead(500).end(),
      },
      finders(["alpha", "beta", "gamma", "delta", "lost"]),
    );
    expect((await ask("/searxng?q=otter")).body.unresponsive_engines).toEqual([
      ["beta", "CAPTCHA"],
      ["gamma", "too many requests"],
      ["delta", "parsing error"],
      ["lost", "HTTP error"],
    ]);
    expect((await ask("/searxng?q=others")).body.unresponsive_engines.slice(0, 2)).toEqual([
      ["beta", "Suspended: CAPTCHA"],
      ["gamma", "Suspended: too many requests"],
    ]);
  });

  it("answers before its clients give up, with what came", async () => {
    await start({ "alpha.example": finds(rows.otter), "beta.example": mute }, finders(["alpha", "beta"]));
    const began = performance.now();
    const { body } = await ask("/searxng?q=otter");
    expect(performance.now() - began).toBeLessThan(15_000);
    expect(body.results).toEqual(SHAPE.results);
    expect(body.unresponsive_engines).toEqual([["beta", "timeout"]]);
  });

  it("never turns a refusal into an empty result", async () => {
    await start({ "alpha.example": refuses, "beta.example": finds() }, finders(["alpha", "beta"]));
    const { status, body } = await ask("/searxng?q=otter&engines=alpha");
    expect(status).toBe(502);
    expect(body).toEqual({ error: expect.stringContaining("alpha: blocked") });
    expect(await ask("/searxng?q=otter&engines=beta")).toMatchObject({ status: 200, body: { number_of_results: 0 } });
  });

  it.each([
    ["q is missing", "/searxng?format=json", "q: is missing"],
    ["pageno is none", "/searxng?q=a&pageno=0", "pageno: must be a whole number from 1 to 50."],
    ["safesearch is none", "/searxng?q=a&safesearch=3", "safesearch: must be a whole number from 0 to 2."],
    ["the time range is none", "/searxng?q=a&time_range=hour", "time_range: must be day, week, month or year."],
    ["the language is none", "/searxng?q=a&language=french", "language: must be all, auto, or a language"],
    ["the format is none", "/searxng?q=a&format=html", "format: must be json, csv or rss."],
  ])("says in SearXNG's shape that %s", async (_, url, error) => {
    await start({});
    expect(await ask(url)).toEqual({ status: 400, body: { error: expect.stringContaining(error) } });
  });

  it.each([
    ["language=fr-CA", { language: "fr", region: "CA" }],
    ["language=all&time_range=&categories=", {}],
    ["language=auto&time_range=week", { time_range: "week" }],
    ["language=deu&safesearch=2", { language: "de", safe: "strict" }],
    ["language=zh-Hant-TW&safesearch=0", { language: "zh", region: "TW", safe: "off" }],
  ])("asks engines as %s says", async (query, wanted) => {
    await start({ "alpha.example": finds(rows.otter) });
    expect((await ask(`/searxng?q=otter&${query}`)).status).toBe(200);
    expect(net.asked.map((url) => Object.fromEntries(new URL(url).searchParams))).toEqual([{ q: "otter", ...wanted }]);
  });

  it("asks the engines of its categories, and tells pictures of one page apart", async () => {
    const picture = (name: string) => ({ ...rows.otter, image: `https://river.example/${name}.jpg` });
    await start(
      { "bing-images.example": finds(picture("a"), picture("b")), "google-news.example": finds(rows.food) },
      finders(["alpha"], ["google_news"], ["bing_images"]),
    );
    const { body } = await ask("/searxng?q=otter&categories=images,news");
    const shown = body.results.map(({ url, img_src, category, template }: Readonly<Record<string, string>>) => [
      category,
      template,
      url,
      img_src,
    ]);
    expect(shown.toSorted()).toEqual([
      ["images", "images.html", "https://river.example/otter", "https://river.example/a.jpg"],
      ["images", "images.html", "https://river.example/otter", "https://river.example/b.jpg"],
      ["news", "default.html", "https://river.example/otter/food", ""],
    ]);
  });

  it.each([
    ["engines=beta", ["beta"]],
    ["engines=Beta,nosuch", ["beta"]],
    ["engines=nosuch", ["alpha", "beta"]],
    ["categories=nosuch", ["alpha", "beta"]],
    ["categories=images&engines=bing,alpha", ["bing-images"]],
    ["engines=bing%20images", ["bing-images"]],
    ["category_images=on", ["bing-images"]],
  ])("asks whom %s names, and does not heed what it does not know", async (query, hosts) => {
    const sites = ["alpha", "beta", "bing-images"].map((host) => [`${host}.example`, finds(rows.otter)] as const);
    await start(Object.fromEntries(sites), finders(["alpha", "beta"], [], ["bing_images"]));
    expect((await ask(`/searxng?q=otter&${query}`)).status).toBe(200);
    expect(net.asked.map((url) => new URL(url).hostname.replace(".example", "")).toSorted()).toEqual(hosts);
  });

  it("writes CSV and RSS", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const csv = await app.inject("/searxng?q=otter&format=csv");
    expect(csv.headers["content-type"]).toContain("text/csv");
    expect(csv.body.split("\n").slice(0, 2)).toEqual([
      "title,url,content,host,engine,score,type",
      expect.stringMatching(/^The otter,https:\/\/river\.example\/otter,.*,river\.example,alpha,[\d.]+,result$/),
    ]);
    const rss = await app.inject("/searxng/search?q=otter&format=rss");
    expect(rss.headers["content-type"]).toContain("application/rss+xml");
    expect(rss.body).toContain("<link>https://river.example/otter</link>");
    expect(rss.body).toContain("<pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate>");
  });
});

describe("/search for SearXNG's clients", () => {
  const KEYS = ["results", "answers", "infoboxes", "suggestions", "unresponsive_engines", "number_of_results"];

  it.each(["format=json", "pageno=1", "categories=general", "safesearch=0&language=all"])(
    "answers with SearXNG's fields beside ours where %s is given",
    async (query) => {
      await start({ "alpha.example": finds(rows.otter) });
      const { body } = await ask(`/search?q=otter&${query}`);
      expect(body).toMatchObject(SHAPE);
      expect(body).toMatchObject({ success: true, items: [{ url: rows.otter.url, source: "alpha" }] });
      expect(body.sources).toEqual([expect.objectContaining({ id: "alpha", status: "ok" })]);
      expect(body.items[0]).not.toHaveProperty("explain");
      expect(body).not.toHaveProperty("warnings");
    },
  );

  it("answers others as before", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    for (const url of ["/search?q=otter", "/search?q=otter&language=all", "/search?q=otter&max_results=3"]) {
      const { status, body } = await ask(url);
      expect(status).toBe(200);
      for (const key of KEYS) expect(body).not.toHaveProperty(key);
    }
    const budget = (await ask("/search?q=otter&format=json&max_tokens=500")).body;
    expect(budget.items).toHaveLength(1);
    expect(budget).not.toHaveProperty("results");
  });

  it("names engines that there are not, and is not stopped by them", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const { body } = await ask("/search?q=otter&pageno=1&engines=google,nosuch");
    expect(body.results).toHaveLength(1);
    expect(body.warnings).toEqual([
      "There is no engine google; it was not heeded.",
      "There is no engine nosuch; it was not heeded.",
    ]);
    expect((await ask("/search?q=otter&engines=nosuch")).status).toBe(404);
    expect((await ask("/search?q=otter&sources=alpha&format=json")).body.results).toHaveLength(1);
    expect((await ask("/search?q=otter&sources=alpha,nosuch&format=json")).status).toBe(404);
  });

  it("waits for a silent engine no longer than they do", async () => {
    await start({ "alpha.example": finds(rows.otter), "beta.example": mute }, finders(["alpha", "beta"]));
    const began = performance.now();
    const { body } = await ask("/search?q=otter&format=json");
    expect(body.unresponsive_engines).toEqual([["beta", expect.any(String)]]);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it.each([
    [{ "content-type": "application/x-www-form-urlencoded" }, "/search", "q=otter"],
    [{ "content-type": "application/json" }, "/search?q=otter&numResults=10&imageProxy=true", ""],
    [{}, "/search?q=otter&format=json&pageno=1", undefined],
  ])("is asked by POST with %o", async (headers, url, payload) => {
    await start({ "alpha.example": finds(rows.otter) });
    const answer = await app.inject({ method: "POST", url, headers, ...(payload !== undefined && { payload }) });
    expect(answer.json()).toMatchObject(SHAPE);
  });

  it("is found from the root, by GET and by POST", async () => {
    await start({ "alpha.example": finds(rows.otter) });
    const redirected = await app.inject("/?q=otter&format=json&language=en");
    expect([redirected.statusCode, redirected.headers.location]).toEqual([
      308,
      "/search?q=otter&format=json&language=en",
    ]);
    const url = await listening(app);
    expect(await (await fetch(`${url}?q=otter&format=json`)).json()).toMatchObject(SHAPE);
    const posted = await fetch(url, { method: "POST", body: new URLSearchParams({ q: "otter" }) });
    expect(await posted.json()).toMatchObject(SHAPE);
    expect((await ask("/")).body).toMatchObject({ name: "Tributary" });
  });
});

describe("what stands beside", () => {
  it.each(["", "/searxng"])("%o/config, /healthz and /opensearch.xml", async (base) => {
    await start({}, finders(["alpha"], [], ["bing_images"]), { API_KEYS: "river" });
    expect((await app.inject(`${base}/healthz`)).body).toBe("OK");
    const description = await app.inject(`${base}/opensearch.xml`);
    expect(description.headers["content-type"]).toContain("application/opensearchdescription+xml");
    expect(description.body).toContain(`${base}/search?q={searchTerms}&amp;format=json`);
    const { body } = await ask(`${base}/config`, { "x-api-key": "river" });
    expect(body.categories).toEqual(["general", "images"]);
    expect(
      body.engines.map(({ name, categories }: { name: string; categories: string[] }) => [name, categories]),
    ).toEqual([
      ["alpha", ["general"]],
      ["bing_images", ["images"]],
    ]);
    expect(await ask(`${base}/config`)).toMatchObject({ status: 401, body: { error: expect.stringContaining("key") } });
  });
});

describe("/opensearch.xml", () => {
  const templates = async (url: string, headers: Readonly<Record<string, string>>, environment = {}) => {
    await start({}, finders(["alpha"]), environment);
    const { body } = await app.inject({ url, headers: { host: "localhost:9093", ...headers } });
    return Object.fromEntries(
      [...body.matchAll(/type="([^"]+)" method="get" template="([^"]+)"/g)].map((m) => [m[1], m[2]]),
    );
  };

  it("has a page for browsers, which add no engine without", async () => {
    expect((await templates("/opensearch.xml", {}))["text/html"]).toBe("http://localhost:9093/?q={searchTerms}");
    expect((await templates("/searxng/opensearch.xml", {}))["text/html"]).toBe(
      "http://localhost:9093/?q={searchTerms}",
    );
  });

  it.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>]>([
    ["http://localhost:9093", {}, {}],
    ["https://search.example", { "x-forwarded-proto": "https", "x-forwarded-host": "search.example" }, {}],
    [
      "https://search.example:8443",
      { "x-forwarded-proto": "https, http", "x-forwarded-host": "search.example:8443, b" },
      {},
    ],
    [
      "https://at.example/tributary",
      { "x-forwarded-host": "search.example" },
      { PUBLIC_URL: "https://at.example/tributary/" },
    ],
    ["http://localhost:9093", { "x-forwarded-proto": "javascript", "x-forwarded-host": 'a"><b' }, {}],
  ])("names %s (%j, %j)", async (own, headers, environment) => {
    expect(await templates("/opensearch.xml", headers, environment)).toEqual({
      "text/html": `${own}/?q={searchTerms}`,
      "application/json": `${own}/search?q={searchTerms}&amp;format=json`,
      "application/rss+xml": `${own}/search?q={searchTerms}&amp;format=rss`,
      "application/x-suggestions+json": `${own}/autocompleter?q={searchTerms}`,
    });
  });
});

describe("keys", () => {
  it.each([
    ["a bearer token", { authorization: "Bearer river" }, "/searxng?q=otter"],
    ["X-API-Key", { "x-api-key": "river" }, "/searxng?q=otter"],
    ["X-Subscription-Token", { "x-subscription-token": "river" }, "/search?q=otter"],
    ["a password", { authorization: `Basic ${btoa("agent:river")}` }, "/searxng?q=otter"],
    ["the query", {}, "/search?q=otter&api_key=river"],
    ["one of two that is right", { authorization: "Bearer other", "x-api-key": "river" }, "/search?q=otter"],
  ])("are taken from %s", async (_, headers, url) => {
    await start({ "alpha.example": finds(rows.otter) }, finders(["alpha"]), { API_KEYS: "river,lake" });
    const { status, body } = await ask(url, headers);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty("warnings");
  });

  it("are taken from a form's or a body's api_key, and asked for in the face's own shape", async () => {
    await start({ "alpha.example": finds(rows.otter) }, finders(["alpha"]), { API_KEYS: "river" });
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const post = (payload: string, headers = form) =>
      app.inject({ method: "POST", url: "/searxng", headers, payload }).then((answer) => answer.statusCode);
    expect(await post("q=otter&api_key=river")).toBe(200);
    expect(await post('{"q":"otter","api_key":"river"}', { "content-type": "application/json" })).toBe(200);
    expect(await post("q=otter&api_key=lake")).toBe(401);
    expect(await ask("/searxng?q=otter", { "x-api-key": "lake" })).toEqual({
      status: 401,
      body: { error: "The key is not valid: send Authorization: Bearer <key>." },
    });
  });
});

describe("CORS", () => {
  const preflight = (origin: string, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: "OPTIONS",
      url: "/search",
      headers: { origin, "access-control-request-method": "POST", ...headers },
    });

  it("lets the pages of named origins ask, and nobody else's", async () => {
    await start({ "alpha.example": finds(rows.otter) }, finders(["alpha"]), {
      API_KEYS: "river",
      CORS_ORIGINS: "https://app.example, https://other.example",
    });
    const allowed = await preflight("https://app.example", {
      "access-control-request-headers": "authorization, content-type",
    });
    expect([allowed.statusCode, allowed.headers["access-control-allow-origin"]]).toEqual([204, "https://app.example"]);
    expect(allowed.headers["access-control-allow-headers"]).toBe("authorization, content-type");
    expect(allowed.headers["vary"]).toMatch(/origin/);
    expect((await preflight("https://evil.example")).headers).not.toHaveProperty("access-control-allow-origin");
    const failed = await app.inject({ url: "/search?q=otter", headers: { origin: "https://app.example" } });
    expect([failed.statusCode, failed.headers["access-control-allow-origin"]]).toEqual([401, "https://app.example"]);
  });

  it("lets any page ask where the origin is *, and none by default", async () => {
    await start({ "alpha.example": finds(rows.otter) }, finders(["alpha"]), { CORS_ORIGINS: "*" });
    const answer = await app.inject({ url: "/search?q=otter", headers: { origin: "https://any.example" } });
    expect(answer.headers["access-control-allow-origin"]).toBe("*");
    expect(answer.headers["access-control-expose-headers"]).toContain("x-request-id");
    await app.close();
    net.close();
    await start({ "alpha.example": finds(rows.otter) });
    expect((await preflight("https://any.example")).headers).not.toHaveProperty("access-control-allow-origin");
  });
});
