import { describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { nameOf } from "../../src/mcp/analyses.ts";
import { allTools, toolsOf } from "../../src/mcp/list.ts";
import { SINGLE_PARSERS } from "../../src/mcp/single.ts";
import type { Tool } from "../../src/mcp/tool.ts";
import { categories, sources } from "../../src/sources/catalogue.ts";
import { countTokens } from "../support/count-tokens.ts";

const names = (tools: readonly Tool[]): readonly string[] => tools.map(({ name }) => name);
const all = allTools(categories);

const NAMED = [
  "web_search",
  "web_extract",
  "web_crawl",
  "web_research",
  "web_suggest",
  "web_images",
  "web_position",
  "web_whois",
  "web_dns",
  "web_cms",
  "web_screenshot",
  "web_safe_browsing",
  "web_forum",
  "web_products",
  "web_maps",
];

const ids = new Set(sources.map(({ id }) => id));

const costOf = (tools: readonly Tool[]): number =>
  countTokens(
    JSON.stringify(
      tools.map(({ name, description, input, output, order }) => ({
        name,
        description,
        inputSchema: input,
        outputSchema: output,
        annotations: { readOnlyHint: true, openWorldHint: true },
        ...(order && { execution: { taskSupport: "optional" } }),
      })),
    ),
  );

describe("the list of tools", () => {
  it("has the named ones, the categories, what reaches all, and the single parsers, in this order", () => {
    expect(names(all)).toEqual([
      ...NAMED,
      ...analysisFacts.map(nameOf),
      ...categories.map(({ id }) => `${id}_lookup`),
      "web_map",
      "web_batch",
      "list_parsers",
      ...SINGLE_PARSERS.filter((name) => ids.has(name)),
    ]);
    expect(names(allTools(categories))).toEqual(names(all));
    expect(all).toHaveLength(121);
    expect(analysisFacts).toHaveLength(22);
    expect(analysisFacts.filter(({ prompt }) => prompt)).toHaveLength(16);
  });

  it("has a source for every tool of a single parser", () => {
    for (const name of SINGLE_PARSERS) expect(ids).toContain(name);
    expect(new Set(SINGLE_PARSERS).size).toBe(42);
  });

  it("has a tool for every parser", () => {
    for (const { id, sources: parsers } of categories) {
      const tool = all.find(({ name }) => name === `${id}_lookup`);
      const parser = tool?.input.properties?.["parser"];
      expect(parser).toMatchObject({ enum: parsers.map((source) => source.id) });
      for (const { title } of parsers) expect(JSON.stringify(parser)).toContain(JSON.stringify(title).slice(1, -1));
    }
  });

  it("has names that every client takes, each once", () => {
    expect(new Set(names(all)).size).toBe(all.length);
    for (const { name } of all) {
      expect(name).toMatch(/^[a-z0-9_]+$/);
      expect(`mcp__tributary__${name}`.length).toBeLessThanOrEqual(60);
    }
  });

  it("says of every tool when to use it, and of every argument what it is", () => {
    for (const { name, description, input, output } of all) {
      expect(description.length, name).toBeGreaterThan(15);
      // A picture has no data beside it.
      if (name === "web_screenshot") expect(output).toBeUndefined();
      else expect(output, name).toMatchObject({ type: "object" });
      expect(JSON.stringify(input), name).toMatch(/"examples":/);
      for (const [argument, schema] of Object.entries(input.properties ?? {}))
        expect(schema, `${name} ${argument}`).toMatchObject({ type: expect.any(String) });
    }
  });

  it("costs few tokens: 25,000 at most, and core 3,200", () => {
    expect(costOf(all)).toBeLessThanOrEqual(25_000);
    expect(costOf(toolsOf(categories, "core"))).toBeLessThanOrEqual(3_200);
  });
});

describe("toolsets", () => {
  it("core is a dozen of the tools, and reaches every parser", () => {
    const core = names(toolsOf(categories, "core"));
    expect(core.length).toBeGreaterThanOrEqual(10);
    expect(core.length).toBeLessThanOrEqual(14);
    expect(core).toEqual(expect.arrayContaining(["web_search", "web_extract", "web_batch", "list_parsers"]));
  });

  it("a category brings its tools, several sets the union, in the list's order", () => {
    expect(names(toolsOf(categories, "packages"))).toEqual(["packages_lookup", "npm", "pypi"]);
    const both = names(toolsOf(categories, " PACKAGES , core"));
    expect(both).toEqual([...names(all).filter((name) => both.includes(name)), "run_analysis"]);
    expect(both).toEqual(expect.arrayContaining(["npm", "web_search"]));
  });

  it("chatgpt is search and fetch alone", () => {
    expect(names(toolsOf(categories, "chatgpt"))).toEqual(["search", "fetch"]);
    expect(names(all)).not.toContain("fetch");
  });

  it("one that is none is refused, with those that are", () => {
    expect(() => toolsOf(categories, "core,nonsense")).toThrow(
      /There is no toolset nonsense\. There are: core, chatgpt/,
    );
  });
});
