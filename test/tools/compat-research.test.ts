import { tavily } from "@tavily/core";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { finders, finds, river, rows } from "../http/small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "../http/support.ts";
import { until } from "../support/until.ts";

let net: Internet;
let app: App;
let url: string;

async function client(sites: Readonly<Record<string, Site>>, engines = ["alpha"]) {
  net = await internet({ "river.example": river, ...sites });
  app = serverFor(net.gateway, finders(engines));
  url = await listening(app);
  return tavily({ apiKey: "any-key", apiBaseURL: url });
}
const stop = async (): Promise<void> => {
  await app.close();
  net.close();
};

const refuses: Site = (_url, response) => response.writeHead(403).end();

/** The poll's answer once it is there, as it comes over the wire. */
async function finished(poll: () => Promise<object>): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const answer = { ...(await poll()) } as Readonly<Record<string, unknown>>;
    if (answer["status"] !== "pending" && answer["status"] !== "in_progress") return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("research by the API's own client", () => {
  afterEach(stop);

  it("is ordered, then asked for until it is there", async () => {
    const { research, getResearch, extract } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    // The process that reads pages is there: mini waits no more than four seconds for a page.
    await extract([rows.otter.url], {});
    const ordered = await research("otter hold breath minutes", { model: "mini" });
    if (!("requestId" in ordered)) throw new Error("A stream was not asked for.");
    expect(ordered).toEqual({
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      status: "pending",
      input: "otter hold breath minutes",
      model: "mini",
      responseTime: expect.any(Number),
    });
    const answer = await finished(() => getResearch(ordered.requestId, { includeUsage: true }));
    expect(answer).toEqual({
      request_id: ordered.requestId,
      created_at: ordered.createdAt,
      status: "completed",
      input: "otter hold breath minutes",
      model: "mini",
      content: expect.stringContaining(
        "The otter can hold its breath under water for about eight minutes, and its heart slows down as it dives. [1]",
      ),
      sources: [
        { title: "The otter", url: rows.otter.url, favicon: "https://river.example/favicon.ico" },
        { title: "What otters eat", url: rows.food.url, favicon: "https://river.example/favicon.ico" },
      ],
      outcomes: [expect.objectContaining({ id: "alpha", status: "ok" })],
      response_time: expect.any(Number),
      usage: { credits: 0 },
    });
  });

  it("answers 201 and 202 before, and 404 for what was not ordered", async () => {
    const { getResearch } = await client({ "alpha.example": () => undefined });
    const ordered = await fetch(`${url}/research`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ input: "otter", citation_format: "apa", output_schema: { properties: {} } }),
    });
    expect(ordered.status).toBe(201);
    const { request_id, warnings, model } = JSON.parse(await ordered.text());
    expect(model).toBe("pro");
    expect(warnings).toEqual([
      "output_schema is not honoured: content is text.",
      "citation_format: citations are numbered; [n] names sources[n - 1], which has what a bibliography needs.",
    ]);
    const polled = await fetch(`${url}/research/${request_id}`);
    expect(polled.status).toBe(202);
    expect(await polled.json()).toMatchObject({ request_id, status: "in_progress", response_time: expect.any(Number) });
    await expect(getResearch("nothing")).rejects.toThrow(/^There is no research of that id/);
    expect((await fetch(`${url}/research/nothing`)).status).toBe(404);
    const wrong = await fetch(`${url}/research`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    expect(net.sockets.size).toBe(1);
    await app.close();
    await until(() => net.sockets.size === 0, "no socket upstream");
  });

  it("tells why it failed", async () => {
    const { research, getResearch } = await client({ "alpha.example": refuses });
    const ordered = await research("otter");
    if (!("requestId" in ordered)) throw new Error("A stream was not asked for.");
    expect(await finished(() => getResearch(ordered.requestId))).toMatchObject({
      status: "failed",
      code: "blocked",
      error: expect.stringContaining("The only engine asked failed"),
    });
  });

  it("streams chunks of a chat completion to their end", async () => {
    const { research } = await client({ "alpha.example": finds(rows.otter, rows.food) });
    const stream = await research("otter hold breath minutes", { model: "pro", stream: true });
    if ("requestId" in stream) throw new Error("A stream was asked for.");
    let text = "";
    for await (const piece of stream) text += piece.toString();
    const blocks = text.trimEnd().split("\n\n");
    expect(blocks.pop()).toBe("event: done");
    const chunks = blocks.map((block) => JSON.parse(block.replace(/^data: /, "")));
    for (const chunk of chunks)
      expect(chunk).toMatchObject({
        id: chunks[0].id,
        object: "chat.completion.chunk",
        model: "pro",
        created: expect.any(Number),
        choices: [{ index: 0, delta: { role: "assistant" } }],
      });
    const deltas = chunks.map(({ choices: [{ delta }] }) => delta);
    expect(deltas[0].tool_calls).toMatchObject({
      type: "tool_call",
      tool_call: [{ name: "WebSearch", queries: ["otter hold breath minutes"] }],
    });
    expect(deltas[1].tool_calls).toMatchObject({
      type: "tool_response",
      tool_response: [{ name: "WebSearch", id: deltas[0].tool_calls.tool_call[0].id }],
    });
    expect(deltas[1].tool_calls.tool_response[0].sources.map((source: { url: string }) => source.url)).toEqual([
      rows.otter.url,
      rows.food.url,
    ]);
    const content = deltas.map((delta) => delta.content ?? "").join("");
    expect(content).toContain("The otter can hold its breath under water for about eight minutes");
    expect(content).toContain("[1]");
    expect(deltas.at(-1).sources[0]).toEqual({
      title: "The otter",
      url: rows.otter.url,
      favicon: "https://river.example/favicon.ico",
    });
    expect(chunks.at(-1).choices[0].finish_reason).toBe("stop");
  });

  it("ends a stream that fails with an error event", async () => {
    const { research } = await client({ "alpha.example": refuses });
    const stream = await research("otter", { model: "mini", stream: true });
    if ("requestId" in stream) throw new Error("A stream was asked for.");
    let text = "";
    for await (const piece of stream) text += piece.toString();
    const [, data = ""] = /event: error\ndata: (.*)\n\n$/.exec(text) ?? [];
    expect(JSON.parse(data)).toMatchObject({ success: false, code: "blocked", detail: { error: expect.any(String) } });
    expect(text).not.toContain("event: done");
  });
});
