import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { addKey } from "../../src/keys/file.ts";
import { categoriesOf, type Internet, internet, listing, says, serverFor } from "./support.ts";

let net: Internet;
let directory: string;
let app: App;
const keys: Record<string, string> = {};

beforeAll(async () => {
  net = await internet({
    "alpha.example": says({ rows: [{ title: "one", url: "https://pages.example/1" }], last: true }),
  });
  directory = mkdtempSync(join(tmpdir(), "http-keys-"));
  const add = (name: string, more: object) => {
    keys[name] = addKey(join(directory, "keys.json"), { name, weight: 1, per_minute: {}, per_day: {}, ...more });
  };
  add("free", {});
  add("once", { per_minute: { all: 1 } });
  add("never", { per_day: { all: 0 } });
  add("narrow", { routes: ["/search/*"] });
  app = serverFor(net.gateway, categoriesOf([listing("alpha")]), { environment: { DATA_DIR: directory } });
});
afterAll(async () => {
  await app.close();
  net.close();
  rmSync(directory, { recursive: true });
});

const ask = (url: string, name: string, more: object = {}) =>
  app.inject({ url, headers: { authorization: `Bearer ${keys[name]}` }, ...more });

describe("a key of the file", () => {
  it("is asked for, though API_KEYS is empty; probes are open", async () => {
    expect((await app.inject("/search/alpha?q=a")).statusCode).toBe(401);
    expect((await app.inject({ url: "/search/alpha?q=a", headers: { "x-api-key": "wrong" } })).statusCode).toBe(401);
    expect((await app.inject("/health/live")).statusCode).toBe(200);
    expect((await ask("/search/alpha?q=a", "free")).statusCode).toBe(200);
  });

  it("has its limits in every answer, and beyond them 429 with when to come back", async () => {
    const first = await ask("/search/alpha?q=a", "once");
    expect([first.statusCode, first.headers["ratelimit-policy"], first.headers["x-ratelimit-remaining"]]).toEqual([
      200,
      '"minute";q=1;w=60',
      "0",
    ]);
    expect(first.headers["ratelimit"]).toMatch(/^"minute";r=0;t=\d{1,2}$/);
    const second = await ask("/search/alpha?q=a", "never");
    expect([second.statusCode, second.json()]).toEqual([
      429,
      expect.objectContaining({
        success: false,
        code: "quota-exceeded",
        error: expect.stringContaining("0 requests a day"),
      }),
    ]);
    expect(Number(second.headers["retry-after"])).toBeGreaterThan(0);
  });

  it("is refused in the words of the service whose API is spoken, wherever the key stands", async () => {
    const body = { query: "a", api_key: keys["never"] };
    const post = (url: string, payload: object) => app.inject({ method: "POST", url, payload });
    const exa = await post("/exa/search", body);
    expect([exa.statusCode, exa.json()]).toEqual([429, expect.objectContaining({ tag: "quota-exceeded" })]);
    const openai = await ask("/v1/chat/completions", "never", {
      method: "POST",
      payload: { model: "tributary", messages: [{ role: "user", content: "a" }] },
    });
    expect([openai.statusCode, openai.json()]).toEqual([
      429,
      { error: expect.objectContaining({ message: expect.stringContaining("quota"), type: expect.any(String) }) },
    ]);
    const common = await post("/search", body);
    expect([common.statusCode, common.json().detail]).toEqual([429, { error: expect.stringContaining("quota") }]);
    const searxng = await app.inject({ url: `/searxng/search?q=a&format=json&api_key=${keys["never"]}` });
    expect([searxng.statusCode, searxng.json()]).toEqual([429, { error: expect.stringContaining("quota") }]);
    for (const answer of [exa, openai, common, searxng]) expect(answer.headers["retry-after"]).toMatch(/^\d+$/);
  });

  it("may be limited to routes", async () => {
    expect((await ask("/search/alpha?q=a", "narrow")).statusCode).toBe(200);
    const refused = await ask("/crawl?q=https://pages.example/", "narrow");
    expect([refused.statusCode, refused.json()]).toEqual([
      403,
      expect.objectContaining({
        code: "forbidden",
        error: "The key narrow may not use /crawl. It may use: /search/*.",
      }),
    ]);
  });

  it("learns what it has used, and nothing of others", async () => {
    const usage = await ask("/usage?days=1", "narrow");
    expect(usage.json()).toMatchObject({ success: true });
    const items: readonly { key: string; class: string; requests: number }[] = usage.json().items;
    expect(new Set(items.map(({ key }) => key))).toEqual(new Set(["narrow"]));
    expect(items).toContainEqual(expect.objectContaining({ class: "search", requests: 1, refused: 0 }));
    expect((await ask("/usage?days=1&format=csv", "narrow")).body.split("\n")[0]).toBe(
      "day,key,id,class,requests,refused,bytes,pages,cached",
    );
    expect((await ask("/metrics", "free")).body).toContain(
      'tributary_key_requests_total{key="never",class="search",outcome="refused"}',
    );
  });
});
