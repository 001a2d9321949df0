import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { allTools } from "../../src/mcp/list.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { countTokens } from "../support/count-tokens.ts";
import { clientTwo, FENCED, player, type Served, serve, textOf } from "./support.ts";

/* Every tool that asks sources, over their own fixtures; the client checks each answer against the tool's output schema. */

const played = player();
let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serve(played.upstream, { environment: played.keys });
  client = await clientTwo(served.dataUrl, "auto");
  await client.listTools();
});
afterAll(async () => {
  await client.close();
  served.close();
});

const sources = categories.flatMap((category) => category.sources);

async function itemsOf(name: string, args: Record<string, unknown>) {
  const result = await client.callTool({ name, arguments: args });
  expect(result.isError, textOf(result)).toBeFalsy();
  const structured: unknown = result.structuredContent;
  if (
    typeof structured !== "object" ||
    structured === null ||
    !("items" in structured) ||
    !Array.isArray(structured.items)
  )
    throw new Error(`${name} gave no items`);
  expect(textOf(result)).toMatch(FENCED);
  for (const text of [textOf(result), JSON.stringify(structured)]) expect(countTokens(text)).toBeLessThanOrEqual(8_000);
  return structured.items;
}

describe.each(sources.map((source) => ({ name: `${source.category}_lookup ${source.id}`, source })))(
  "$name",
  ({ source }) => {
    it("gives the parser's items", async () => {
      const ask = played.play(source);
      const items = await itemsOf(`${source.category}_lookup`, { parser: source.id, ...ask });
      expect(items.length).toBeGreaterThan(0);
      expect(items[0]).toMatchObject({ source: source.id });
    });
  },
);

const singles = allTools(categories).filter(({ name }) => sources.some(({ id }) => id === name));

describe.each(singles)("$name", ({ name }) => {
  it("gives its items", async () => {
    const source = sources.find(({ id }) => id === name);
    if (!source) throw new Error(name);
    const { query, options } = played.play(source);
    const items = await itemsOf(name, { query, ...(Object.keys(options).length > 0 && { options }) });
    expect(items[0]).toMatchObject({ source: name });
  });
});

describe.each([
  ["web_search", "duckduckgo", (query: string) => ({ query, engines: ["duckduckgo"] })],
  ["web_suggest", "google_suggest", (query: string) => ({ query, parser: "google_suggest" })],
  ["web_images", "bing_images", (query: string) => ({ query, parser: "bing_images" })],
  ["web_position", "site_position", (query: string, options: object) => ({ query, options })],
  ["web_whois", "rdap", (query: string) => ({ query })],
  ["web_dns", "dns", (query: string) => ({ query })],
  ["web_cms", "cms", (query: string) => ({ query })],
  ["web_safe_browsing", "safe_browsing", (query: string) => ({ query })],
  ["web_forum", "stackoverflow", (query: string) => ({ query, parsers: ["stackoverflow"] })],
  ["web_products", "newegg", (query: string) => ({ query, parsers: ["newegg"] })],
  ["web_maps", "nominatim", (query: string) => ({ query })],
] as const)("%s", (name, id, argumentsFor) => {
  it("gives items of its source", async () => {
    const source = sources.find((one) => one.id === id);
    if (!source) throw new Error(id);
    const { query, options } = played.play(source);
    const items = await itemsOf(name, argumentsFor(query, options));
    expect(items.length).toBeGreaterThan(0);
    expect(items[0]).toMatchObject({ source: id });
  });
});

it("web_screenshot gives an image", async () => {
  const source = sources.find(({ id }) => id === "screenshot");
  if (!source) throw new Error("screenshot");
  const { query } = played.play(source);
  const result = await client.callTool({ name: "web_screenshot", arguments: { url: query } });
  expect(result.isError, textOf(result)).toBeFalsy();
  expect(result.content[0]).toMatchObject({ type: "image", mimeType: "image/jpeg" });
  // Many clients show a model the data alone: none stand beside a picture.
  expect(result).not.toHaveProperty("structuredContent");
});

it("web_batch asks several, and one that fails harms no other", async () => {
  const source = sources.find(({ id }) => id === "npm");
  if (!source) throw new Error("npm");
  const requests = [
    { parser: "packages/npm", ...played.play(source) },
    { parser: "nonsense", query: "x" },
  ];
  const result = await client.callTool({ name: "web_batch", arguments: { requests } });
  expect(result.structuredContent).toMatchObject({
    results: [
      { parser: "packages/npm", success: true, items: expect.arrayContaining([expect.anything()]) },
      { parser: "nonsense", success: false, code: "unknown-source" },
    ],
  });
});

it("list_parsers lists all, a category, and one parser with its options", async () => {
  const rows: unknown[] = [];
  let offset: unknown = 0;
  while (offset !== undefined) {
    const { structuredContent } = await client.callTool({
      name: "list_parsers",
      arguments: { offset, max_tokens: 5_000 },
    });
    const page = structuredContent as { items: unknown[]; next_offset?: number };
    rows.push(...page.items);
    offset = page.next_offset;
  }
  expect(rows.length).toBe(sources.length + analysisFacts.length);
  const one = await client.callTool({ name: "list_parsers", arguments: { parser: "packages/npm" } });
  expect(one.structuredContent).toMatchObject({ items: [{ parser: "packages/npm", options: { exact: {} } }] });
  const none = await client.callTool({ name: "list_parsers", arguments: { category: "nonsense" } });
  expect(none).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("There is no such category. There are: search") }],
  });
});
