import type { Client } from "@modelcontextprotocol/client";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { finders, rows } from "../http/small-web.ts";
import { type Internet, internet, type Site, says } from "../http/support.ts";
import { countTokens } from "../support/count-tokens.ts";
import { until } from "../support/until.ts";
import { clientTwo, serve, textOf } from "./support.ts";

/* The tools of pages and searches over a small web on loopback, with its sockets counted. */

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

const silent: Site = () => undefined;

const page =
  (title: string, paragraphs: number): Site =>
  (_url, response) => {
    const text = Array.from(
      { length: paragraphs },
      (_, n) => `<p>Paragraph ${n} of the otters: they swim and hold their breath for long.</p>`,
    );
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        `<html><head><title>${title}</title></head><body><article><h1>${title}</h1>${text.join("")}</article></body></html>`,
      );
  };

const WEB: Readonly<Record<string, Site>> = {
  "duckduckgo.example": says({ rows: [rows.otter, rows.food] }),
  "brave.example": says({ rows: [rows.food] }),
  "river.example": page("The otter", 40),
  "long.example": page("The long otter", 1_500),
};

async function world(sites: Readonly<Record<string, Site>> = WEB): Promise<{ web: Internet; url: URL }> {
  const web = await internet(sites);
  const config = readConfig({ UPSTREAM_GATEWAY: web.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const categories = finders(["duckduckgo", "brave"]).map(listed);
  const served = await serve(upstream, { categories });
  open.push(web, { close: () => upstream.close() }, served);
  return { web, url: served.dataUrl };
}

async function client(url: URL, era: "legacy" | "auto"): Promise<Client> {
  const one = await clientTwo(url, era);
  open.push(one);
  await one.listTools();
  return one;
}

const pagesIn = (structured: unknown): readonly Record<string, unknown>[] => {
  if (
    typeof structured === "object" &&
    structured !== null &&
    "results" in structured &&
    Array.isArray(structured.results)
  )
    return structured.results;
  throw new Error("There are no results");
};

describe.each(["legacy", "auto"] as const)("the second line's client, %s", (era) => {
  it("searches, with the results and the states of the engines as progress", async () => {
    const { url } = await world();
    const told: string[] = [];
    const result = await (await client(url, era)).callTool(
      { name: "web_search", arguments: { query: "otter", max_results: 5 } },
      { onprogress: ({ message, progress }) => void told.push(`${progress} ${message}`) },
    );
    expect(result.structuredContent).toMatchObject({ items: [{ url: rows.food.url }, { url: rows.otter.url }] });
    expect(told).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+ duckduckgo: asked$/)]));
    expect(told).toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^\d+ <untrusted-web-content-(\w+)>The otter – https:\/\/river.*<\/untrusted-web-content-\1>$/,
        ),
      ]),
    );
    expect(told).toEqual(expect.arrayContaining([expect.stringMatching(/^\d+ brave: 1 items$/)]));
    const numbers = told.map((line) => Number.parseInt(line, 10));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it("cancels down to the sockets", async () => {
    const { web, url } = await world({ "duckduckgo.example": silent, "brave.example": silent });
    const asking = await client(url, era);
    const stop = new AbortController();
    const call = asking.callTool({ name: "web_search", arguments: { query: "otter" } }, { signal: stop.signal });
    call.catch(() => undefined);
    await until(() => web.sockets.size === 2, "both engines are asked");
    stop.abort("enough");
    await expect(call).rejects.toThrow();
    await until(() => web.sockets.size === 0, "no socket is open");
  });

  it("cancels when the connection is dropped", async () => {
    const { web, url } = await world({ "duckduckgo.example": silent, "brave.example": silent });
    const asking = await client(url, era);
    asking.callTool({ name: "web_search", arguments: { query: "otter" } }).catch(() => undefined);
    await until(() => web.sockets.size === 2, "both engines are asked");
    await asking.close();
    await until(() => web.sockets.size === 0, "no socket is open");
  });

  it("is told what failed as a result, in REST's words", async () => {
    const { url } = await world();
    const asking = await client(url, era);
    const empty = await asking.callTool({ name: "web_search", arguments: { query: " " } });
    expect(empty).toMatchObject({ isError: true, _meta: { "tributary/code": "bad-query" } });
    expect(textOf(empty)).toBe("query: is missing: words to search the web for, for example rxjs backpressure.");
    const guarded = await asking.callTool({ name: "web_extract", arguments: { urls: ["http://127.0.0.1/"] } });
    expect(guarded).toMatchObject({ isError: true, _meta: { "tributary/code": "forbidden-target" } });
    const gone = await asking.callTool({ name: "web_extract", arguments: { urls: ["https://gone.example/"] } });
    expect(gone.structuredContent).toMatchObject({ results: [], failed_results: [{ url: "https://gone.example/" }] });
  });
});

