import { EMPTY, of, throwError } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { defineSource } from "../../src/sources/define.ts";
import { text } from "../../src/sources/kit/requests/query.ts";
import { categoriesOf, type Internet, internet, listing, says, serverFor } from "./support.ts";

const row = (title: string, more: object = {}) => ({ title, url: `https://pages.example/${title}`, ...more });
let net: Internet;
let app: App;
let failing = false;

beforeAll(async () => {
  net = await internet({
    "alpha.example": (url, response, request) =>
      says({
        rows: [
          row(`${url.searchParams.get("q")}-${url.searchParams.get("language") ?? "any"}`, {
            snippet: "=1+1",
            tags: ["x", "y"],
          }),
        ],
        last: true,
      })(url, response, request),
    "blocked.example": (_url, response) => {
      response.writeHead(403).end("<html>no");
    },
    "busy.example": (_url, response) => {
      response.writeHead(429, { "retry-after": "120" }).end();
    },
    "odd.example": says({ rows: [row("fits"), { title: "no address" }], last: true }),
    "paged.example": (url, response, request) =>
      url.searchParams.get("page") === "1"
        ? says({ rows: [row("first")] })(url, response, request)
        : response.writeHead(500).end(),
    "fickle.example": (url, response, request) =>
      failing ? response.writeHead(500).end() : says({ rows: [row("kept")], last: true })(url, response, request),
    "recorded.example": says({ rows: [row("old")], last: true }, { "x-tributary-replay": "1" }),
    "empty.example": says({ rows: [] }),
  });
  const engines = ["alpha", "blocked", "empty", "keyed"].map((id) =>
    listing(
      id,
      id === "keyed" ? { key: { env: ["KEYED_API_KEY"], required: true, from: "https://keyed.example/keys" } } : {},
    ),
  );
  const others = ["busy", "odd", "paged", "recorded"].map((id) => listing(id));
  const fault = listing("fault", { open: () => throwError(() => new TypeError("secret of the code")) });
  const fickle = listing("fickle");
  const categories = categoriesOf(engines, [...others, fault, listing("silent", { open: () => EMPTY }), fickle]);
  // What this source answered is past its time at once.
  app = serverFor(
    net.gateway,
    categories.map((category) => ({
      ...category,
      sources: category.sources.map((source) => (source.id === "fickle" ? { ...source, ttlMs: 1 } : source)),
    })),
  );
  await app.ready();
});
afterAll(async () => {
  await app.close();
  net.close();
});

const get = (url: string, accept?: string) => app.inject({ url, headers: accept ? { accept } : {} });

