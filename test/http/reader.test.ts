import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, river, rows } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;

const OTTER = "https://river.example/otter";

const parted: Site = (_url, response) =>
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(
      "<title>Parts</title><nav>Menu of the site</nav><main><p>The otter dives.</p><p class=ad>Buy eels.</p></main><aside>Aside of it</aside>",
    );

async function start(sites: Readonly<Record<string, Site>> = {}, environment = {}) {
  net = await internet({ "river.example": river, "parted.example": parted, ...sites });
  app = serverFor(net.gateway, finders(["alpha"]), { environment });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
});

async function got(path: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}) {
  const answer = await fetch(`${url}${path}`, { headers, ...init });
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
}

describe("/r/<url>", () => {
  it.each([
    `/r/${OTTER}`,
    `/r/${encodeURIComponent(OTTER)}`,
    "/r/river.example/otter",
    `/r?url=${encodeURIComponent(OTTER)}`,
  ])("%s gives a page as Markdown, with what it is", async (path) => {
    await start();
    const { status, type, text } = await got(path);
    expect(status).toBe(200);
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^Title: The otter\n\nURL Source: https:\/\/river\.example\/otter\n\nMarkdown Content:\n/);
    expect(text).toContain("[what otters eat](https://river.example/otter/food)");
  });

  it("keeps the query that belongs to the page", async () => {
    await start();
    await got("/r/https://river.example/otter?format=csv&q=a%20b");
    expect(net.asked).toContain("https://river.example/otter?format=csv&q=a%20b");
  });

  it("is asked by POST", async () => {
    await start();
    const form = { method: "POST", body: new URLSearchParams({ url: OTTER }) };
    expect((await got("/r", {}, form)).text).toContain("URL Source: https://river.example/otter");
    const json = {
      method: "POST",
      body: JSON.stringify({ url: OTTER }),
      headers: { "content-type": "application/json" },
    };
    expect((await got("/r/", {}, json)).text).toContain("URL Source: https://river.example/otter");
  });

  it("gives JSON, and events", async () => {
    await start();
    const { type, text } = await got(`/r/${OTTER}`, { accept: "application/json", "x-with-images-summary": "true" });
    expect(type).toBe("application/json; charset=utf-8");
    expect(JSON.parse(text)).toEqual({
      code: 200,
      status: 20000,
      data: {
        title: "The otter",
        description: "",
        url: OTTER,
        content: expect.stringContaining("eight minutes"),
        images: { "Image 1: An otter": "https://river.example/otter.jpg" },
        usage: { tokens: expect.any(Number) },
      },
    });
    const events = await got(`/r/${OTTER}`, { accept: "text/event-stream" });
    expect(events.type).toContain("text/event-stream");
    expect(JSON.parse(/^event: data\ndata: (.*)\n\n$/.exec(events.text)?.[1] ?? "")).toMatchObject({
      title: "The otter",
    });
  });

  it("gives the format that is wished for", async () => {
    await start();
    const as = async (format: string) => (await got(`/r/${OTTER}`, { "x-return-format": format })).text;
    expect(await as("markdown")).not.toContain("URL Source");
    expect(await as("markdown")).toContain("](https://river.example/otter/food)");
    expect(await as("text")).not.toContain("](");
    const html = await got(`/r/${OTTER}`, { "x-respond-with": "html" });
    expect(html.text).toMatch(/^<!doctype html>/);
    expect(html.type).toBe("text/plain; charset=utf-8");
    expect((await got(`/r/${OTTER}`, { "x-return-format": "screenshot" })).status).toBe(400);
  });

  it("gives the part that selectors choose", async () => {
    await start();
    const part = async (headers: Readonly<Record<string, string>>) =>
      (await got("/r/https://parted.example/", headers)).text;
    const main = await part({ "x-target-selector": "main", "x-remove-selector": ".ad" });
    expect(main).toContain("Title: Parts");
    expect(main).toContain("The otter dives.");
    expect(main).not.toMatch(/eels|Menu|Aside/);
    expect(await part({ "x-target-selector": "aside" })).toContain("Aside of it");
    expect(JSON.parse(await part({ "x-target-selector": "#none" })).message).toContain("Nothing on the page");
    expect(JSON.parse(await part({ "x-target-selector": "main[" })).message).toContain(
      "X-Target-Selector: is not a CSS selector",
    );
  });

  it("keeps to tokens: cuts, or fails", async () => {
    await start();
    const cut = await got(`/r/${OTTER}`, { "x-max-tokens": "60", accept: "application/json" });
    expect(JSON.parse(cut.text).data.usage.tokens).toBeLessThanOrEqual(60);
    const over = await got(`/r/${OTTER}`, { "x-token-budget": "60" });
    expect(over.status).toBe(409);
    expect(JSON.parse(over.text)).toMatchObject({
      data: null,
      code: 409,
      status: 40900,
      message: expect.stringContaining("X-Token-Budget"),
    });
  });

  it.each([
    ["/r/http://127.0.0.1/", 403, "forbidden-target"],
    ["/r/https://gone.example/", 502, "unreachable"],
    ["/r/https://river.example/nowhere", 404, "not-found"],
    ["/r", 400, "bad-query"],
  ])("%s fails in its own shape", async (path, status, name) => {
    await start();
    const answer = await got(path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.text)).toMatchObject({
      data: null,
      code: status,
      name,
      readableMessage: expect.any(String),
    });
  });

  it("gives up in time", async () => {
    await start({ "mute.example": () => undefined });
    const answer = await got("/r/https://mute.example/", { "x-timeout": "1" });
    expect([answer.status, JSON.parse(answer.text).name]).toEqual([504, "timeout"]);
  });

  it("asks for a key", async () => {
    await start({}, { API_KEYS: "lake" });
    expect((await got(`/r/${OTTER}`)).status).toBe(401);
    expect((await got(`/r/${OTTER}?api_key=other`, { authorization: "Bearer lake" })).status).toBe(200);
  });
});

