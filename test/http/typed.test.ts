import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { type FakeModel, fakeModel, type Question } from "../support/fake-model.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let model: FakeModel | undefined;

const OTTER = "https://river.example/otter";
const SCHEMA = {
  type: "object",
  properties: { animal: { type: "string" }, minutes: { type: "string" } },
  required: ["animal"],
};

const NAMES: Readonly<Record<string, string>> = { "/": "home", "/a": "first", "/b": "second" };
const site: Site = ({ pathname }, response) => {
  const name = NAMES[pathname];
  if (!name) return void response.writeHead(404).end();
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<main><p>This is the ${name} page of the site, and it is about nothing else.</p>
      <p><a href="/a">a</a> <a href="/b">b</a></p></main>`);
};

async function start(answer?: (question: Question) => string | number) {
  model = answer && (await fakeModel(answer));
  net = await internet({ "river.example": river, "site.example": site });
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { ...model?.environment } });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  model?.close();
});

async function posted(path: string, body: object) {
  const answer = await fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ timeout: 60, ...body }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

describe("POST /extract", () => {
  it("gives data of a page, and the passages that it came from", async () => {
    await start(() => '{"animal":"otter","minutes":"eight minutes"}');
    const { status, body } = await posted("/extract", { urls: [OTTER], schema: SCHEMA, prompt: "how long it dives" });
    expect(status).toBe(200);
    const [page] = body.results;
    expect(page.data).toEqual({ animal: "otter", minutes: "eight minutes" });
    const passages: { text: string; paths: string[] }[] = page.passages;
    for (const { text } of passages) expect(page.raw_content).toContain(text);
    expect(passages.flatMap(({ paths }) => paths).toSorted()).toEqual(["/animal", "/minutes"]);
    expect(page).not.toHaveProperty("unverified");
    expect(model?.questions[0]?.said).toMatch(/untrusted-web-content[\s\S]*how long it dives/);
    expect(body).not.toHaveProperty("warnings");
  });

  it("names what the page does not say", async () => {
    await start(() => '{"animal":"unicorn"}');
    const { body } = await posted("/extract", { urls: [OTTER], prompt: "the animal" });
    expect(body.results[0]).toMatchObject({ data: { animal: "unicorn" }, passages: [], unverified: ["/animal"] });
  });

  it("tells a page whose data does not fit as failed, and the others all the same", async () => {
    await start(({ said }) => (said.includes("first page") ? "[]" : '{"animal":"none"}'));
    const urls = ["https://site.example/a", "https://site.example/b"];
    const { status, body } = await posted("/extract", { urls, schema: SCHEMA });
    expect(status).toBe(200);
    expect(body.results.map((page: { url: string }) => page.url)).toEqual(["https://site.example/b"]);
    expect(body.failed_results).toEqual([
      {
        url: "https://site.example/a",
        error: "The language model's data does not fit the schema: / must be object.",
        code: "changed",
      },
    ]);
  });

  it.each([
    [{ schema: "text" }, 400, "schema: must be a JSON schema, an object."],
    [{ schema: { type: "nonsense" } }, 400, /^Invalid JSON schema: /],
    [{ prompt: 7 }, 400, "prompt: must be a text."],
    [{ prompt: "x".repeat(10_001) }, 400, "prompt: must be at most 10000 characters."],
  ])("refuses what is wrong: %j", async (fields, expected, error) => {
    await start(() => "{}");
    const { status, body } = await posted("/extract", { urls: [OTTER], ...fields });
    expect(status).toBe(expected);
    expect(body.error).toEqual(typeof error === "string" ? error : expect.stringMatching(error));
    expect(model?.questions).toEqual([]);
    expect(net.asked).toEqual([]);
  });

  it("says that it takes a language model", async () => {
    await start();
    for (const path of ["/extract", "/crawl"]) {
      const { status, body } = await posted(path, { urls: [OTTER], url: OTTER, schema: SCHEMA });
      expect({ status, error: body.error, code: body.code }).toEqual({
        status: 424,
        error: "schema and prompt take a language model, and none is set: set LLM_BASE_URL and LLM_MODEL.",
        code: "missing-key",
      });
    }
    expect(net.asked).toEqual([]);
  });
});

it("POST /crawl gives each page its data", async () => {
  await start(({ said }) => JSON.stringify({ name: /This is the (\w+) page/.exec(said)?.[1] }));
  const { status, body } = await posted("/crawl", {
    url: "https://site.example/",
    schema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  });
  expect(status).toBe(200);
  const pages: { data: { name: string }; passages: { text: string }[] }[] = body.results;
  expect(pages.map(({ data }) => data.name).toSorted()).toEqual(["first", "home", "second"]);
  for (const { data, passages } of pages) expect(passages[0]?.text).toContain(`the ${data.name} page`);
  expect(body.failed_results).toEqual([]);
});
