import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { type FakeModel, fakeModel, type Question } from "../support/fake-model.ts";
import { until } from "../support/until.ts";
import { finders, finds, river, rows } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let model: FakeModel | undefined;

interface Told {
  readonly type: string;
  readonly id: string;
  readonly success: boolean;
  readonly data: readonly unknown[];
  readonly error?: string;
}
const hook: Told[] = [];

const receiver: Site = (_url, response, request) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => {
    hook.push(JSON.parse(text));
    response.writeHead(200).end();
  });
};

const OTTER = "https://river.example/otter";
const FOOD = "https://river.example/otter/food";
const SCHEMA = {
  type: "object",
  properties: { animal: { type: "string" }, food: { type: "array", items: { type: "string" } } },
  required: ["animal", "food"],
};
const MERGED = '{"animal":"otter","food":["eels","crabs"]}';

/** One page says the animal, another the food; asked to merge, it does. */
const said = ({ said: all }: Question): string => {
  if (all.includes("Merge them")) return MERGED;
  return all.includes("eels") ? '{"food":["eels","crabs"]}' : '{"animal":"otter"}';
};

async function start(
  answer: ((question: Question) => string | number) | undefined = said,
  environment: Readonly<Record<string, string>> = {},
) {
  model = await fakeModel(answer);
  hook.length = 0;
  net = await internet({
    "river.example": river,
    "alpha.example": finds(rows.otter, rows.food),
    "hook.example": receiver,
  });
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { ...model.environment, ...environment } });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  model?.close();
  model = undefined;
});

