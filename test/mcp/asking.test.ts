import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { formsOf } from "../../src/mcp/advice.ts";
import { nameOf } from "../../src/mcp/analyses.ts";
import { categoryTool } from "../../src/mcp/tools/parsers.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { countTokens } from "../support/count-tokens.ts";
import { clientTwo, player, type Served, serve, textOf } from "./support.ts";
import { WISHES } from "./wishes.ts";

/* What a model learns of how to ask: by words, by names, by what is said of what it asked wrongly. */

const played = player();
let served: Served;
let client: Client;
beforeAll(async () => {
  served = await serve(played.upstream, { environment: played.keys });
  client = await clientTwo(new URL("?toolsets=all,core", served.url), "auto");
});
afterAll(async () => {
  await client.close();
  served.close();
});

const call = async (name: string, args: Record<string, unknown>, of: Client = client) => {
  const result = await of.callTool({ name, arguments: args }, { timeout: 60_000 });
  return { text: textOf(result), failed: result.isError === true, code: result._meta?.["tributary/code"] };
};

const playing = (id: string) => {
  const source = categories.flatMap(({ sources }) => sources).find((one) => one.id === id);
  if (!source) throw new Error(`There is no ${id}.`);
  return played.play(source);
};

describe("list_parsers", () => {
  it("finds by words, in 1,500 tokens at most", async () => {
    for (const { words } of WISHES) {
      const { text, failed } = await call("list_parsers", { query: words });
      expect(failed, text).toBe(false);
      expect(countTokens(text), words).toBeLessThanOrEqual(1_500);
    }
    expect((await call("list_parsers", { query: "drug side effects" })).text).toContain("health/openfda_events");
    expect((await call("list_parsers", { query: "prix de l'immobilier" })).text).toContain("french/dvf");
  });

  it("lists the analyses with their options", async () => {
    const { text } = await call("list_parsers", { category: "analyses", max_tokens: 5_000 });
    for (const facts of analysisFacts) {
      expect(text).toContain(`analysis: ${nameOf(facts)}`);
      for (const option of Object.keys(facts.parameters)) expect(text).toContain(option);
    }
    expect((await call("list_parsers", { parser: "travel_trip" })).text).toContain('"people":');
  });

  it("says what to try where words find nothing", async () => {
    expect((await call("list_parsers", { query: "xyzzyplugh" })).text).toMatch(/<\/untrusted[^>]+>\nTry other words/);
  });
});

describe("core", () => {
  it("reaches every analysis, and every parser", async () => {
    const core = await clientTwo(new URL("?toolsets=core", served.url), "auto");
    const { tools } = await core.listTools();
    const run = tools.find(({ name }) => name === "run_analysis");
    expect(run?.inputSchema.properties?.["analysis"]).toMatchObject({ enum: analysisFacts.map(nameOf) });
    expect(tools.map(({ name }) => name)).toContain("web_batch");
    const { query } = playing("robots_txt");
    const { text, failed } = await call("run_analysis", { analysis: "seo_robots_txt", query }, core);
    expect(failed, text).toBe(false);
    expect(text).toContain("robots");
    await core.close();
  });
});

describe("arguments", () => {
  it("go by the names that other tools have for the same", async () => {
    const { query, options } = playing("npm");
    const asked = await call("packages_lookup", { parser: "npm", q: query, options });
    expect(asked).toMatchObject({ failed: false });
    expect(asked.text).not.toContain("unknown");
    expect((await call("web_extract", { url: "not an address" })).text).not.toMatch(/missing|unknown/);
    expect((await call("seo_robots_txt", { q: playing("robots_txt").query })).failed).toBe(false);
  });

  it("that are unknown are named, with those that are known, outside the fence", async () => {
    const { query, options } = playing("npm");
    const { text } = await call("packages_lookup", { parser: "npm", query, options, colour: "red" });
    expect(text).toMatch(
      /<\/untrusted[^>]+>\n[\s\S]*The argument “colour” is unknown and was ignored; known are parser, query, /,
    );
  });
});

