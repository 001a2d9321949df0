import OpenAI from "openai";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, gathered, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const client = (apiKey = "any") => new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
const messages = [
  { role: "system" as const, content: "You are helpful." },
  { role: "user" as const, content: ASKED },
];

describe("OpenAI's client", BY_THE_CLOCK, () => {
  it("lists the models", async () => {
    service = await replayed();
    const { data } = await client().models.list();
    expect(data.map(({ id }) => id)).toEqual(["tributary-mini", "tributary-pro"]);
    expect((await client().models.retrieve("tributary-pro")).object).toBe("model");
    await expect(client().models.retrieve("gpt-9")).rejects.toThrow(/404.*There is no such model/);
  });

  it("gets an answer with its sources", async () => {
    service = await replayed();
    const answer = await client().chat.completions.create({ model: "tributary-mini", messages });
    const text = answer.choices[0]?.message.content ?? "";
    expect(text).toMatch(/backpressure/i);
    expect(answer.choices[0]?.finish_reason).toBe("stop");
    expect(answer.usage).toEqual({
      prompt_tokens: expect.any(Number),
      completion_tokens: expect.any(Number),
      total_tokens: (answer.usage?.prompt_tokens ?? 0) + (answer.usage?.completion_tokens ?? 0),
    });
    expect(answer.usage?.completion_tokens).toBeGreaterThan(5);
    const { citations, search_results } = Object.assign({ citations: [""], search_results: [{ url: "" }] }, answer);
    expect(citations).toContain(FOUND);
    expect(search_results.map(({ url }) => url)).toEqual(citations);
    const cited = [...text.matchAll(/\[(\d+)\]/g)].map(([, n]) => citations[Number(n) - 1]);
    expect(cited.length).toBeGreaterThan(0);
    expect(cited.every((url) => url?.startsWith("https://"))).toBe(true);
  });

  it("gets it as it is written, its sources and tokens last", async () => {
    service = await replayed();
    const stream = await client().chat.completions.create({
      model: "tributary-mini",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await gathered(stream);
    const whole = await client().chat.completions.create({ model: "tributary-mini", messages });
    const text = chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("");
    expect(text).toBe(whole.choices[0]?.message.content);
    expect(chunks[0]?.choices[0]?.delta.role).toBe("assistant");
    expect(chunks.at(-2)).toMatchObject({
      choices: [{ finish_reason: "stop" }],
      citations: expect.arrayContaining([FOUND]),
    });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: expect.any(Number) } });
  });

  it("gets a title for its conversation without a search", async () => {
    service = await replayed();
    const content =
      "Provide a concise, 5-word-or-less title for the conversation, using title case conventions. Only return the title itself.\n\n" +
      "Conversation:\nUser: How do otters dive for food?\nAI: They hold their breath.";
    const answer = await client().chat.completions.create({
      model: "tributary-mini",
      messages: [{ role: "user", content }],
    });
    expect(answer.choices[0]?.message.content).toBe("How do otters dive for food?");
    expect(answer).not.toHaveProperty("citations");
  });

  it("answers from the others where engines refuse", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const answer = await client().chat.completions.create({ model: "tributary-pro", messages });
    expect(answer.choices[0]?.message.content).toMatch(/backpressure/i);
  });

  it("gives its key, and fails in OpenAI's shape without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect((await client("river").models.list()).data).toHaveLength(2);
    const refused = client("lake").chat.completions.create({ model: "tributary-mini", messages });
    await expect(refused).rejects.toMatchObject({
      status: 401,
      code: "invalid_api_key",
      message: expect.stringContaining("The key is not valid"),
    });
    await expect(client("river").chat.completions.create({ model: "x", messages: [] })).rejects.toMatchObject({
      status: 400,
      type: "invalid_request_error",
      message: expect.stringContaining("messages:"),
    });
  });
});
