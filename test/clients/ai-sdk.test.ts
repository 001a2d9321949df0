import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createPerplexity } from "@ai-sdk/perplexity";
import { afterEach, describe, expect, it } from "vitest";
import { BY_THE_CLOCK } from "../support/until.ts";
import { ASKED, FOUND, gathered, type Replayed, replayed } from "./replayed.ts";

let service: Replayed;
afterEach(() => service.close());

const perplexity = (apiKey = "any") => createPerplexity({ apiKey, baseURL: `${service.url}/v1` })("sonar");
const compatible = (apiKey = "any") =>
  createOpenAICompatible({ name: "tributary", apiKey, baseURL: `${service.url}/v1` })("tributary-mini");

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: ASKED }] }];

/** The texts among the parts of an answer or of a stream. */
const textsIn = (parts: readonly object[]): string =>
  parts
    .flatMap((part) => {
      if ("text" in part && typeof part.text === "string") return part.text;
      return "delta" in part && typeof part.delta === "string" ? part.delta : [];
    })
    .join("");

const sourcesIn = (parts: readonly object[]): readonly unknown[] =>
  parts.flatMap((part) => ("type" in part && part.type === "source" && "url" in part ? part.url : []));

describe("the AI SDK's Perplexity", BY_THE_CLOCK, () => {
  it("answers, with its sources", async () => {
    service = await replayed();
    const { content, usage } = await perplexity().doGenerate({ prompt });
    expect(textsIn(content)).toMatch(/backpressure/i);
    expect(sourcesIn(content)).toContain(FOUND);
    expect(usage.outputTokens.total).toBeGreaterThan(5);
  });

  it("answers as it is written", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const { stream } = await perplexity().doStream({ prompt });
    const parts = await gathered(stream);
    expect(textsIn(parts)).toMatch(/backpressure/i);
    expect(sourcesIn(parts)).toContain(FOUND);
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "stop" } });
  });

  it("gives its key, and fails in our words without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect(textsIn((await perplexity("river").doGenerate({ prompt })).content)).toMatch(/backpressure/i);
    await expect(perplexity("lake").doGenerate({ prompt })).rejects.toThrow("The key is not valid");
  });
});

describe("the AI SDK's OpenAI-compatible provider", BY_THE_CLOCK, () => {
  it("answers", async () => {
    service = await replayed();
    const { content, finishReason } = await compatible().doGenerate({ prompt });
    expect(textsIn(content)).toMatch(/backpressure/i);
    expect(finishReason.unified).toBe("stop");
  });

  it("answers as it is written", async () => {
    service = await replayed({ refusing: ["bing", "google"] });
    const { stream } = await compatible().doStream({ prompt });
    expect(textsIn(await gathered(stream))).toMatch(/backpressure/i);
  });

  it("gives its key, and fails in our words without", async () => {
    service = await replayed({ environment: { API_KEYS: "river" } });
    expect(textsIn((await compatible("river").doGenerate({ prompt })).content)).toMatch(/backpressure/i);
    await expect(compatible("lake").doGenerate({ prompt })).rejects.toThrow("The key is not valid");
  });
});
