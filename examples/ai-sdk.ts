import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";
import { get, model, question } from "./environment.ts";

/* The AI SDK with two tools: search, and read a page. */

const { baseURL, name, apiKey } = model();
const provider = createOpenAICompatible({ name: "model", baseURL, apiKey });

const { text } = await generateText({
  model: provider(name),
  prompt: question("how does RxJS handle backpressure?"),
  stopWhen: stepCountIs(5),
  tools: {
    search: tool({
      description: "Searches the web.",
      inputSchema: z.object({ query: z.string() }),
      execute: ({ query }) => get("/search", { q: query, pagecount: "1", max_results: "5" }),
    }),
    read: tool({
      description: "Reads a web page as clean text.",
      inputSchema: z.object({ url: z.string() }),
      execute: ({ url }) => get("/extract", { q: url, max_tokens: "2000" }),
    }),
  },
});
console.log(text);
