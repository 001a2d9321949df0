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

const URLS = ["https://river.example/otter", "https://river.example/otter/food"];

describe("GET /map", () => {
  it("answers with the site's addresses, and fetches no page", async () => {
    const answer = await get("/map?q=https://river.example/");
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      urls: URLS,
      total: 2,
      failed_results: [],
      response_time: expect.stringMatching(/^\d+\.\d\d$/),
    });
    expect(web.net.asked).not.toContain("https://river.example/otter");
  });

  it("takes the map's options", async () => {
    expect((await get("/map?q=river.example&select_paths=food$")).json()).toMatchObject({ urls: [URLS[1]], total: 1 });
    expect((await get("/map?q=river.example&limit=1")).json()).toMatchObject({ urls: [URLS[0]], stopped: "limit" });
    expect((await get("/map?q=lake.example")).json().urls).toEqual(["https://lake.example/"]);
  });

  it("answers CSV, XML and events", async () => {
    expect((await get("/map?q=river.example&format=csv")).body).toBe(`value\n${URLS.join("\n")}\n`);
    expect((await get("/map?q=river.example&format=xml")).body).toContain(
      `<response><urls>${URLS.map((address) => `<item>${address}</item>`).join("")}</urls><total>2</total>`,
    );
    const { body } = await get("/map?q=river.example", "text/event-stream");
    expect([...body.matchAll(/^event: (.*)$/gm)].map((found) => found[1])).toEqual(["page", "page", "done"]);
  });

  it("refuses what cannot be mapped", async () => {
    expect((await get("/map?q=http://10.1.2.3/")).statusCode).toBe(403);
    expect((await get("/map")).json()).toMatchObject({ success: false, code: "bad-query" });
    expect((await get("/map?q=river.example&timeout=x")).statusCode).toBe(400);
  });

  it("lets go of the site when the client hangs up", async () => {
    const { request } = asking(`${web.url}/map?q=mute.example`);
    await until(() => web.unanswered() > 0, "a question upstream");
    request.destroy();
    await until(() => web.unanswered() === 0, "nothing under way upstream");
  });
});
