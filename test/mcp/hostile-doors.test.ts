import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { nameOf } from "../../src/mcp/analyses.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import { fixtures, playing } from "../aggregate/support.ts";
import { escapes, HOSTILE, hostile, INSTRUCTION } from "../support/hostile.ts";
import { clientTwo, serve, textOf } from "./support.ts";

/* The doors beside the parsers: analyses, their prompts, search, extraction, crawl, map, research and batch. */

const asMarkup = HOSTILE.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** What any page of the user's choice is. */
const PAGE = `<!doctype html><html lang="en"><head><title>Kettles ${asMarkup}</title>
<meta name="description" content="How to choose a kettle. ${asMarkup}"></head>
<body><article><h1>Kettles ${asMarkup}</h1>${`<p>A steel kettle boils water fast and sings when it is ready. ${asMarkup}</p>`.repeat(6)}
<a href="/next">Next ${asMarkup}</a></article></body></html>`;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function client(ids: readonly string[]): Promise<Client> {
  const recordings = ids.flatMap((id) => {
    const source = findSource(id);
    if (!source) throw new Error(`There is no source ${id}.`);
    return fixtures(`${source.category}/${id}`).map(hostile);
  });
  const played = await playing({ recordings, otherwise: { body: PAGE } });
  const served = await serve(played.upstream, { environment: played.environment });
  const one = await clientTwo(served.url, "auto");
  open.push(played, served, one);
  return one;
}

/** Each text of a call stands the test; whether one carried the hostile words. */
async function stands(one: Client, name: string, args: Record<string, unknown>): Promise<boolean> {
  const texts: string[] = [];
  const onprogress = ({ message }: { message?: string | undefined }): void => void texts.push(message ?? "");
  texts.push(textOf(await one.callTool({ name, arguments: args }, { onprogress, timeout: 60_000 })));
  for (const text of texts) expect(escapes(text), `${name}: ${text.slice(0, 300)}`).toBe(undefined);
  return texts.some((text) => text.includes(INSTRUCTION));
}

/** What is asked where the fixtures are of another thing than the analysis' example. */
const ASKED: Readonly<Record<string, string>> = {
  "/france/company": "404833048",
  "/monitor/track": "https://notes.example/atom",
};

let carried = 0;

describe.each(analysisFacts.map((facts) => ({ name: nameOf(facts), facts })))("$name", ({ name, facts }) => {
  const query = ASKED[facts.path] ?? facts.q.example;

  it("lets nothing that its sources say out of the fence", async () => {
    if (await stands(await client(facts.sources), name, { query, max_tokens: 30_000 })) carried += 1;
  });

  it.runIf(facts.prompt)("lets nothing out of the fence of its prompt", async () => {
    const one = await client(facts.sources);
    // Where the hostile texts make the sources' answers unusable, its failure is what a model reads.
    const texts = await one.getPrompt({ name, arguments: { q: query } }, { timeout: 60_000 }).then(
      ({ messages }) => messages.flatMap(({ content }) => (content.type === "text" ? [content.text] : [])),
      (error: Error) => [error.message],
    );
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(escapes(text), text.slice(0, 300)).toBe(undefined);
  });
});

it("carries it through most analyses, so that it shows something", () => {
  expect(carried).toBeGreaterThan(analysisFacts.length / 2);
});

describe.each([
  ["web_search", ["duckduckgo", "bing"], { query: "rxjs backpressure", engines: ["duckduckgo", "bing"] }],
  ["web_extract", [], { urls: ["https://kettles.example/", "https://kettles.example/two"] }],
  ["web_crawl", [], { url: "https://kettles.example/", limit: 2 }],
  ["web_map", [], { url: "https://kettles.example/", limit: 5 }],
  ["web_research", ["duckduckgo", "bing", "mojeek"], { query: "rxjs backpressure" }],
  ["web_forum", ["stackoverflow", "reddit"], { query: "rxjs" }],
  [
    "web_batch",
    ["hackernews", "pypi"],
    {
      requests: [
        { parser: "tech/hackernews", query: "tim cook" },
        { parser: "packages/pypi", query: "flask" },
        { parser: `no ${INSTRUCTION}`, query: "x" },
      ],
    },
  ],
] as const)("%s", (name, ids, args) => {
  it("lets nothing from the web out of the fence", async () => {
    await stands(await client(ids), name, args);
  });
});
