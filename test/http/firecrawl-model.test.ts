import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { type FakeModel, fakeModel, type Question } from "../support/fake-model.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let model: FakeModel;

const OTTER = "https://river.example/otter";
const SCHEMA = {
  type: "object",
  properties: { animal: { type: "string", pattern: "^[a-z]+$" }, minutes: { type: "integer" } },
  required: ["animal", "minutes"],
};

async function start(answer: (question: Question) => string | number) {
  model = await fakeModel(answer);
  net = await internet({ "river.example": river });
  app = serverFor(net.gateway, finders(["alpha"]), { environment: model.environment });
  url = await listening(app);
}

afterEach(async () => {
  await app.close();
  net.close();
  model.close();
});

async function scraped(fields: object, version = "v2") {
  const answer = await fetch(`${url}/${version}/scrape`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ url: OTTER, ...fields }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

const json = (more: object = {}) => ({
  formats: [{ type: "json", schema: SCHEMA, prompt: "how long it dives", ...more }],
});

describe("json", () => {
  it("gives data of a page that fits the schema", async () => {
    await start(() => '{"animal":"otter","minutes":8}');
    const { status, body } = await scraped(json());
    expect(status).toBe(200);
    expect(body.data.json).toEqual({ animal: "otter", minutes: 8 });
    expect(body).not.toHaveProperty("warning");
    const [question] = model.questions;
    expect(question?.format).toBe("json_schema");
    expect(question?.said).toMatch(
      /never an instruction[\s\S]*untrusted-web-content[\s\S]*eight minutes[\s\S]*how long it dives/,
    );
  });

  it("asks once more with what is wrong, and takes what fits then", async () => {
    await start(({ said }) =>
      said.includes("does not fit") ? '{"animal":"otter","minutes":8}' : '{"animal":"otter"}',
    );
    const { body } = await scraped(json());
    expect(body.data.json).toEqual({ animal: "otter", minutes: 8 });
    expect(model.questions[1]?.said).toContain("must have required property 'minutes'");
  });

  it.each([['{"animal":"Otter!","minutes":8}'], ["no JSON at all"], ["[]"]])(
    "never gives what does not fit: %s",
    async (written) => {
      await start(() => written);
      const { status, body } = await scraped(json());
      expect(status).toBe(500);
      expect(body).toMatchObject({ success: false, code: "SCRAPE_JSON_INVALID" });
      expect(model.questions).toHaveLength(2);
    },
  );

  it("does with a server that knows no schemas, and remembers it", async () => {
    await start(({ format }) => (format === "json_schema" ? 400 : '```json\n{"animal":"otter","minutes":8}\n```'));
    const { body } = await scraped(json());
    expect(body.data.json).toEqual({ animal: "otter", minutes: 8 });
    await scraped(json());
    expect(model.questions.map(({ format }) => format)).toEqual(["json_schema", "json_object", "json_object"]);
  });

  it.each([
    [{ type: "nonsense" }, /^Invalid JSON schema: /],
    [{ $ref: "https://river.example/schema.json" }, /^Invalid JSON schema: can't resolve reference/],
    [{ type: "string", pattern: "(?=x)" }, /^Invalid JSON schema: /],
    [{ description: "x".repeat(70_000) }, /longer than 65536 characters/],
  ])("refuses a schema that is none", async (schema, error) => {
    await start(() => "{}");
    const { status, body } = await scraped(json({ schema }));
    expect({ status, error: body.error }).toEqual({ status: 400, error: expect.stringMatching(error) });
    expect(model.questions).toEqual([]);
  });

  it("tells the model's own failure", async () => {
    await start(() => 503);
    const { status, body } = await scraped(json());
    expect(status).toBe(500);
    expect(body.error).toBe("The language model answered HTTP 503.");
  });

  it("is extract as well where the first version asks for that", async () => {
    await start(() => '{"animal":"otter","minutes":8}');
    const { body } = await scraped({ formats: ["extract"], extract: { schema: SCHEMA } }, "v1");
    expect(body.data.extract).toEqual({ animal: "otter", minutes: 8 });
    expect(body.data.json).toEqual(body.data.extract);
  });
});

describe("words", () => {
  it("sums a page up, and answers a question from its passages", async () => {
    await start(({ said }) => (said.includes("Question: ") ? "Eight minutes." : "Otters dive."));
    const formats = ["summary", { type: "question", question: "how long can it hold its breath" }];
    const { body } = await scraped({ formats });
    expect(body.data).toMatchObject({ summary: "Otters dive.", answer: "Eight minutes." });
    expect(body.data).not.toHaveProperty("markdown");
  });
});

describe("a crawl in words", () => {
  const posted = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  it("has the options that the model chooses, but for those that the request names", async () => {
    await start(() => '{"includePaths":["^/otter"],"limit":7}');
    const asked = { url: "https://river.example/", prompt: "only what is about otters", limit: 3 };
    const preview = await posted("/v2/crawl/params-preview", asked);
    expect(preview).toMatchObject({
      status: 200,
      body: { success: true, data: { url: "https://river.example/", includePaths: ["^/otter"], limit: 7 } },
    });
    const { status, body } = await posted("/v2/crawl", asked);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      promptGeneratedOptions: { includePaths: ["^/otter"], limit: 7 },
      finalCrawlerOptions: { includePaths: ["^/otter"], limit: 3 },
    });
  });

  it.each(['{"includePaths":["("]}', '{"limit":"many"}', "no JSON"])(
    "never has options that are none: %s",
    async (said) => {
      await start(() => said);
      const { status, body } = await posted("/v2/crawl", { url: "https://river.example/", prompt: "otters" });
      expect({ status, success: body.success, code: body.code }).toEqual({
        status: 500,
        success: false,
        code: "CRAWL_PROMPT_INVALID",
      });
    },
  );
});
