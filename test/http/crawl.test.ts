import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type SmallWeb, smallWeb } from "./small-web.ts";
import { asking } from "./support.ts";

let web: SmallWeb;

beforeAll(async () => {
  web = await smallWeb();
});
afterAll(() => web.close());

const get = (path: string, accept?: string) => web.app.inject({ url: path, headers: accept ? { accept } : {} });
const eventsIn = (body: string): readonly string[] =>
  [...body.matchAll(/^event: (.*)$/gm)].map((found) => found[1] ?? "");

const OTTER = "https://river.example/otter";
const FOOD = "https://river.example/otter/food";

describe.each(["/crawl", "/crawl/v1"])("GET %s", (path) => {
  it("answers with the site's pages", async () => {
    const answer = await get(`${path}?q=river.example/otter`);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      base_url: "river.example",
      results: [
        {
          url: OTTER,
          title: "The otter",
          raw_content: expect.stringContaining("read what otters eat"),
          favicon: "https://river.example/favicon.ico",
          rendered: false,
          depth: 0,
          bytes: expect.any(Number),
        },
        expect.objectContaining({ url: FOOD, title: "What otters eat", depth: 1 }),
      ],
      failed_results: [],
      duplicates: [],
      pages: 2,
      bytes: expect.any(Number),
      disallowed: 0,
      unvisited: 0,
      response_time: expect.stringMatching(/^\d+\.\d\d$/),
    });
  });

  it("refuses what cannot be crawled", async () => {
    expect((await get(`${path}?q=http://127.0.0.1/`)).statusCode).toBe(403);
    expect((await get(path)).json()).toMatchObject({ success: false, code: "bad-query" });
    expect((await get(`${path}?q=river.example&limit=0`)).json().error).toBe(
      "limit: must be a whole number from 1 to 20000.",
    );
    expect((await get(`${path}?q=river.example&select_paths=(`)).statusCode).toBe(400);
  });
});

describe("GET /crawl", () => {
  it("takes the crawl's options", async () => {
    const first = await get(`/crawl?q=${OTTER}&max_depth=0&content_format=markdown&include_images=true`);
    const [page, ...more] = first.json().results;
    expect(more).toEqual([]);
    expect(page.raw_content).toContain("[what otters eat](https://river.example/otter/food)");
    expect(page.images).toEqual([{ url: "https://river.example/otter.jpg", alt: "An otter", width: 640, height: 480 }]);
    const limited = (await get(`/crawl?q=${OTTER}&limit=1`)).json();
    expect(limited).toMatchObject({ pages: 1, unvisited: 1, stopped: "limit" });
    const wide = (await get(`/crawl?q=${OTTER}&allow_external=true&exclude_paths=food&exclude_paths=nothing`)).json();
    expect(wide.results.map((result: { url: string }) => result.url)).toEqual([OTTER, "https://lake.example/"]);
    expect((await get(`/crawl?q=${OTTER}&depth=3`)).json().warnings).toEqual([
      expect.stringMatching(/^The parameter “depth” is unknown/),
    ]);
  });

  it("says which page failed", async () => {
    const answer = (await get("/crawl?q=river.example/gone")).json();
    expect(answer.results).toEqual([]);
    expect(answer.failed_results).toEqual([
      { url: "https://river.example/gone", error: expect.any(String), code: "not-found" },
    ]);
  });

  it("fits pages into max_tokens", async () => {
    const { truncated, results } = (await get(`/crawl?q=${OTTER}&max_tokens=300`)).json();
    expect(truncated).toMatchObject({ max_tokens: 300, cut: expect.any(Array) });
    expect(truncated.tokens).toBeLessThanOrEqual(300);
    expect(results[0].url).toBe(OTTER);
    expect((await get("/crawl?q=river.example&max_tokens=5")).statusCode).toBe(400);
  });

  it("answers CSV, XML, server-sent events and NDJSON", async () => {
    const csv = (await get(`/crawl?q=${OTTER}&format=csv`)).body.split("\n");
    expect(csv[0]).toBe("url,title,raw_content,favicon,images,rendered,render_ms,render_reason,warnings,depth,bytes");
    expect(csv[1]).toMatch(/^https:\/\/river\.example\/otter,The otter,/);
    const xml = (await get(`/crawl?q=${OTTER}&format=xml`)).body;
    expect(xml).toContain(
      "<response><base_url>river.example</base_url><results><item><url>https://river.example/otter</url>",
    );
    expect(eventsIn((await get(`/crawl?q=${OTTER}`, "text/event-stream")).body)).toEqual(["page", "page", "done"]);
    const lines = (await get(`/crawl?q=${OTTER}`, "application/x-ndjson")).body.trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).event)).toEqual(["page", "page", "done"]);
  });

  it("answers no empty table where no page could be read", async () => {
    for (const format of ["csv", "xml"]) {
      const answer = await get(`/crawl?q=river.example/nosuch&format=${format}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toContain("not-found");
    }
  });

  it("lets go of the site when the client hangs up", async () => {
    const { request } = asking(`${web.url}/crawl?q=mute.example`);
    await until(() => web.unanswered() > 0, "a question upstream");
    request.destroy();
    await until(() => web.unanswered() === 0, "nothing under way upstream");
  });
});
