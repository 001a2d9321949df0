import type { Client } from "@modelcontextprotocol/client";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { nameOf, toolsetsOf, wordsOf } from "../../src/mcp/analyses.ts";
import { completionsOf } from "../../src/mcp/prompts.ts";
import { shortenLists } from "../../src/mcp/shorten-lists.ts";
import { NOTICE } from "../../src/mcp/text.ts";
import { type Played, playing, type World } from "../aggregate/support.ts";
import { countTokens } from "../support/count-tokens.ts";
import { until } from "../support/until.ts";
import { clientTwo, serve, textOf } from "./support.ts";

/* The analyses as tools and prompts, over a page on loopback, with its sockets counted. */

const PARAGRAPH =
  "Steel kettles boil fast and sing when the water is ready, which is why kitchens have had them for a hundred years. ";
const PAGE = `<!doctype html><html lang="en"><head><title>Steel kettles</title>
<meta property="og:title" content="Kettles that sing"><meta property="og:image" content="https://cdn.example/kettle.jpg">
</head><body><article><h1>Steel kettles</h1>${`<p>${PARAGRAPH}</p>`.repeat(8)}</article></body></html>`;
const WORLD: World = {
  pages: {
    "https://shop.example/kettle": { body: PAGE },
    "https://cdn.example/kettle.jpg": { body: "", headers: { "content-type": "image/jpeg" } },
  },
};
const Q = "https://shop.example/kettle";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function served(world: World = WORLD): Promise<{ played: Played; url: URL }> {
  const played = await playing(world);
  const server = await serve(played.upstream, { environment: played.environment });
  open.push(played, server);
  return { played, url: server.dataUrl };
}

async function client(url: URL, era: "legacy" | "auto"): Promise<Client> {
  const one = await clientTwo(url, era);
  open.push(one);
  await one.listTools();
  return one;
}

describe.each(["legacy", "auto"] as const)("the second line's client, %s", (era) => {
  it("analyses, with sources and sections as progress", async () => {
    const { url } = await served();
    const told: string[] = [];
    const result = await (await client(url, era)).callTool(
      { name: "seo_opengraph", arguments: { q: Q, options: { check_image: false } } },
      { onprogress: ({ message }) => void told.push(String(message)) },
    );
    expect(result.isError, textOf(result)).toBeFalsy();
    expect(result.structuredContent).toMatchObject({ open_graph: { title: "Kettles that sing" }, partial: false });
    expect(result.structuredContent).not.toHaveProperty("open_graph.image_ok");
    expect(textOf(result)).toMatch(/<untrusted-web-content-[\s\S]*Kettles that sing/);
    expect(told).toEqual(expect.arrayContaining(["opengraph: asked", "understood", "open_graph", "verdict"]));
  });

  it("gives a prompt as text, and the same as a prompt of the protocol", async () => {
    const { url } = await served();
    const one = await client(url, era);
    const result = await one.callTool({ name: "seo_content", arguments: { q: Q, output: "prompt" } });
    const text = textOf(result);
    expect(text).toMatch(/^# .*shop\.example\/kettle\n[\s\S]*\n````data\n[\s\S]*\n````\n## Task\n/);
    expect(countTokens(text)).toBeLessThanOrEqual(900);
    expect(result.structuredContent).toEqual({ notice: NOTICE, prompt: text });
    const { prompts } = await one.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(analysisFacts.filter(({ prompt }) => prompt).map(nameOf));
    expect(prompts[0]?.arguments?.[0]).toMatchObject({ name: "q", required: true });
    const prompt = await one.getPrompt({ name: "seo_content", arguments: { q: Q } });
    expect(prompt.messages).toMatchObject([
      { role: "user", content: { type: "text", text: expect.stringMatching(/^# /) } },
    ]);
    const { completion } = await one.complete({
      ref: { type: "ref/prompt", name: "seo_content" },
      argument: { name: "sources", value: "headings, html" },
    });
    expect(completion.values).toEqual(["headings,html_meta"]);
  });

  it("says what is wrong with a request", async () => {
    const { url } = await served();
    const one = await client(url, era);
    const bad = await one.callTool({ name: "seo_opengraph", arguments: { q: "foo bar" } });
    expect(bad).toMatchObject({ isError: true, content: [{ text: "q: “foo bar” is not a URL." }] });
    const none = await one.callTool({ name: "seo_opengraph", arguments: { q: Q, output: "prompt" } });
    expect(none).toMatchObject({
      isError: true,
      content: [{ text: "seo_opengraph has no prompt: ask for its data." }],
    });
    const other = await one.callTool({ name: "seo_opengraph", arguments: { q: Q, options: { sources: "dns" } } });
    expect(other).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining("“dns” is not a parser") }],
    });
    await expect(one.getPrompt({ name: "nonsense" })).rejects.toThrow("There is no prompt nonsense.");
    await expect(one.getPrompt({ name: "seo_content", arguments: { q: "foo bar" } })).rejects.toThrow("is not a URL");
  });

  it("lets go of its sources when the call is cancelled", async () => {
    const { played, url } = await served({ hanging: "all" });
    const one = await client(url, era);
    const leaving = new AbortController();
    const call = one.callTool({ name: "seo_robots_txt", arguments: { q: Q } }, { signal: leaving.signal });
    call.catch(() => undefined);
    await until(() => played.open() > 0, "an upstream request open");
    leaving.abort();
    await until(() => played.open() === 0, "no upstream request open");
    await expect(call).rejects.toThrow();
  });
});

