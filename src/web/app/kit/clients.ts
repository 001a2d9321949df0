import type { Asked, Example } from "./request.ts";

/** The same request by the clients of other services, where a face of theirs answers it. */
export function clientsOf({ root, path, query, keyed }: Asked): readonly Example[] {
  const q = JSON.stringify(query["q"] ?? query["query"] ?? "");
  const key = JSON.stringify(keyed ? "YOUR_KEY" : "any");
  const base = JSON.stringify(root.replace(/\/$/, ""));
  const tavily = (call: string): Example => ({
    id: "tavily",
    label: "Tavily",
    code: [
      `import { tavily } from "@tavily/core";`,
      "",
      `const client = tavily({ apiKey: ${key}, apiBaseURL: ${base} });`,
      `const answer = await client.${call};`,
    ].join("\n"),
  });
  const firecrawl = (call: string): Example => ({
    id: "firecrawl",
    label: "Firecrawl",
    code: [
      `import Firecrawl from "@mendable/firecrawl-js";`,
      "",
      `const firecrawl = new Firecrawl({ apiKey: ${key}, apiUrl: ${base} });`,
      `const answer = await firecrawl.${call};`,
    ].join("\n"),
  });
  const openai: Example = {
    id: "openai",
    label: "OpenAI",
    code: [
      `import OpenAI from "openai";`,
      "",
      `const client = new OpenAI({ apiKey: ${key}, baseURL: ${JSON.stringify(`${root}v1`)} });`,
      "const answer = await client.chat.completions.create({",
      `  model: "tributary-${query["model"] === "pro" ? "pro" : "mini"}",`,
      `  messages: [{ role: "user", content: ${q} }],`,
      "});",
    ].join("\n"),
  };
  const limit = query["limit"];
  switch (path) {
    case "/search":
      return [tavily(`search(${q})`), firecrawl(`search(${q})`)];
    case "/extract":
      return [tavily(`extract([${q}])`), firecrawl(`scrape(${q}, { formats: ["markdown"] })`)];
    case "/crawl":
      return [tavily(`crawl(${q})`), firecrawl(`crawl(${q}${limit ? `, { limit: ${Number(limit)} }` : ""})`)];
    case "/research":
      return [openai];
    default:
      return [];
  }
}