async function asked(method: string, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body && { "content-type": "application/json" }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

async function extracted(fields: object, version = "v2") {
  const { status, body } = await asked("POST", `/${version}/extract`, fields);
  expect({ status, success: body.success }).toEqual({ status: 200, success: true });
  await (await fetch(`${url}/tasks/${body.id}/events`, { headers: { accept: "application/x-ndjson" } })).text();
  return { ordered: body, done: (await asked("GET", `/${version}/extract/${body.id}`)).body };
}

describe("/extract", () => {
  it("takes data out of several pages, merged and checked, with the pages that say each field", async () => {
    await start();
    const { done } = await extracted({ urls: [OTTER, FOOD], schema: SCHEMA, prompt: "the animal", showSources: true });
    expect(done).toEqual({
      success: true,
      status: "completed",
      data: JSON.parse(MERGED),
      sources: { animal: [OTTER], food: [FOOD] },
      expiresAt: expect.stringMatching(/Z$/),
      creditsUsed: 2,
    });
  });

  it("asks the model once for one page, in both versions", async () => {
    await start(() => MERGED);
    const { done } = await extracted({ urls: ["river.example/otter"], schema: SCHEMA }, "v1");
    expect(done).toMatchObject({ status: "completed", data: JSON.parse(MERGED), creditsUsed: 1 });
    expect(done).not.toHaveProperty("sources");
    expect(model?.questions).toHaveLength(1);
  });

  it("reads a site's pages, and pages that are found", async () => {
    await start();
    expect((await extracted({ urls: ["https://river.example/*"], schema: SCHEMA, prompt: "food" })).done).toMatchObject(
      {
        data: JSON.parse(MERGED),
        creditsUsed: 2,
      },
    );
    expect((await extracted({ prompt: "what do otters eat", schema: SCHEMA })).done).toMatchObject({
      data: JSON.parse(MERGED),
      creditsUsed: 2,
    });
  });

  it("leaves a page out that fails, and says so; fails where all do, or nothing fits", async () => {
    await start();
    const none = "https://none.example/";
    const { done, ordered } = await extracted({ urls: [OTTER, FOOD, none, "http://"], schema: SCHEMA, agent: {} });
    expect(done).toMatchObject({ status: "completed", data: JSON.parse(MERGED) });
    expect(done.warning).toMatch(
      /“http:\/\/” is no address.*agent is not offered.*https:\/\/none\.example\/ was left out/,
    );
    expect(ordered.warning).toMatch(/agent is not offered/);
    const failed = (await extracted({ urls: [none], schema: SCHEMA })).done;
    expect(failed).toMatchObject({ success: false, status: "failed", error: expect.any(String) });
    expect(failed).not.toHaveProperty("data");
    const unfit = (await extracted({ urls: [OTTER], schema: SCHEMA })).done;
    expect(unfit).toMatchObject({ status: "failed", error: expect.stringMatching(/does not fit the schema/) });
  });

  it("tells a webhook of its start, and of its end with the data or why there are none", async () => {
    await start();
    const webhook = "https://hook.example/in";
    const { ordered } = await extracted({ urls: [OTTER, FOOD], schema: SCHEMA, webhook });
    const told = (id: string) => hook.filter((one) => one.id === id).map(({ id: _, ...one }) => one);
    await until(() => told(ordered.id).length === 2, "the start and the end are told");
    expect(told(ordered.id)).toMatchObject([
      { type: "extract.started", success: true, data: [] },
      { type: "extract.completed", success: true, data: [{ data: JSON.parse(MERGED) }] },
    ]);
    const { ordered: failing } = await extracted({ urls: [OTTER], schema: SCHEMA, webhook });
    await until(() => told(failing.id).length === 2, "the start and the failure are told");
    expect(told(failing.id)[1]).toMatchObject({
      type: "extract.failed",
      success: false,
      data: [],
      error: expect.stringMatching(/does not fit the schema/),
    });
  });

  it("is cancelled, and is nobody else's", async () => {
    await start(said, { API_KEYS: "one-key-of-many,another-key-too" });
    const one = { authorization: "Bearer one-key-of-many" };
    const other = { authorization: "Bearer another-key-too" };
    const { body } = await asked("POST", "/v2/extract", { urls: [OTTER], schema: SCHEMA }, one);
    for (const method of ["GET", "DELETE"])
      expect(await asked(method, `/v2/extract/${body.id}`, undefined, other)).toMatchObject({
        status: 404,
        body: { success: false, error: "Job not found" },
      });
    expect(await asked("GET", `/v2/crawl/${body.id}`, undefined, one)).toMatchObject({ status: 404 });
    expect(await asked("GET", "/v2/extract/nonsense", undefined, one)).toMatchObject({ status: 404 });
    expect((await asked("GET", `/v2/extract/${body.id}`, undefined, one)).status).toBe(200);
  });

  it.each([
    [{}, 400, /^urls: is missing/],
    [{ urls: "text" }, 400, /^urls: must be a list of addresses/],
    [{ urls: Array.from({ length: 11 }, () => OTTER) }, 400, /^urls: must be at most 10 addresses/],
    [{ urls: ["http://"] }, 400, /^urls: “http:\/\/” is not a URL/],
    [{ urls: [OTTER, "http://"], ignoreInvalidURLs: false }, 400, /^urls: “http:\/\/” is not a URL/],
    [{ urls: [OTTER], schema: [] }, 400, /^schema: must be a JSON schema/],
    [{ urls: [OTTER], schema: { type: "nonsense" } }, 400, /^Invalid JSON schema: /],
    [{ urls: [OTTER], prompt: "x".repeat(10_001) }, 400, /^prompt: must be at most/],
    [{ urls: [OTTER], webhook: "http://127.0.0.1/" }, 400, /^webhook: 127\.0\.0\.1 may not be reached/],
    [{ urls: [OTTER], scrapeOptions: { formats: ["smoke"] } }, 400, /^formats\.0\.type: “smoke”/],
  ])("refuses what is wrong: %j", async (fields, expected, error) => {
    await start();
    for (const version of ["v1", "v2"]) {
      const { status, body } = await asked("POST", `/${version}/extract`, fields);
      expect({ status, success: body.success, error: body.error }).toEqual({
        status: expected,
        success: false,
        error: expect.stringMatching(error),
      });
    }
    expect(model?.questions).toEqual([]);
  });

  it("is not offered without a language model, and its inside is not outside", async () => {
    await start(said, { LLM_BASE_URL: "", LLM_MODEL: "" });
    expect(await asked("POST", "/v2/extract", { urls: [OTTER] })).toMatchObject({
      status: 501,
      body: { success: false, code: "NOT_SUPPORTED", error: expect.stringMatching(/set LLM_BASE_URL and LLM_MODEL/) },
    });
    expect(await asked("POST", "/v2/extract/answer", {})).toMatchObject({ status: 404, body: { success: false } });
  });
});

describe("/parse", () => {
  async function parsed(file: Blob | undefined, options?: unknown, name = "page.html") {
    const form = new FormData();
    if (options !== undefined) form.append("options", typeof options === "string" ? options : JSON.stringify(options));
    if (file) form.append("file", file, name);
    const answer = await fetch(`${url}/v2/parse`, { method: "POST", body: form });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  }
  const page =
    '<title>A file</title><main><p>This file says enough to be read, and <a href="/a">leads</a> nowhere.</p></main>';

  it("reads a file in the formats that are wanted", async () => {
    await start();
    const { status, body } = await parsed(new Blob([page], { type: "text/html" }), { formats: ["markdown", "links"] });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      data: {
        markdown: expect.stringContaining("This file says enough"),
        links: [],
        metadata: { title: "A file", sourceURL: "page.html", statusCode: 200 },
      },
    });
    expect(JSON.stringify(body)).not.toContain('upload.invalid"');
    const text = await parsed(new Blob(["# Notes\n\nA text of a file that has a name alone."]), undefined, "notes.md");
    expect(text.body.data.markdown).toContain("A text of a file");
  });

  it.each([
    ["no file", () => parsed(undefined), 400, /^file: is missing/],
    ["an empty file", () => parsed(new Blob([])), 400, /^file: must not be empty/],
    ["options that are no JSON", () => parsed(new Blob([page]), "{"), 400, /^options: must be JSON/],
    ["options that are wrong", () => parsed(new Blob([page]), { formats: ["smoke"] }), 400, /^formats\.0/],
    ["a file of no known kind", () => parsed(new Blob([Buffer.from([0, 1, 2, 3, 255])]), {}, "x.bin"), 500, /./],
    ["no form", () => asked("POST", "/v2/parse", { file: 1 }), 400, /^The body must be a form/],
  ])("refuses %s", async (_name, ask, expected, error) => {
    await start();
    const { status, body } = await ask();
    expect({ status, success: body.success, error: body.error }).toEqual({
      status: expected,
      success: false,
      error: expect.stringMatching(error),
    });
  });

  it("refuses a form that is broken, and one that is too large", async () => {
    await start(said, { MAX_BODY_BYTES: "2000" });
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    const broken = await fetch(`${url}/v2/parse`, { method: "POST", headers, body: "--x\r\nnonsense" });
    expect([broken.status, JSON.parse(await broken.text()).success]).toEqual([400, false]);
    const large = await parsed(new Blob(["a".repeat(5_000)]));
    expect([large.status, large.body.success]).toEqual([413, false]);
  });
});
