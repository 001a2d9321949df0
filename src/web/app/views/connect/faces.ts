/** What of the service a client of another one can be pointed at. */
export interface Face {
  readonly id: string;
  readonly name: string;
  /** The base address that the client is given, below the service's own, which has no slash at its end. */
  readonly base: string;
  /** The client's setting for the base address, and for the key. */
  readonly baseField: string;
  readonly keyField: string;
  /** The client's lines; `key` is a key of the service, or any text where it asks for none. */
  code(base: string, key: string): string;
  /** A request that such a client sends. */
  readonly attempt: { readonly path: string; readonly body?: unknown };
}

const QUESTION = "rxjs backpressure";
const PAGE = "https://example.com";
const text = (value: string): string => JSON.stringify(value);

export const FACES: readonly Face[] = [
  {
    id: "rest",
    name: "REST",
    base: "",
    baseField: "URL",
    keyField: "Authorization: Bearer",
    code: (base, key) =>
      [
        `const answer = await fetch(${text(`${base}/search?q=rxjs+backpressure`)}, {`,
        `  headers: { Authorization: ${text(`Bearer ${key}`)} },`,
        "}).then((response) => response.json());",
      ].join("\n"),
    attempt: { path: `/search?${new URLSearchParams({ q: QUESTION, pagecount: "1" })}` },
  },
  {
    id: "tavily",
    name: "Tavily",
    base: "",
    baseField: "apiBaseURL",
    keyField: "apiKey",
    code: (base, key) =>
      [
        `import { tavily } from "@tavily/core";`,
        `const client = tavily({ apiKey: ${text(key)}, apiBaseURL: ${text(base)} });`,
        `const answer = await client.search(${text(QUESTION)});`,
      ].join("\n"),
    attempt: { path: "/search", body: { query: QUESTION, max_results: 5 } },
  },
  {
    id: "searxng",
    name: "SearXNG",
    base: "/searxng",
    baseField: "SEARXNG_URL",
    keyField: "X-API-Key",
    code: (base, key) =>
      [
        `import requests`,
        `answer = requests.get(${text(`${base}/search`)}, params={"q": ${text(QUESTION)}, "format": "json"},`,
        `                      headers={"X-API-Key": ${text(key)}}).json()`,
      ].join("\n"),
    attempt: { path: `/searxng/search?${new URLSearchParams({ q: QUESTION, format: "json" })}` },
  },
  {
    id: "firecrawl",
    name: "Firecrawl",
    base: "",
    baseField: "apiUrl",
    keyField: "apiKey",
    code: (base, key) =>
      [
        `import Firecrawl from "@mendable/firecrawl-js";`,
        `const firecrawl = new Firecrawl({ apiKey: ${text(key)}, apiUrl: ${text(base)} });`,
        `const page = await firecrawl.scrape(${text(PAGE)}, { formats: ["markdown"] });`,
      ].join("\n"),
    attempt: { path: "/v2/scrape", body: { url: PAGE, formats: ["markdown"] } },
  },
  {
    id: "openai",
    name: "OpenAI",
    base: "/v1",
    baseField: "baseURL",
    keyField: "apiKey",
    code: (base, key) =>
      [
        `import OpenAI from "openai";`,
        `const client = new OpenAI({ apiKey: ${text(key)}, baseURL: ${text(base)} });`,
        `const answer = await client.chat.completions.create({ model: "tributary-mini", messages: [{ role: "user", content: ${text(QUESTION)} }] });`,
      ].join("\n"),
    attempt: { path: "/v1/models" },
  },
  {
    id: "exa",
    name: "Exa",
    base: "/exa",
    baseField: "base URL",
    keyField: "apiKey",
    code: (base, key) =>
      [
        `import Exa from "exa-js";`,
        `const exa = new Exa(${text(key)}, ${text(base)});`,
        `const answer = await exa.search(${text(QUESTION)}, { numResults: 5 });`,
      ].join("\n"),
    attempt: { path: "/exa/search", body: { query: QUESTION, numResults: 5 } },
  },
  {
    id: "perplexity",
    name: "Perplexity",
    base: "",
    baseField: "baseURL",
    keyField: "apiKey",
    code: (base, key) =>
      [
        `import Perplexity from "@perplexity-ai/perplexity_ai";`,
        `const client = new Perplexity({ apiKey: ${text(key)}, baseURL: ${text(base)} });`,
        `const answer = await client.search.create({ query: ${text(QUESTION)} });`,
      ].join("\n"),
    attempt: { path: "/search", body: { query: QUESTION, max_results: 5 } },
  },
  {
    id: "openwebui",
    name: "Open WebUI",
    base: "/openwebui",
    baseField: "EXTERNAL_WEB_SEARCH_URL",
    keyField: "EXTERNAL_WEB_SEARCH_API_KEY",
    code: (base, key) =>
      [
        "WEB_SEARCH_ENGINE=external",
        `EXTERNAL_WEB_SEARCH_URL=${base}/search`,
        `EXTERNAL_WEB_SEARCH_API_KEY=${key}`,
      ].join("\n"),
    attempt: { path: "/openwebui/search", body: { query: QUESTION, count: 5 } },
  },
  {
    id: "mcp",
    name: "MCP",
    base: "/mcp?toolsets=core",
    baseField: "url",
    keyField: "Authorization: Bearer",
    code: (base, key) =>
      [
        `claude mcp add --transport http tributary ${text(base)} \\`,
        `  --header ${text(`Authorization: Bearer ${key}`)}`,
        "claude mcp list",
      ].join("\n"),
    attempt: { path: "/mcp?toolsets=core", body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  },
];
