import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { asking, categoriesOf, type Internet, internet, listening, listing, serverFor } from "./support.ts";

const PAGE = `<!doctype html><html lang="en"><head><title>The otter</title></head><body><article><h1>The otter</h1>
<p>${"Otters swim in rivers and hold hands while they sleep. ".repeat(12)}
<a href="/more">More about otters</a>.</p><img src="/otter.jpg" width="640" height="480"></article></body></html>`;

const STATE = `<!doctype html><title>The otter</title><body><div id="app"></div><script>window.__INITIAL_STATE__=${JSON.stringify(
  { page: { text: "Otters swim in rivers and hold hands while they sleep. ".repeat(20) } },
)}</script><script src="/app.js"></script></body>`;

let net: Internet;
let app: App;

beforeAll(async () => {
  net = await internet({
    "pages.example": (asked, response) => {
      if (asked.pathname === "/state") response.writeHead(200, { "content-type": "text/html" }).end(STATE);
      else if (asked.pathname === "/gone") response.writeHead(404).end("Not here");
      else if (asked.pathname === "/inside")
        response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
      else response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
    },
  });
  app = serverFor(net.gateway, categoriesOf([listing("alpha")]));
  await app.ready();
});
afterAll(async () => {
  await app.close();
  net.close();
});

const get = (query: string, accept?: string) =>
  app.inject({ url: `/extract?q=${query}`, headers: accept ? { accept } : {} });

describe("/extract", () => {
  it("answers with the page's content", async () => {
    const answer = await get("pages.example/otter");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      results: [
        {
          url: "https://pages.example/otter",
          title: "The otter",
          raw_content: expect.stringContaining("Otters swim in rivers"),
          images: [],
          favicon: "https://pages.example/favicon.ico",
          language: "en",
          rendered: false,
        },
      ],
      failed_results: [],
      response_time: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });

  it("gives images and leaves the content out as asked", async () => {
    const { results } = (await get("pages.example/&include_images=true&include_raw_content=0")).json();
    expect(results[0].images).toEqual([{ url: "https://pages.example/otter.jpg", width: 640, height: 480 }]);
    expect(results[0]).not.toHaveProperty("raw_content");
  });

  it("tells all blocks of a page as asked, and why some are not in its text", async () => {
    const { results } = (await get("pages.example/otter&include_blocks=true&include_raw_content=false")).json();
    expect(results[0]).not.toHaveProperty("raw_content");
    expect(results[0].blocks).toEqual([
      { text: "The otter", kept: false, why: "title", chance: expect.any(Number) },
      { text: expect.stringContaining("Otters swim in rivers"), kept: true },
    ]);
    expect((await get("pages.example/otter")).json().results[0]).not.toHaveProperty("blocks");
  });

  it("says where the text was read that a page carries as data", async () => {
    const { results } = (await get("pages.example/state")).json();
    expect(results).toMatchObject([{ strategy: "state", raw_content: expect.stringContaining("Otters swim") }]);
  });

  it("writes Markdown as asked", async () => {
    expect((await get("pages.example/&content_format=markdown")).json().results[0].raw_content).toContain(
      "[More about otters](https://pages.example/more)",
    );
  });

  it("answers CSV and XML of its results", async () => {
    const csv = (await get("pages.example/&format=csv&include_raw_content=false")).body;
    expect(csv).toBe(
      "url,final_url,title,raw_content,images,favicon,byline,published_date,language,site_name,description,strategy,rendered,render_ms,render_reason,warnings,blocks\n" +
        "https://pages.example/,,The otter,,,https://pages.example/favicon.ico,,,en,,,,false,,,,\n",
    );
    const xml = (await get("pages.example/&format=xml")).body;
    expect(xml).toContain("<response><results><item><url>https://pages.example/</url><title>The otter</title>");
    expect(xml).toContain("<failed_results></failed_results><response_time>");
  });

  it("streams the page, then the answer", async () => {
    const { body } = await get("pages.example/", "text/event-stream");
    expect([...body.matchAll(/^event: (.*)$/gm)].map((found) => found[1])).toEqual(["page", "done"]);
  });

  it("reports a page that is not there", async () => {
    const answer = await get("https://pages.example/gone");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({
      results: [],
      failed_results: [{ url: "https://pages.example/gone", error: expect.stringContaining("404"), code: "not-found" }],
    });
  });

  it("answers no empty table where the page could not be read", async () => {
    for (const [format, type] of [
      ["csv", "text/csv"],
      ["xml", "application/xml"],
    ]) {
      const answer = await get(`https://pages.example/gone&format=${format}`);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, `${type}; charset=utf-8`]);
      expect(answer.body).toMatch(/HTTP 404.*not-found/s);
    }
  });

  it.each([
    ["http://127.0.0.1/", 403, "forbidden-target"],
    ["http://[::ffff:169.254.169.254]/", 403, "forbidden-target"],
    ["http://localhost:8080/", 403, "forbidden-target"],
    ["ftp://pages.example/", 403, "forbidden-target"],
    ["https://pages.example/inside", 403, "forbidden-target"],
    ["not%20a%20url", 400, "bad-query"],
    ["http://", 400, "bad-query"],
    ["", 400, "bad-query"],
    ["pages.example&include_images=yes", 400, "bad-query"],
    ["pages.example&content_format=html", 400, "bad-query"],
  ])("refuses %s: %i %s, as a stream too", async (q, status, code) => {
    const answer = await get(q);
    expect({ status: answer.statusCode, ...answer.json() }).toMatchObject({ status, success: false, code });
    expect((await get(`${q}&format=xml`)).body).toContain(`<code>${code}</code>`);
    const stream = await get(q, "text/event-stream");
    expect(stream.body).toContain(`"code":"${code}"`);
  });

  it("lets go of the page when the client hangs up", async () => {
    const mute = await internet({ "mute.example": () => undefined });
    const server = serverFor(mute.gateway, categoriesOf([listing("alpha")]));
    const { request } = asking(`${await listening(server)}/extract?q=mute.example`);
    await until(() => mute.asked.length === 1, "a question upstream");
    expect(mute.sockets.size).toBe(1);
    request.destroy();
    await until(() => mute.sockets.size === 0, "no socket upstream");
    await server.close();
    mute.close();
  });
});
