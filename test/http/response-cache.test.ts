import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { createResponseCache } from "../../src/http/response-cache.ts";
import { categoriesOf, type Internet, internet, listing, says, serverFor } from "./support.ts";

const page = (name: string) => says({ rows: [{ title: name, url: `https://pages.example/${name}` }], last: true });

let net: Internet;
let app: App;
let failing = false;

beforeAll(async () => {
  net = await internet({
    "alpha.example": page("one"),
    "beta.example": (url, response, request) =>
      failing ? response.writeHead(500).end() : page("two")(url, response, request),
  });
  app = serverFor(net.gateway, categoriesOf([listing("alpha"), listing("beta")]));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  net.close();
});
beforeEach(() => {
  failing = false;
});

const get = (url: string, accept?: string) => app.inject({ url, headers: accept ? { accept } : {} });

describe("a search asked again", () => {
  it.each([
    ["application/json", "json"],
    ["text/event-stream", "sse"],
    ["application/x-ndjson", "ndjson"],
    ["text/csv", "csv"],
    ["application/xml", "xml"],
  ])("is answered with the same bytes, labelled, as %s", async (accept, q) => {
    const first = await get(`/search?q=${q}`, accept);
    expect([first.statusCode, first.headers["x-tributary-cache"], first.headers["age"]]).toEqual([
      200,
      "miss",
      undefined,
    ]);
    expect(first.body).toContain("pages.example/two");
    const again = await get(`/search?q=%20${q}%20`, accept);
    expect(again.headers).toMatchObject({
      "x-tributary-cache": "hit",
      age: "0",
      "content-type": first.headers["content-type"],
      "x-content-type-options": "nosniff",
    });
    expect(again.body).toBe(first.body);
    expect(net.asked.filter((url) => url.includes(`q=${q}&`))).toHaveLength(2);
  });

  it.each(["1", "101"])("is asked anew where CACHE_MAX_BYTES is %s", async (bytes) => {
    const small = serverFor(net.gateway, categoriesOf([listing("alpha")]), { environment: { CACHE_MAX_BYTES: bytes } });
    for (const _ of [1, 2]) {
      const { statusCode, headers } = await small.inject("/search?q=small");
      expect([statusCode, headers["x-tributary-cache"]]).toEqual([200, "miss"]);
    }
    await small.close();
  });

  it("replays the events of a stream, each as it was", async () => {
    const events = async () =>
      (await get("/search?q=events", "application/x-ndjson")).body
        .trim()
        .split("\n")
        .map((line): { event: string } => JSON.parse(line));
    const first = await events();
    expect(first.map(({ event }) => event)).toEqual(expect.arrayContaining(["source", "result", "done"]));
    expect(await events()).toEqual(first);
  });

  it("goes round what is held with no_cache", async () => {
    await get("/search?q=round");
    expect((await get("/search?q=round&no_cache=true")).headers["x-tributary-cache"]).toBe("miss");
    expect(net.asked.filter((url) => url.includes("q=round"))).toHaveLength(4);
  });

  it("is another search with other engines, options, limits or unknown parameters", async () => {
    const titles = async (more: string): Promise<string[]> => {
      const answer = await get(`/search?q=other${more}`);
      return answer.json<{ items: { title: string }[] }>().items.map(({ title }) => title);
    };
    expect(await titles("")).toEqual(["one", "two"]);
    expect(await titles("&sources=beta")).toEqual(["two"]);
    expect(await titles("&max_results=1")).toEqual(["one"]);
    expect((await get("/search?q=other&colour=red")).json().warnings).toEqual([expect.stringContaining("colour")]);
    await get("/search?q=other&language=fr");
    expect(net.asked.filter((url) => url.includes("q=other") && url.includes("language=fr"))).toHaveLength(2);
  });

  it("is not held when an engine failed", async () => {
    failing = true;
    const partial = await get("/search?q=partial");
    expect(partial.json().sources).toMatchObject([{ status: "ok" }, { status: "unreachable" }]);
    failing = false;
    const whole = await get("/search?q=partial");
    expect(whole.headers["age"]).toBeUndefined();
    expect(whole.json().sources).toMatchObject([{ status: "ok" }, { status: "ok" }]);
  });
});

describe("held answers", () => {
  const body = Buffer.from("answer");
  let now = 1_000_000;
  const clock = () => now;

  it("are given while all of their parts are fresh, with the age of the oldest", () => {
    const held = createResponseCache(10_000, clock);
    held.set("a", { body, ageMs: 400 }, 1_000);
    now += 999;
    expect(held.get("a")).toEqual({ body, ageMs: 1_399 });
    now += 1;
    expect(held.get("a")).toBeUndefined();
    held.set("b", { body, ageMs: 0 }, 0);
    expect(held.get("b")).toBeUndefined();
  });

  it("fit into their bytes: the least recently used go", () => {
    const held = createResponseCache(10_000, clock);
    for (const name of ["a", "b", "c"]) held.set(name, { body, ageMs: 0 }, 1_000);
    expect(["a", "b", "c"].map((name) => held.get(name) !== undefined)).toEqual([false, true, true]);
  });

  it("stay as they were while others come and go in the same memory", () => {
    const held = createResponseCache(40_000, clock);
    const bodyOf = (n: number) => Buffer.alloc(3_000 + 700 * (n % 7), `answer ${n}, `);
    for (let n = 0; n < 50; n += 1) held.set(`${n}`, { body: bodyOf(n), ageMs: 0 }, 1_000);
    const rest = Array.from({ length: 50 }, (_, n) => n).filter((n) => held.get(`${n}`) !== undefined);
    expect(rest.length).toBeGreaterThan(4);
    expect(rest.map((n) => held.get(`${n}`)?.body)).toEqual(rest.map(bodyOf));
  });

  it("are not copied for each who asks at the same time", () => {
    const held = createResponseCache(10_000, clock);
    held.set("a", { body, ageMs: 0 }, 1_000);
    const first = held.get("a")?.body;
    expect(first).toEqual(body);
    expect(held.get("a")?.body).toBe(first);
  });

  it("are dropped for one that does not fit", () => {
    const held = createResponseCache(6_000, clock);
    held.set("a", { body, ageMs: 0 }, 1_000);
    expect(held.get("a")).toBeDefined();
    held.set("a", { body: Buffer.alloc(7_000), ageMs: 0 }, 1_000);
    expect(held.get("a")).toBeUndefined();
  });
});
