import { lastValueFrom, of, toArray } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../src/events.ts";
import { choreIn } from "../../src/http/adapters/openai/chores.ts";
import { completionChunks } from "../../src/http/adapters/openai/completion.ts";
import type { App } from "../../src/http/app-context.ts";
import type { ResearchResponse } from "../../src/pipelines/research/index.ts";
import { finders, finds, rows } from "./small-web.ts";
import { type Internet, internet, serverFor } from "./support.ts";

const results = [{ title: "The otter", url: rows.otter.url, score: 0.9, source: "alpha" }];
const completing = { prompt: "otter", model: "m", includeUsage: false, warnings: [], id: "c1", created: 1 };

const chunksOf = async (...events: readonly StreamEvent<ResearchResponse>[]) => {
  const pieces = await lastValueFrom(
    of(...events).pipe(
      completionChunks(completing, () => results),
      toArray(),
    ),
  );
  return pieces.map((piece) => (piece.includes("[DONE]") ? "done" : JSON.parse(piece.replace(/^data: /, ""))));
};

const text = (written: string): StreamEvent<never> => ({ event: "answer", data: { text: written } });

const done = (answer: string): StreamEvent<ResearchResponse> => ({
  event: "done",
  data: {
    query: "otter",
    answer,
    answered: true,
    results,
    usage: { searches: 1, results_total: 1 },
    response_time: "0.1",
    sources: [],
  },
});

describe("the chunks of a completion", () => {
  it("begin with the sources, go on with the text, and end with both", async () => {
    const chunks = await chunksOf(text("It dives."), text("It dives. [1]"), done("It dives. [1]"));
    expect(chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? "")).toEqual(["", "It dives.", " [1]", "", ""]);
    expect(chunks[0]).toMatchObject({ object: "chat.completion.chunk", citations: [rows.otter.url] });
    expect(chunks[3]).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      search_results: [{ title: "The otter", url: rows.otter.url }],
      usage: { completion_tokens: expect.any(Number) },
    });
    expect(chunks.at(-1)).toBe("done");
  });

  it("give an answer that was begun anew after a blank line", async () => {
    const chunks = await chunksOf(text("Otters"), done("They dive."));
    expect(chunks.map((chunk) => chunk.choices?.[0]?.delta.content ?? "").join("")).toBe("Otters\n\nThey dive.");
  });
});

const OPEN_WEBUI = (what: string, example: string) =>
  `### Task:\n${what}\n### Output:\nJSON format: ${example}\n### Chat History:\n<chat_history>\nUSER: Where do otters live?\n</chat_history>`;

describe("chores of chat applications", () => {
  it.each([
    [
      OPEN_WEBUI("Generate a concise title.", '{ "title": "your concise title here" }'),
      '{"title":"Where do otters live?"}',
    ],
    [OPEN_WEBUI("Generate 1-3 broad tags.", '{ "tags": ["tag1", "tag2"] }'), '{"tags":["General"]}'],
    [OPEN_WEBUI("Suggest 3-5 follow-ups.", '{ "follow_ups": ["Question 1?"] }'), '{"follow_ups":[]}'],
    [OPEN_WEBUI("Analyze the chat history.", '{ "queries": ["query1"] }'), '{"queries":[]}'],
  ])("are done without a search", (prompt, answer) => {
    expect(choreIn(prompt)).toBe(answer);
  });

  it.each([
    "otter",
    "What is a good title for a book on otters?",
    "How is a concise title of a chat made?",
    "### Task: find out how otters dive",
  ])("are told from questions: %s", (question) => {
    expect(choreIn(question)).toBeUndefined();
  });
});

describe("a chat's failures", () => {
  let net: Internet;
  let app: App;
  afterEach(async () => {
    await app.close();
    net.close();
  });
  const posted = async (body: unknown, headers = {}) => {
    const answer = await app.inject({
      method: "POST",
      url: "/v1/chat/completions",
      headers: { "content-type": "application/json", ...headers },
      payload: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: answer.body };
  };
  const messages = [{ role: "user", content: "otter" }];

  it("are told in OpenAI's shape, or Perplexity's, before anything was sent", async () => {
    net = await internet({ "alpha.example": (_url, response) => response.writeHead(403).end() });
    app = serverFor(net.gateway, finders(["alpha"]));
    for (const stream of [false, true]) {
      const { status, body } = await posted({ messages, stream });
      expect(status).toBe(502);
      expect(JSON.parse(body)).toEqual({
        error: { message: expect.stringContaining("alpha: blocked"), type: "api_error", param: null, code: "blocked" },
      });
    }
    const perplexity = await posted({ messages: [] }, { "user-agent": "ai-sdk/perplexity/4.0.0" });
    expect(JSON.parse(perplexity.body).error).toMatchObject({ code: 400, type: "invalid_request_error" });
  });

  it("tells what of the request is not honoured, whole or streamed", async () => {
    net = await internet({ "alpha.example": finds(rows.otter) });
    app = serverFor(net.gateway, finders(["alpha"]));
    const asked = {
      messages: [{ role: "system", content: "Speak like a pirate." }, ...messages],
      tools: [{ type: "function", function: { name: "f" } }],
      response_format: { type: "json_object" },
      stop: null,
      n: 1,
    };
    const told = [
      "tools is not honoured: the model here calls no functions, research is all it does.",
      "response_format is not honoured: the answer is text.",
      "The system prompt is not honoured: the last question of the user is researched.",
    ];
    expect(JSON.parse((await posted(asked)).body).warnings).toEqual(told);
    const { body } = await posted({ ...asked, stream: true });
    const chunks = body.split("\n\n").filter((line) => line.startsWith("data: {"));
    expect(JSON.parse(String(chunks.at(-1)).slice(6)).warnings).toEqual(told);
    const plain = { messages, tools: [], tool_choice: "auto", response_format: { type: "text" }, temperature: 0 };
    expect(JSON.parse((await posted(plain)).body)).not.toHaveProperty("warnings");
  });

  it("reads a question that is made of parts, the last of several", async () => {
    net = await internet({ "alpha.example": finds(rows.otter) });
    app = serverFor(net.gateway, finders(["alpha"]));
    const { body } = await posted({
      model: "anything",
      temperature: 0.2,
      tools: [],
      messages: [
        ...messages,
        { role: "assistant", content: null },
        { role: "user", content: [{ type: "text", text: "otter breath" }] },
      ],
    });
    expect(JSON.parse(body)).toMatchObject({ object: "chat.completion", citations: [rows.otter.url] });
    expect(
      net.asked.filter((url) => url.includes("alpha.example")).map((url) => new URL(url).searchParams.get("q")),
    ).toEqual(["otter breath"]);
  });
});