describe("/s/<query>", () => {
  it.each(["/s/otter+breath", "/s/otter%20breath", "/s?q=otter+breath"])(
    "%s gives results with their pages",
    async (path) => {
      await start({ "alpha.example": finds(rows.otter, rows.gone) });
      const { text, type } = await got(path);
      expect(type).toBe("text/plain; charset=utf-8");
      expect(net.asked).toContain("https://alpha.example/?q=otter+breath");
      expect(text).toContain("[1] Title: The otter\n[1] URL Source: https://river.example/otter\n");
      expect(text).toContain("eight minutes, and its heart slows down");
    },
  );

  it("gives a list as JSON, without pages where none are wished for", async () => {
    await start({ "alpha.example": finds(rows.otter, rows.food, rows.gone) });
    const { text } = await got("/s/otter?num=2", { accept: "application/json", "x-respond-with": "no-content" });
    expect(JSON.parse(text)).toEqual({
      code: 200,
      status: 20000,
      data: [
        {
          title: rows.otter.title,
          url: rows.otter.url,
          description: rows.otter.snippet,
          content: "",
          publishedTime: rows.otter.publishedAt,
          usage: { tokens: 0 },
        },
        expect.objectContaining({ url: rows.food.url }),
      ],
    });
    expect(net.asked.filter((asked) => asked.includes("river.example"))).toEqual([]);
  });

  it("keeps to sites, and fails where every engine did", async () => {
    await start({ "alpha.example": finds(rows.otter, rows.gone) });
    const only = await got("/s/otter?site=lost.example", { "x-respond-with": "no-content" });
    expect(only.text).toMatch(/^\[1\] Title: An otter page that is gone/);
    expect(only.text).not.toContain("river.example");
    await app.close();
    net.close();
    await start({ "alpha.example": (_url, response) => response.writeHead(403).end() });
    expect((await got("/s/otter")).status).toBe(502);
    expect((await got("/s")).status).toBe(400);
  });
});