describe("one source", () => {
  it("answers with its items, its outcome and the time", async () => {
    const answer = await get("/search/alpha?q=%20hello%20");
    expect(answer.statusCode).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.json()).toEqual({
      success: true,
      items: [{ ...row("hello-any"), snippet: "=1+1", tags: ["x", "y"], source: "alpha" }],
      time_ms: expect.any(Number),
      sources: [{ id: "alpha", status: "ok", items: 1, time_ms: expect.any(Number) }],
    });
  });

  it("passes its own options on and warns of parameters that nobody reads", async () => {
    const answer = (await get("/search/alpha?q=opt&language=fr&lnaguage=de")).json();
    expect(answer.items[0].title).toBe("opt-fr");
    expect(answer.warnings).toEqual([expect.stringContaining("lnaguage")]);
  });

  it("tells where the answer came from, and asks again with no_cache", async () => {
    const asked = () => net.asked.filter((url) => url.includes("twice")).length;
    expect((await get("/search/alpha?q=twice")).headers["x-tributary-cache"]).toBe("miss");
    expect((await get("/search/alpha?q=twice")).headers["x-tributary-cache"]).toBe("hit");
    expect(asked()).toBe(1);
    expect((await get("/search/alpha?q=twice&no_cache=1")).headers["x-tributary-cache"]).toBe("miss");
    expect(asked()).toBe(2);
  });

  it("streams CSV and XML of the same items", async () => {
    const csv = await get("/search/alpha?q=hello&format=csv");
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.body).toBe(
      "title,url,snippet,source,tags,owner.name,owner.followers,releases\n" +
        "hello-any,https://pages.example/hello-any,'=1+1,alpha,x; y,,,\n",
    );
    const xml = await get("/search/alpha?q=hello", "application/xml");
    expect(xml.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(xml.body).toContain("<response><success>true</success><items><item><title>hello-any</title>");
    expect(xml.body).toMatch(/<\/items><time_ms>\d+<\/time_ms><sources><item><id>alpha<\/id>.*<\/response>\n$/);
  });

  it("answers an empty list in every format", async () => {
    expect((await get("/search/empty?q=a")).json()).toMatchObject({
      success: true,
      items: [],
      sources: [{ status: "empty" }],
    });
    expect((await get("/search/empty?q=a&format=csv")).body).toBe(
      "title,url,snippet,source,tags,owner.name,owner.followers,releases\n",
    );
    expect((await get("/packages/silent?q=a&format=xml")).body).toContain("<success>true</success><items></items>");
  });

  it("says what was left out, and where the items end before their time", async () => {
    expect((await get("/packages/odd?q=a")).json().warnings).toEqual([expect.stringMatching(/^1 row was left out/)]);
    const cut = await get("/packages/paged?q=a");
    expect(cut.statusCode).toBe(200);
    expect(cut.json()).toMatchObject({
      items: [{ title: "first" }],
      sources: [{ status: "unreachable", items: 1 }],
      warnings: [expect.stringMatching(/^Only the first 1 items: .*HTTP 500/)],
    });
  });

  it("says what a score is made of, where it is asked", async () => {
    const { items } = (await get("/search?q=the%20hello&sources=alpha&explain=true")).json();
    expect(items[0]?.explain).toMatchObject({
      agreement: 1,
      coverage: expect.any(Number),
      ranks: [{ engine: "alpha", rank: 1, weight: 1 }],
      words: { the: expect.any(Number), hello: 1 },
    });
    expect((await get("/search?q=the%20hello&sources=alpha")).json().items[0]).not.toHaveProperty("explain");
  });

  it("serves what it kept when the source fails, marked stale", async () => {
    expect((await get("/packages/fickle?q=a")).statusCode).toBe(200);
    failing = true;
    await new Promise((resolve) => setTimeout(resolve, 10));
    const answer = await get("/packages/fickle?q=a");
    expect(answer.headers["x-tributary-cache"]).toBe("stale");
    expect(answer.json()).toMatchObject({
      items: [{ title: "kept" }],
      sources: [{ status: "stale", error: expect.stringContaining("500") }],
      warnings: [expect.stringContaining("served because the source failed")],
    });
    for (const format of ["csv", "xml"]) {
      const { headers, body } = await get(`/packages/fickle?q=a&format=${format}`);
      expect(body).toContain("kept");
      expect(JSON.parse(String(headers["x-tributary-sources"]))).toEqual([
        { id: "fickle", status: "stale", items: 1, time_ms: expect.any(Number), error: expect.stringContaining("500") },
      ]);
      expect(JSON.parse(String(headers["x-tributary-warnings"]))).toEqual([
        expect.stringContaining("served because the source failed"),
      ]);
    }
    for (const format of ["json", "csv", "xml"]) {
      const fresh = await get(`/packages/fickle?q=a&no_cache=true&format=${format}`);
      expect(fresh.statusCode).toBe(502);
      expect(fresh.body).toContain("unreachable");
    }
  });

  it("says beside a table what each source came to, and after it where its first rows left before", async () => {
    const whole = await get("/search?q=all&format=csv");
    expect(JSON.parse(String(whole.headers["x-tributary-sources"]))).toEqual([
      { id: "alpha", status: "ok", items: 1, time_ms: expect.any(Number) },
      expect.objectContaining({ id: "blocked", status: "blocked", error: expect.stringContaining("403") }),
      expect.objectContaining({ id: "empty", status: "empty" }),
    ]);
    expect(whole.headers).not.toHaveProperty("x-tributary-warnings");
    const cut = await get("/packages/paged?q=cut&format=csv");
    expect(cut.headers).not.toHaveProperty("x-tributary-sources");
    expect(JSON.parse(String(cut.trailers["x-tributary-sources"]))).toMatchObject([{ id: "paged", items: 1 }]);
    expect(cut.trailers["x-tributary-warnings"]).toContain("Only the first 1 items");
  });
});

it("engines names the engines to ask, as sources does", async () => {
  for (const chosen of ["engines=alpha", "sources=alpha", "engines=alpha&sources=alpha", "engines=search/alpha"])
    expect((await get(`/search?q=named&${chosen}`)).json().sources).toMatchObject([{ id: "alpha" }]);
  const both = (await get("/search?q=named&engines=alpha,empty")).json();
  expect([both.sources.map(({ id }: { id: string }) => id), both.warnings]).toEqual([["alpha", "empty"], undefined]);
});

