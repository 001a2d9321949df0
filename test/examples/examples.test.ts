import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { ended, launched, ROOT, type Running, replayed, scratch } from "../e2e/processes.ts";

/* Every example is run as its reader runs it, over the recordings of the demo and a model that always searches first. */

const EXAMPLES = join(ROOT, "examples");

const Asked = z.object({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })),
});

/** What the model said it was given, by request. */
const given: string[][] = [];

/** An OpenAI-compatible model: requests the search tool once, then answers with the first address of what came back. */
function fakeModel(): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { messages, tools } = Asked.parse(JSON.parse(Buffer.concat(chunks).toString()));
    given.push(tools.map((tool) => tool.function.name));
    const result = messages.find(({ role }) => role === "tool");
    const name = tools.map((tool) => tool.function.name).find((one) => /^(web_)?search$/.test(one)) ?? "none";
    const call = { id: "call_1", type: "function", function: { name, arguments: '{"query":"tokio"}' } };
    const [address = "nothing"] = /https?:\/\/[^\s"\\<>)]+/.exec(JSON.stringify(result?.content ?? "")) ?? [];
    const message = result
      ? { role: "assistant", content: `Found at ${address}` }
      : { role: "assistant", content: null, tool_calls: [call] };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: `chat_${given.length}`,
        object: "chat.completion",
        created: 0,
        model: "fake",
        choices: [{ index: 0, message, finish_reason: result ? "stop" : "tool_calls" }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    );
  });
}

describe("the examples", () => {
  let gateway: Running;
  let service: Running;
  const llm: Server = fakeModel();

  beforeAll(async () => {
    await new Promise<void>((bound) => llm.listen(0, "127.0.0.1", bound));
    [gateway, service] = await replayed(join(ROOT, "scripts/demo-recordings"));
  });
  afterAll(async () => {
    await service?.stop();
    await gateway?.stop();
    llm.close();
  });

  const example = async (name: string, ...words: readonly string[]) => {
    await expect.poll(service.output).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
    const [mcp = ""] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(service.output()) ?? [];
    const child = launched([join(EXAMPLES, name), ...words], {
      TRIBUTARY_URL: service.url,
      TRIBUTARY_MCP_URL: `${mcp}?toolsets=core`,
      LLM_BASE_URL: `http://127.0.0.1:${(llm.address() as AddressInfo).port}/v1`,
      LLM_MODEL: "fake",
    });
    let [stdout, stderr] = ["", ""];
    child.stdout.on("data", (text) => {
      stdout += text;
    });
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    return { ...(await ended(child)), stdout, stderr };
  };

  it("fetch.ts searches and reads", async () => {
    const { status, stdout, stderr } = await example("fetch.ts", "tokio");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^\[1\] Tokio\n {4}https:\/\/tokio\.rs\//);
    expect(stdout).toMatch(/without an answer: .*bing \(/);
  });

  it("crawl-to-ndjson.ts writes a page a line", async () => {
    const file = join(scratch(), "pages.ndjson");
    const { status, stdout } = await example("crawl-to-ndjson.ts", "docs.example.com", file);
    expect([status, stdout]).toEqual([0, `3 pages in ${file}\n`]);
    const pages = readFileSync(file, "utf8").trim().split("\n");
    expect(pages.map((line) => z.object({ url: z.url() }).safeParse(JSON.parse(line)).success)).toEqual([
      true,
      true,
      true,
    ]);
  });

  it.each(["langgraph.ts", "ai-sdk.ts", "openai-agents.ts"])("%s lets a model search, and answers", async (name) => {
    given.length = 0;
    const { status, stdout, stderr } = await example(name, "what is tokio?");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/Found at https?:\/\/(tokio\.rs|docs\.rs)/);
    expect(given).toHaveLength(2);
  });

  const python = spawnSync("python3", ["-c", "import tavily"]).status === 0;
  it.skipIf(!python)(
    `tavily_client.py searches${python ? "" : " (skipped: the Python package tavily is not here)"}`,
    () => {
      const { status, stdout } = spawnSync("python3", [join(EXAMPLES, "tavily_client.py"), "tokio"], {
        env: { PATH: process.env["PATH"], TRIBUTARY_URL: service.url },
        encoding: "utf8",
      });
      expect([status, stdout.split("\n")[0]]).toEqual([0, "Tokio"]);
    },
  );
});
