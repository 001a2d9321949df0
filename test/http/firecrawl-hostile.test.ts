import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { type FakeModel, fakeModel } from "../support/fake-model.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let model: FakeModel;
let dataDir: string;

beforeAll(async () => {
  model = await fakeModel(() => "{}");
  net = await internet({ "river.example": river });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-hostile-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...model.environment } });
  url = await listening(app);
});

afterAll(async () => {
  await app.close();
  net.close();
  model.close();
  rmSync(dataDir, { recursive: true });
});

async function asked(method: string, path: string, text?: string, type = "application/json") {
  const answer = await fetch(`${url}${path}`, {
    method,
    ...(text !== undefined && { body: text, headers: { "content-type": type } }),
  });
  const said = await answer.text();
  return { status: answer.status, body: JSON.parse(said) };
}

/** The shape of every failure, and a sentence that holds nothing of ours. */
function expectRefusal({ status, body }: Awaited<ReturnType<typeof asked>>, statuses = [400]) {
  expect({ status, body }).toMatchObject({ body: { success: false, error: expect.stringMatching(/.{5}/) } });
  expect(statuses).toContain(status);
  expect(body.error).not.toMatch(/\bat \S+:\d+:\d+|node_modules|Something went wrong/);
  expect(body.error.length).toBeLessThan(1_000);
}

const POSTED = [
  "/v1/scrape",
  "/v2/scrape",
  "/v1/map",
  "/v2/map",
  "/v1/search",
  "/v2/search",
  "/v1/crawl",
  "/v2/crawl",
  "/v2/crawl/params-preview",
  "/v1/batch/scrape",
  "/v2/batch/scrape",
  "/v1/extract",
  "/v2/extract",
  "/v2/monitor",
];

describe.each(POSTED)("POST %s", (path) => {
  it.each(["", "null", "7", '"text"', "[]", "{}", "{nonsense", '{"__proto__":{"url":"https://river.example/"}}'])(
    "refuses the body %s",
    async (text) => expectRefusal(await asked("POST", path, text)),
  );

  it("refuses fields of wrong types", async () => {
    const wrong = { url: 7, urls: { length: 1 }, query: [], prompt: {}, name: [], schedule: 1, targets: "all" };
    expectRefusal(await asked("POST", path, JSON.stringify(wrong)));
  });

  it("refuses what is too long, and what is too deep", async () => {
    const long = "x".repeat(200_000);
    const huge = { url: `https://${long}`, urls: [`https://${long}`], query: long, prompt: long, name: long };
    expectRefusal(await asked("POST", path, JSON.stringify(huge)), [400, 413]);
    const deep = `{"url":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    expectRefusal(await asked("POST", path, deep));
  });

  it("refuses other types of bodies", async () => {
    for (const type of ["text/plain", "application/xml", "application/x-www-form-urlencoded"])
      expectRefusal(await asked("POST", path, "url=https://river.example/", type), [400, 415]);
  });
});

const NAMED: readonly (readonly [method: string, path: string])[] = [
  ["GET", "/v1/crawl/ID"],
  ["GET", "/v2/crawl/ID"],
  ["DELETE", "/v1/crawl/ID"],
  ["DELETE", "/v2/crawl/ID"],
  ["GET", "/v2/crawl/ID/errors"],
  ["DELETE", "/v1/crawl/ID/errors"],
  ["GET", "/v1/batch/scrape/ID"],
  ["GET", "/v2/batch/scrape/ID"],
  ["DELETE", "/v2/batch/scrape/ID"],
  ["GET", "/v2/batch/scrape/ID/errors"],
  ["GET", "/v1/extract/ID"],
  ["GET", "/v2/extract/ID"],
  ["DELETE", "/v2/extract/ID"],
  ["GET", "/v2/scrape/ID"],
  ["GET", "/v2/monitor/ID"],
  ["DELETE", "/v2/monitor/ID"],
  ["POST", "/v2/monitor/ID/run"],
  ["GET", "/v2/monitor/ID/checks"],
  ["GET", "/v2/monitor/ID/checks/ID"],
];

it.each(NAMED)("%s %s knows no id that is none", async (method, path) => {
  for (const id of ["nonsense", "__proto__", "..%2f..%2fetc", "%27%20OR%201=1", "%00", "x".repeat(400)])
    expectRefusal(await asked(method, path.replaceAll("ID", id)), [400, 404]);
});

it.each(["skip=-1", "limit=0", "limit=1001", "limit=many", "skip=1e9999"])(
  "pages by numbers alone: %s",
  async (query) => {
    const { body } = await asked("POST", "/v2/batch/scrape", '{"urls":["https://river.example/otter"]}');
    expectRefusal(await asked("GET", `/v2/batch/scrape/${body.id}?${query}`));
  },
);

it("shows no job of one kind as another", async () => {
  const { body } = await asked("POST", "/v2/extract", '{"urls":["https://river.example/otter"]}');
  expectRefusal(await asked("GET", `/v2/crawl/${body.id}`), [404]);
  expectRefusal(await asked("GET", `/v2/monitor/${body.id}`), [404]);
  const crawl = await asked("POST", "/v2/crawl", '{"url":"https://river.example/otter","limit":1}');
  expectRefusal(await asked("GET", `/v2/extract/${crawl.body.id}`), [404]);
});

it("keeps what is asked of inside from outside", async () => {
  for (const path of ["/v2/extract/answer", "/v2/monitor/check"])
    expectRefusal(await asked("POST", path, '{"urls":[],"targets":[],"monitor":"1"}'), [404]);
});