it("a trailing slash is no other address", async () => {
  expect((await get("/search/alpha/?q=slash")).json().items[0].title).toBe("slash-any");
  expect((await get("/search/?q=slash&engines=alpha")).statusCode).toBe(200);
  expect((await get("/health/")).statusCode).toBe(200);
  const wrong = await app.inject({ method: "DELETE", url: "/health/" });
  expect([wrong.statusCode, wrong.json().code]).toEqual([405, "method-not-allowed"]);
  expect((await get("/nothing/here/at/all/")).statusCode).toBe(404);
});

it("an engine whose address is gone has changed, and rests", async () => {
  const gone = await internet({ "gone.example": (_url, response) => response.writeHead(404).end("Not Found") });
  const server = serverFor(gone.gateway, categoriesOf([listing("gone")]));
  const first = (await server.inject("/search/gone?q=a")).json();
  expect(first).toMatchObject({ code: "changed", error: expect.stringContaining("HTTP 404") });
  expect((await server.inject("/search/gone?q=b")).json()).toMatchObject({
    code: "changed",
    error: expect.stringContaining("is resting"),
  });
  expect(gone.asked).toHaveLength(1);
  expect((await server.inject("/health")).json().sources).toMatchObject([{ id: "gone", state: "resting" }]);
  await server.close();
  gone.close();
});

it("what an upstream finds wrong with a query rests nothing", async () => {
  const strict = await internet({ "strict.example": (_url, response) => response.writeHead(414).end("URI too long") });
  const server = serverFor(strict.gateway, categoriesOf([], [listing("strict")]));
  for (const q of ["a", "b", "c", "d"])
    expect((await server.inject(`/packages/strict?q=${q}`)).json()).toMatchObject({
      code: "bad-query",
      error: expect.stringContaining("URI too long"),
    });
  expect(strict.asked).toHaveLength(4);
  expect((await server.inject("/health")).json().sources).toMatchObject([{ state: "ok", consecutive_failures: 0 }]);
  await server.close();
  strict.close();
});

it("a source's own format of another kind shares the parameter", async () => {
  const picture = defineSource({
    id: "picture",
    title: "Picture",
    docs: "https://picture.example/docs",
    query: text("words", "otter", z.object({ format: z.enum(["png", "webp"]).default("png") })),
    item: z.object({ title: z.string(), source: z.string() }),
    read: ({ format }) => of({ title: format }),
  });
  const server = serverFor(net.gateway, categoriesOf([], [picture]));
  expect((await server.inject("/packages/picture?q=a&format=webp")).json().items).toEqual([
    { title: "webp", source: "picture" },
  ]);
  expect((await server.inject("/packages/picture?q=a&format=csv")).body).toBe("title,source\npng,picture\n");
  expect((await server.inject("/packages/picture?q=a")).json().items[0].title).toBe("png");
  expect((await server.inject("/packages/picture?q=a&format=gif")).json()).toMatchObject({ code: "bad-query" });
  await server.close();
});

