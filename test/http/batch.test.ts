import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet, listening, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let mute = 0;

beforeAll(async () => {
  net = await internet({
    "alpha.example": finds(rows.otter, rows.food),
    "paper.example": finds(rows.gone),
    "shut.example": (_url, response) => response.writeHead(403).end(),
    "mute.example": (_url, response) => {
      mute += 1;
      response.on("close", () => {
        mute -= 1;
      });
    },
  });
  app = serverFor(net.gateway, finders(["alpha", "shut", "mute"], ["paper"]));
  url = await listening(app);
});
afterAll(async () => {
  await app.close();
  net.close();
});

const ask = (payload: unknown, path = "/batch", headers = {}) =>
  app.inject({
    method: "POST",
    url: path,
    payload: JSON.stringify(payload),
    headers: { "content-type": "application/json", ...headers },
  });

const BATCH = [
  { parser: "news/paper", query: "otter" },
  { parser: "shut", query: "otter" },
  { parser: "alpha", query: "otter", options: { region: "fr" }, pagecount: 1 },
  { parser: "nobody", query: "otter" },
];

describe("POST /batch", () => {
  it("answers each in its place; one that fails harms no other", async () => {
    const answer = await ask(BATCH);
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      success: true,
      results: [
        {
          parser: "news/paper",
          query: "otter",
          success: true,
          items: [{ ...rows.gone, source: "paper" }],
          time_ms: expect.any(Number),
        },
        expect.objectContaining({
          parser: "shut",
          success: false,
          items: [],
          code: "blocked",
          error: expect.any(String),
        }),
        expect.objectContaining({
          parser: "alpha",
          success: true,
          items: [rows.otter, rows.food].map((row) => ({ ...row, source: "alpha" })),
        }),
        expect.objectContaining({ parser: "nobody", success: false, code: "unknown-source" }),
      ],
      time_ms: expect.any(Number),
    });
    expect(net.asked.find((asked) => asked.includes("alpha.example"))).toContain("region=FR");
  });

  it("answers CSV, XML, server-sent events and NDJSON", async () => {
    const csv = (await ask(BATCH, "/batch?format=csv")).body.trimEnd().split("\n");
    expect(csv).toHaveLength(5);
    expect(csv[0]).toBe("parser,query,success,items,time_ms,error,code,warnings");
    expect(csv[1]).toMatch(/^news\/paper,otter,true,/);
    expect((await ask(BATCH, "/batch?format=xml")).body).toContain("<results><item><parser>news/paper</parser>");
    const { body } = await ask(BATCH, "/batch", { accept: "text/event-stream" });
    expect([...body.matchAll(/^event: (.*)$/gm)].map((found) => found[1])).toEqual([
      ...BATCH.map(() => "section"),
      "done",
    ]);
    const lines = (await ask(BATCH, "/batch", { accept: "application/x-ndjson" })).body.trimEnd().split("\n");
    const sections = lines.slice(0, -1).map((line) => JSON.parse(line).data.name);
    expect(sections.toSorted()).toEqual(["results.0", "results.1", "results.2", "results.3"]);
  });

  it.each([
    [{}, "The batch must be a list of { parser, query }."],
    [null, "The batch must be a list of { parser, query }."],
    [[], "The batch is empty: name at least one parser."],
    [[BATCH[0], { parser: "alpha" }], "Item 2 query must be the parser's query, as text."],
    [[null], "Item 1 must be a JSON object."],
    [[{ ...BATCH[0], options: { a: null } }], "Item 1 options a must be a text, a number, true or false."],
    [Array.from({ length: 101 }, () => BATCH[0]), "The batch has more than 100 items."],
  ])("refuses %j", async (body, error) => {
    const answer = await ask(body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ success: false, code: "bad-query", error });
  });

  it("names the fields that nobody reads", async () => {
    const answer = (await ask([BATCH[0], { parser: "paper", query: "otter", pages: 2 }])).json();
    expect(answer.warnings).toEqual(["Item 2: pages is unknown and was ignored."]);
  });

  it("refuses what is no JSON, and a format that is none", async () => {
    const broken = await app.inject({
      method: "POST",
      url: "/batch",
      payload: "[",
      headers: { "content-type": "application/json" },
    });
    expect(broken.statusCode).toBe(400);
    expect(broken.json()).toMatchObject({ success: false, code: "bad-query" });
    expect((await ask(BATCH, "/batch?format=yaml")).statusCode).toBe(400);
  });

  it("lets go of the parsers when the client hangs up", async () => {
    const gone = new AbortController();
    const asked = fetch(`${url}/batch`, {
      method: "POST",
      signal: gone.signal,
      headers: { "content-type": "application/json" },
      body: JSON.stringify([{ parser: "mute", query: "otter" }]),
    });
    asked.catch(() => undefined);
    await until(() => mute === 1, "a question upstream");
    gone.abort();
    await until(() => mute === 0, "nothing under way upstream");
    await expect(asked).rejects.toThrow();
  });
});
