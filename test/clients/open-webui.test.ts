import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, PAGE, type Replayed, replayed } from "./replayed.ts";

/*
 * Open WebUI is a Python application: its requests, as its source sends them (CLIENTS: its external search engine, web
 * loader and document loader, and its SearXNG).
 */

let service: Replayed;
afterEach(() => service.close());

const posted = async (path: string, body: unknown, key = "any") => {
  const answer = await fetch(`${service.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", "user-agent": "Open WebUI" },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) };
};

describe("Open WebUI's external search engine", BY_THE_CLOCK, () => {
  it("gets a bare list", async () => {
    service = await replayed();
    const { body } = await posted("/openwebui/search", { query: ASKED, count: 3 });
    expect(body).toHaveLength(3);
    expect(body).toContainEqual({
      link: FOUND,
      title: expect.stringContaining("RxJS"),
      snippet: "What RxJS does about backpressure.",
    });
  });

  it("gets what the others found where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const { body, headers } = await posted("/openwebui/search", { query: ASKED, count: 5 });
    expect(body.map(({ link }: { link: string }) => link)).toContain(FOUND);
    expect(headers.get("x-tributary-sources")).toMatch(/"id":"bing","status":"blocked"/);
  });

  it("gives its key, and fails in its shape without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect((await posted("/openwebui/search", { query: ASKED, count: 3 }, "river")).body).toHaveLength(3);
    expect(await posted("/openwebui/search", { query: ASKED, count: 3 }, "lake")).toMatchObject({
      status: 401,
      body: { detail: "The key is not valid: send Authorization: Bearer <key>." },
    });
    expect((await posted("/openwebui/search", { count: 3 }, "river")).body).toEqual({
      detail: expect.stringContaining("query: is missing"),
    });
  });
});

describe("Open WebUI's external web loader", BY_THE_CLOCK, () => {
  it("gets pages, and is told in a header of those that could not be read", async () => {
    service = await replayed();
    const { body, headers } = await posted("/openwebui/load", { urls: [PAGE, "http://127.0.0.1/"] });
    expect(body).toEqual([
      {
        page_content: expect.stringContaining("documentation examples"),
        metadata: expect.objectContaining({ source: PAGE, title: "Example Domain" }),
      },
    ]);
    expect(headers.get("x-tributary-warnings")).toContain("127.0.0.1");
  });

  it("fails where none could be read", async () => {
    service = await replayed();
    const { status, body } = await posted("/openwebui/load", { urls: ["http://127.0.0.1/"] });
    expect(status).toBe(403);
    expect(body).toEqual({ detail: expect.stringContaining("127.0.0.1") });
  });
});

describe("Open WebUI's external document loader", BY_THE_CLOCK, () => {
  const put = async (bytes: string | Buffer, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${service.url}/openwebui/process`, { method: "PUT", headers, body: bytes });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  it.each([
    ["a page", "text/html", "otter.html", "<title>Otters</title><p>They dive.</p>", "They dive."],
    ["Markdown sent as bytes", "application/octet-stream", "otter%20notes.md", "# Otters\n\nThey dive.", "They dive."],
    ["JSON", "application/json", "otter.json", '{"otters":"dive"}', "dive"],
    [
      "a text in another charset",
      "text/plain; charset=iso-8859-1",
      "otter.txt",
      Buffer.from("Fl\xfcsse", "latin1"),
      "Flüsse",
    ],
  ])("gets the text of %s", async (_, type, name, bytes, text) => {
    service = await replayed();
    const { status, body } = await put(bytes, { "content-type": type, "x-filename": name });
    expect(status).toBe(200);
    expect(body.page_content).toContain(text);
    expect(body.metadata.source).toBe(decodeURIComponent(name));
  });

  it("is told what has no text", async () => {
    service = await replayed();
    const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]);
    expect(await put(picture, { "content-type": "image/png", "x-filename": "otter.png" })).toEqual({
      status: 422,
      body: { detail: expect.stringContaining("cannot be read as text") },
    });
    expect((await put("<html><body></body></html>", { "content-type": "text/html" })).status).toBe(422);
    expect((await put("", { "content-type": "text/html" })).status).toBe(400);
  });
});

describe("Open WebUI's SearXNG", BY_THE_CLOCK, () => {
  it("gets results with a score", async () => {
    service = await replayed();
    const asked = new URLSearchParams({
      q: ASKED,
      format: "json",
      pageno: "1",
      safesearch: "1",
      language: "all",
      time_range: "",
      categories: "",
      theme: "simple",
      image_proxy: "0",
    });
    const headers = {
      accept: "text/html",
      "user-agent": "Open WebUI (https://github.com/open-webui/open-webui) RAG Bot",
    };
    const answer = await fetch(`${service.url}/search?${asked}`, { headers });
    const { results } = JSON.parse(await answer.text());
    expect(results.map(({ url }: { url: string }) => url)).toContain(FOUND);
    expect(results.every(({ score }: { score: number }) => score > 0)).toBe(true);
  });
});