describe("a failure", () => {
  it.each([
    ["/search?q=%00", 400, "bad-query", "q: must not hold control characters."],
    ["/search/alpha?q=a%1Bb", 400, "bad-query", "q: must not hold control characters."],
    ["/search/alpha", 400, "bad-query", "q: is missing: words, for example tokio."],
    ["/search/alpha?q=%20", 400, "bad-query", "q: is missing"],
    ["/search/alpha?q=a&q=b", 400, "bad-query", "q: must be given once"],
    [`/search/alpha?q=${"a".repeat(2001)}`, 400, "bad-query", "at most 2000 characters"],
    ["/search/alpha?q=a&pagecount=0", 400, "bad-query", "pagecount: must be a whole number from 1 to 50."],
    ["/search/alpha?q=a&pagecount=51", 400, "bad-query", "pagecount"],
    ["/search/alpha?q=a&pagecount=2.5", 400, "bad-query", "pagecount"],
    ["/search/alpha?q=a&pagecount=many", 400, "bad-query", "pagecount"],
    ["/search/alpha?q=a&no_cache=maybe", 400, "bad-query", "no_cache: must be true, false, 1 or 0."],
    ["/search/alpha?q=a&language=french", 400, "bad-query", "language: a two-letter language code."],
    ["/search?q=a&max_results=201", 400, "bad-query", "max_results"],
    ["/search?q=a&sources=,", 400, "bad-query", "sources"],
    ["/search?q=a&sources=alpa", 404, "unknown-source", "Did you mean alpha?"],
    ["/search?q=a&engines=busi", 404, "unknown-source", "There are: alpha, blocked, empty, keyed."],
    ["/search?q=a&engines=,", 400, "bad-query", "engines: must name engines"],
    ["/search/alpa?q=a", 404, "unknown-source", "search/alpha"],
    ["/packages/tokio?q=a", 404, "unknown-source", "/parsers"],
    ["/parsers/alpa", 404, "unknown-source", "search/alpha"],
    ["/nothing/here/at/all", 404, "not-found", "/docs"],
    ["/search/keyed?q=a", 424, "missing-key", "KEYED_API_KEY"],
    ["/search/blocked?q=a", 502, "blocked", "403"],
    ["/packages/busy?q=a", 502, "rate-limited", "429"],
    ["/packages/fault?q=a", 500, "internal", "the log has the details"],
    ["/search?q=a&sources=blocked,keyed", 502, "blocked", "keyed: missing-key"],
  ])("%s: %i %s in every format", async (url, status, code, words) => {
    const sign = url.includes("?") ? "&" : "?";
    const plain = await get(url);
    const failure = plain.json();
    expect({ status: plain.statusCode, ...failure }).toEqual({
      status,
      success: false,
      error: expect.stringContaining(words),
      code,
      request_id: plain.headers["x-request-id"],
    });
    const xml = await get(`${url}${sign}format=xml`);
    expect(xml.statusCode).toBe(status);
    expect(xml.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(xml.body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<response><success>false<\/success><error>.+<\/error><code>[a-z-]+<\/code><request_id>.+<\/request_id><\/response>\n$/s,
    );
    const csv = await get(url, "text/csv");
    expect(csv.statusCode).toBe(status);
    expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(csv.body.split("\n")[0]).toBe("success,error,code,request_id");
    expect(csv.body.trimEnd().split(",").at(-2)).toBe(code);
    const streamed = await get(url, "text/event-stream");
    if (status < 500) expect(streamed.json()).toMatchObject({ success: false, code });
  });

  it("in an invalid format is JSON", async () => {
    const answer = await get("/search/alpha?q=a&format=yaml", "application/xml");
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      success: false,
      error: "format: must be json, csv or xml.",
      code: "bad-query",
    });
  });

  it("tells how long to wait", async () => {
    expect(Number((await get("/packages/busy?q=b")).headers["retry-after"])).toBeGreaterThan(100);
  });

  it("never shows what went wrong inside", async () => {
    for (const format of ["json", "csv", "xml"])
      expect((await get(`/packages/fault?q=a&format=${format}`)).body).not.toMatch(/secret|TypeError|\.ts/);
  });
});

describe("all engines", () => {
  it("answers with merged items and every engine's outcome, whichever failed", async () => {
    const answer = (await get("/search?q=all")).json();
    expect(answer.items).toEqual([
      {
        ...row("all-any"),
        snippet: "=1+1",
        tags: ["x", "y"],
        source: "alpha",
        engines: ["alpha"],
        score: expect.any(Number),
      },
    ]);
    expect(answer.sources.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ["alpha", "ok"],
      ["blocked", "blocked"],
      ["empty", "empty"],
    ]);
  });

  it("asks the engines named, and holds back what is more than max_results", async () => {
    const answer = (await get("/search?q=all&sources=alpha,%20keyed&max_results=1")).json();
    expect(answer.items).toHaveLength(1);
    expect(answer.sources.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
      ["alpha", "ok"],
      ["keyed", "missing-key"],
    ]);
  });

  it("answers CSV and XML", async () => {
    expect((await get("/search?q=all&format=csv")).body.split("\n").slice(0, 1)).toEqual([
      "title,url,snippet,source,tags,owner.name,owner.followers,releases,engines,score",
    ]);
    expect((await get("/search?q=all&format=xml")).body).toContain("<engines><item>alpha</item></engines>");
  });
});

describe("replayed answers", () => {
  it("are labelled from the first recording on", async () => {
    const fresh = serverFor(net.gateway, categoriesOf([listing("alpha")], [listing("recorded")]));
    expect((await fresh.inject("/search/alpha?q=r")).headers["x-tributary-replay"]).toBeUndefined();
    for (const format of ["json", "csv", "xml"])
      expect((await fresh.inject(`/packages/recorded?q=r&format=${format}`)).headers["x-tributary-replay"]).toBe("1");
    await fresh.close();
  });

  it("are labelled everywhere while the server replays", async () => {
    const replaying = serverFor(net.gateway, categoriesOf([listing("alpha")]), { replay: true });
    for (const url of ["/", "/health", "/search/alpha?q=r", "/search/alpha", "/nowhere", "/docs"])
      expect((await replaying.inject(url)).headers["x-tributary-replay"]).toBe("1");
    const stream = await replaying.inject({ url: "/search/alpha?q=r", headers: { accept: "text/event-stream" } });
    expect(stream.headers["x-tributary-replay"]).toBe("1");
    await replaying.close();
  });
});
