import type { Client } from "@modelcontextprotocol/client";
import { afterEach, describe, expect, it } from "vitest";
import { analysisFacts } from "../../src/aggregate/analysis-facts.ts";
import { bodyOf } from "../../src/aggregate/body.ts";
import { nameOf } from "../../src/mcp/analyses.ts";
import type { Recording } from "../../src/replay/recordings.ts";
import { findSource } from "../../src/sources/catalogue.ts";
import { analysisAt, fixtures, playing } from "../aggregate/support.ts";
import { countTokens } from "../support/count-tokens.ts";
import { clientTwo, FENCED, serve, textOf } from "./support.ts";

/* Every analysis as a tool and as a prompt, over its sources' own fixtures; the client checks each answer against the tool's schema. */

/** What is asked where the fixtures are of another thing than the analysis' example. */
const ASKED: Readonly<Record<string, string>> = {
  "/france/company": "404833048",
  "/monitor/track": "https://notes.example/atom",
};

/** What any page of the user's choice is. */
const PAGE = `<!doctype html><html lang="en"><head><title>Kettles of steel, and how to choose one</title>
<meta name="description" content="How to choose a kettle."><meta property="og:title" content="Kettles"></head>
<body><article><h1>Kettles</h1>${"<p>A steel kettle boils water fast and sings when it is ready, so that nobody has to wait beside it in the cold kitchen.</p>".repeat(12)}</article></body></html>`;

const fixturesOf = (id: string): readonly Recording[] => {
  const source = findSource(id);
  if (!source) throw new Error(`There is no source ${id}.`);
  return fixtures(`${source.category}/${id}`);
};

const count = countTokens;

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function client(ids: readonly string[]): Promise<Client> {
  const played = await playing({ recordings: ids.flatMap(fixturesOf), otherwise: { body: PAGE } });
  const served = await serve(played.upstream, { environment: played.environment });
  const one = await clientTwo(served.dataUrl, "auto");
  open.push(played, served, one);
  return one;
}

describe.each(analysisFacts.map((facts) => ({ name: nameOf(facts), facts })))("$name", ({ name, facts }) => {
  const q = ASKED[facts.path] ?? facts.q.example;

  it("answers with sections that fit its schema", async () => {
    const one = await client(facts.sources);
    // It checks an answer against a schema that it was listed.
    await one.listTools();
    const result = await one.callTool({ name, arguments: { q } }, { timeout: 60_000 });
    expect(result.isError, textOf(result)).toBeFalsy();
    const structured = result.structuredContent as Readonly<Record<string, unknown>>;
    const analysis = await analysisAt(facts.path);
    const sections = Object.keys(analysis.answer.shape).filter((section) => section in structured);
    expect(sections.length).toBeGreaterThan(0);
    expect(Object.keys(structured)[0]).toBe("notice");
    const { notice: _, ...sent } = structured;
    const body = bodyOf(analysis).omit({ success: true, time_ms: true, sources: true });
    expect(body.safeParse(sent).error?.issues ?? []).toEqual([]);
    expect(textOf(result)).toMatch(FENCED);
    for (const text of [textOf(result), JSON.stringify(structured)]) expect(count(text)).toBeLessThanOrEqual(8_000);
  });

  it.runIf(facts.prompt)("has a prompt that fits", async () => {
    const { messages } = await (await client(facts.sources)).getPrompt({ name, arguments: { q } }, { timeout: 60_000 });
    const [message] = messages;
    const text = message?.content.type === "text" ? message.content.text : "";
    expect(text).toMatch(/^# .+\n[\s\S]+\n````data\n[\s\S]+\n````\n## /);
    expect(count(text)).toBeLessThanOrEqual(900);
  });
});