describe("what a tool's list says of how to ask", () => {
  const forms = categories.map(({ sources }) => formsOf(sources));

  it("has each parser's form and example that takes something else than words, in 2,000 tokens for all", () => {
    expect(countTokens(forms.join("\n"))).toBeLessThanOrEqual(2_000);
    const takingWords = /^(?:words|the beginning of)\b|words to search/;
    for (const [index, { sources }] of categories.entries())
      for (const { id, query } of sources)
        if (!takingWords.test(query.describe)) expect(forms[index]).toMatch(new RegExp(`\\b${id}\\b`));
    expect(forms.join("\n")).toContain("dns,dns_over_https,tls_certificate: host name (gmail.com)");
  });

  it("types the options, and has a limit in every lookup", async () => {
    const { tools } = await client.listTools();
    const inputOf = (name: string) => tools.find((tool) => tool.name === name)?.inputSchema.properties;
    expect(inputOf("gdelt")?.["options"]).toMatchObject({ description: expect.stringContaining("sort: ") });
    for (const { name, inputSchema } of tools)
      if (name.endsWith("_lookup")) expect(inputSchema.properties, name).toHaveProperty("limit");
  });

  it("marks what does not work without a key", () => {
    const [video] = categories.filter(({ id }) => id === "screen");
    expect(JSON.stringify(video && categoryTool(video, "x").input)).toContain("tmdb The Movie Database (needs key)");
  });
});

describe("recordings", () => {
  it("are labelled as replayed, in words and as a field", async () => {
    const { query, options } = playing("npm");
    const asked = { name: "npm", arguments: { query, options } };
    const fresh = await serve(played.upstream, { environment: played.keys });
    const other = await clientTwo(fresh.url, "auto");
    const list = { name: "list_parsers", arguments: { query: "npm" } };
    expect(JSON.stringify(await other.callTool(list))).not.toContain("replayed");
    const labelled = await other.callTool(asked);
    expect(labelled._meta).toMatchObject({ "tributary/replayed": true });
    expect(textOf(labelled)).toMatch(
      /\nThis is made of recordings that were replayed, not of what the web says now\.$/,
    );
    await other.close();
    fresh.close();
    // The demo's are all of recordings, whatever was held before.
    const demo = await serve(played.upstream, { replayed: { seen: true } });
    const its = await clientTwo(demo.url, "auto");
    expect((await its.callTool(list))._meta).toMatchObject({ "tributary/replayed": true });
    await its.close();
    demo.close();
  });
});

describe("limit", () => {
  it("bounds the entries, and says how to go on", async () => {
    const { query, options } = playing("hackernews");
    const { text } = await call("tech_lookup", { parser: "hackernews", query, options, limit: 1 });
    expect(text).toMatch(/more: ask again with offset 1/);
    expect(text).not.toMatch(/^2\. /m);
  });
});

describe("what to try", () => {
  it("names the keyless parsers of the category where a key is missing, outside the fence", async () => {
    const { text, code } = await call("images_lookup", { parser: "unsplash", query: "dog" });
    expect(code).toBe("missing-key");
    expect(text).toMatch(/<\/untrusted[^>]+>\nWithout a key, of images: (?:\w+, ){2}\w+\.$/);
  });

  it.each(["data", "prompt"])("names the options that an analysis does not know (%s)", async (output) => {
    const { query } = playing("robots_txt");
    const options = { agentt: "x", language: "fr" };
    const name = output === "data" ? "seo_robots_txt" : "seo_content";
    const asked = output === "data" ? query : playing("readability").query;
    const { text, failed } = await call(name, { query: asked, output, options });
    expect(failed, text).toBe(false);
    expect(text).toMatch(/The option “agentt” is unknown and was ignored; known are \w+, \w+.*, sources, no_cache/);
  });

  it("names the options that a parser does not know", async () => {
    const { query, options } = playing("npm");
    const { text } = await call("packages_lookup", { parser: "npm", query, options: { ...options, colour: "red" } });
    expect(text).toContain("The option “colour” is unknown and was ignored; known are exact.");
  });
});