it("a plain POST that is dropped cancels, too", async () => {
  const { web, url } = await world({ "duckduckgo.example": silent, "brave.example": silent });
  const stop = new AbortController();
  const asked = fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "web_search", arguments: { query: "otter" } },
    }),
    signal: stop.signal,
  });
  asked.catch(() => undefined);
  await until(() => web.sockets.size === 2, "both engines are asked");
  stop.abort();
  await until(() => web.sockets.size === 0, "no socket is open");
});

describe("pages", () => {
  it("a long one is read to its end by next_offset, each piece within max_tokens", async () => {
    const { url } = await world();
    const asking = await client(url, "auto");
    const pieces: string[] = [];
    let offset: unknown = 0;
    while (typeof offset === "number") {
      const result = await asking.callTool({
        name: "web_extract",
        arguments: { urls: ["https://long.example/"], offset, max_tokens: 8_000 },
      });
      const [one] = pagesIn(result.structuredContent);
      expect(countTokens(textOf(result))).toBeLessThanOrEqual(8_000);
      expect(countTokens(JSON.stringify(result.structuredContent))).toBeLessThanOrEqual(8_000);
      pieces.push(String(one?.["raw_content"]));
      expect(Number(one?.["next_offset"] ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(offset);
      offset = one?.["next_offset"];
    }
    expect(pieces.length).toBeGreaterThan(2);
    const reading = await client(new URL("?toolsets=chatgpt", url), "auto");
    const parts: string[] = [];
    for (let id: unknown = "https://long.example/"; typeof id === "string"; ) {
      const part = textOf(await reading.callTool({ name: "fetch", arguments: { id } }));
      expect(countTokens(part)).toBeLessThanOrEqual(25_000);
      const { text, next, url: address } = JSON.parse(part);
      expect(address).toBe("https://long.example/");
      parts.push(text);
      id = next;
    }
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join("").length).toBeGreaterThan(50_000);
    expect(pieces.join("").replace(/\s/g, "") === parts.join("").replace(/\s/g, "")).toBe(true);
  });

  it("several share the room fairly", async () => {
    const { url } = await world();
    const { structuredContent } = await (await client(url, "auto")).callTool({
      name: "web_extract",
      arguments: { urls: ["https://long.example/", "https://river.example/"], max_tokens: 3_000 },
    });
    const [long, short] = pagesIn(structuredContent);
    expect(long).toMatchObject({ next_offset: expect.any(Number) });
    expect(short).not.toHaveProperty("next_offset");
    expect(String(short?.["raw_content"])).toContain("Paragraph 38");
  });

  it("are crawled and mapped", async () => {
    const { url } = await world();
    const asking = await client(url, "auto");
    const crawled = await asking.callTool({
      name: "web_crawl",
      arguments: { url: "https://river.example/", limit: 2 },
    });
    expect(crawled.structuredContent).toMatchObject({ base_url: "river.example", results: [{ title: "The otter" }] });
    const mapped = await asking.callTool({ name: "web_map", arguments: { url: "https://river.example/" } });
    expect(mapped.isError, textOf(mapped)).toBeFalsy();
    expect(mapped.structuredContent).toMatchObject({ total: expect.any(Number) });
  });

  it("are researched, with citations", async () => {
    const { url } = await world();
    const result = await (await client(url, "auto")).callTool({
      name: "web_research",
      arguments: { query: "how long can an otter hold its breath" },
    });
    expect(result.isError, textOf(result)).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ answer: expect.stringMatching(/\[\d\]/), results: [{}, {}] });
  });
});

it("chatgpt's search and fetch give one text of JSON each", async () => {
  const { url } = await world();
  const asking = await client(new URL("?toolsets=chatgpt", url), "auto");
  const found = await asking.callTool({ name: "search", arguments: { query: "otter" } });
  expect(found.content.length).toBe(1);
  const { results } = JSON.parse(textOf(found));
  expect(results).toContainEqual({ id: rows.otter.url, title: rows.otter.title, url: rows.otter.url });
  const read = await asking.callTool({ name: "fetch", arguments: { id: rows.otter.url } });
  expect(JSON.parse(textOf(read))).toMatchObject({
    id: rows.otter.url,
    title: "The otter",
    text: expect.stringContaining("Paragraph 3"),
  });
});

it("the first line's client searches with progress, and cancels", async () => {
  let hungUp = false;
  const waiting: Site = (_url, response) => void response.on("close", () => (hungUp = true));
  const { url } = await world({ ...WEB, "brave.example": waiting });
  const one = new ClientOne({ name: "test", version: "1" });
  await one.connect(new HttpOne(url) as Parameters<ClientOne["connect"]>[0]);
  open.push(one);
  const told: string[] = [];
  const stop = new AbortController();
  const call = one.callTool({ name: "web_search", arguments: { query: "otter" } }, undefined, {
    onprogress: ({ message }) => void told.push(String(message)),
    signal: stop.signal,
  });
  call.catch(() => undefined);
  await until(
    () => told.some((message) => /^<untrusted-web-content-\w+>The otter/.test(message)),
    "a result is told while the tool runs",
  );
  expect(hungUp).toBe(false);
  stop.abort();
  await until(() => hungUp, "the engine that has not answered is let go");
});