it("the first line's client gets prompts, too", async () => {
  const { url } = await served();
  const one = new ClientOne({ name: "test", version: "1" });
  await one.connect(new HttpOne(url));
  open.push(one);
  const { messages } = await one.getPrompt({ name: "seo_content", arguments: { q: Q, language: "de" } });
  expect(messages[0]?.content).toMatchObject({ text: expect.stringContaining("Write in German.") });
});

describe("what an analysis is chosen by", () => {
  it("its own words, and its family's set of tools", () => {
    for (const facts of analysisFacts) {
      expect(wordsOf(facts), facts.path).not.toBe(`${facts.title}.`);
      expect(toolsetsOf(facts)[0]).toBe(facts.path.split("/")[1]);
    }
  });

  it("completes an argument with what it may be", () => {
    const facts = analysisFacts.find(({ path }) => path === "/seo/opengraph");
    if (!facts) throw new Error("/seo/opengraph");
    expect(completionsOf(facts, "check_image", "")).toEqual(["true", "false"]);
    expect(completionsOf(facts, "language", "F")).toEqual(["fr"]);
    expect(completionsOf(facts, "q", "https://www.iana")).toEqual([facts.q.example]);
    expect(completionsOf(facts, "sources", "")).toEqual(facts.sources);
    expect(completionsOf(facts, "nonsense", "")).toEqual([]);
  });
});

describe("an answer that is too long", () => {
  const count = (text: string): number => Math.ceil(text.length / 4);
  const list = (n: number) =>
    Array.from({ length: n }, (_, index) => ({ title: `Entry ${index} of the list`, url: "https://example.org" }));
  const answer = {
    success: true,
    q: "q",
    events: list(100),
    places: { museums: list(40), city: "Paris" },
    sources: [
      { id: "a", status: "ok" },
      { id: "b", status: "timeout", error: "Late." },
    ],
    time_ms: 5,
  };

  it("loses of its largest lists, and says how much of which", () => {
    const short = shortenLists(answer, 700, count);
    expect(count(JSON.stringify(short))).toBeLessThanOrEqual(700);
    expect(short).toMatchObject({ q: "q", places: { city: "Paris" }, sources: [{ id: "b", error: "Late." }] });
    expect(short["truncated"]).toMatch(
      /^Left out: \d+ more of events, \d+ more of places\. A larger max_tokens gives more\.$/,
    );
    const shown = (short["events"] as unknown[]).length;
    expect(short["truncated"]).toContain(`${100 - shown} more of events`);
  });

  it("is whole where there is room", () => {
    const { success: _, time_ms: __, ...whole } = answer;
    expect(shortenLists(answer, 100_000, count)).toEqual(whole);
  });
});
