import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { askInside } from "../../src/http/internal-requests.ts";
import { createServer } from "../../src/http/server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { linkedSite } from "../pipelines/crawl/site.ts";
import { PATIENCE_MS } from "../support/until.ts";
import { type Loopback, loopback } from "../upstream/loopback.ts";
import { clientTwo, type Served, serve, textOf } from "./support.ts";

const PAGES = 12;
const dataDir = mkdtempSync(join(tmpdir(), "mcp-tasks-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
const upstream = createUpstream(config);
const app = createServer({ config, env: { upstream, keys: {}, dataDir }, categories });
let site: Loopback;
let served: Served;
let client: Client;
beforeAll(async () => {
  const pages = linkedSite(PAGES, [], 1);
  site = await loopback((request, response) => {
    const body = pages.get((request.url ?? "/").split("?")[0] ?? "/");
    response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
  });
  served = await serve(upstream, { inside: askInside(app) });
  client = await clientTwo(served.dataUrl, "auto");
});
afterAll(async () => {
  await client.close();
  served.close();
  await app.close();
  await upstream.close();
  await site[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

async function call(name: string, given: Record<string, unknown>) {
  const answer = await client.callTool({ name, arguments: given });
  return { text: textOf(answer), isError: answer.isError ?? false, data: Object(answer.structuredContent) };
}

/** Asks for a task until it is over. */
async function over(name: string, given: Record<string, unknown>) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await call(name, given);
    if (answer.isError || !["queued", "running"].includes(answer.data.state) || performance.now() > end) return answer;
  }
}

it("orders a crawl, and gives its pages from an offset on, each once, within the tokens", async () => {
  const ordered = await call("web_crawl", { url: site.url, limit: 50, max_depth: 9, background: true });
  expect(ordered.text).toMatch(/^Ordered as task (\S+), which is (?:queued|running)\. Call with task_id “\1”/);
  const { task_id } = ordered.data;
  const first = await over("web_crawl", { task_id, max_tokens: 3_000 });
  expect(first.data).toMatchObject({ task_id, kind: "crawl", state: "completed" });
  expect(first.text).toContain(`The task is completed: ${PAGES} kept, 0 failed.`);
  const urls: string[] = [];
  for (let answer = first; ; ) {
    urls.push(...answer.data.results.map(({ url }: { url: string }) => url));
    const { next_offset: offset } = answer.data;
    if (offset === undefined) break;
    expect(answer.text).toContain(`${PAGES - offset} more pages: ask again with offset ${offset}.`);
    expect(offset).toBe(urls.length);
    answer = await call("web_crawl", { task_id, offset, max_tokens: 3_000 });
  }
  expect(urls).toHaveLength(PAGES);
  expect(new Set(urls).size).toBe(PAGES);
});

it("cuts a page that is too large by itself, and says so", async () => {
  const { data } = await call("web_crawl", { url: site.url, limit: 1, background: true });
  const { text } = await over("web_crawl", { task_id: data.task_id, max_tokens: 500 });
  expect(text).toContain("The page's text was cut: web_extract reads it whole.");
});

it("orders a map, and gives its addresses; any of the tools tells of it", async () => {
  const { data } = await call("web_map", { url: site.url, background: true });
  const map = await over("web_research", { task_id: data.task_id });
  expect(map.data).toMatchObject({ kind: "map", state: "completed" });
  expect(map.data.urls.length).toBeGreaterThan(PAGES / 2);
  expect(map.data.urls).toHaveLength(map.data.total);
});

it("orders an analysis, and what fails as a task fails in the same words, within the fence", async () => {
  const { data } = await call("seo_robots_txt", { query: new URL(site.url).host, background: true });
  const answer = await over("seo_audit", { task_id: data.task_id });
  const same = await app.inject(`/tasks/${data.task_id}/results`);
  expect(answer.isError).toBe(same.statusCode !== 200);
  if (answer.isError) expect(answer.text).toContain(same.json().error);
  else expect(answer.data).toMatchObject({ kind: "analysis", state: "completed" });
});

it.each([
  ["web_crawl", { task_id: "unknown" }, "There is no such task"],
  ["web_crawl", { background: true }, "url: is missing"],
  ["web_crawl", { background: "soon", url: "example.org" }, "background: must be true or false"],
  ["web_crawl", { background: true, url: "http://10.0.0.1/", select_paths: ["("] }, "select_paths"],
  ["seo_robots_txt", { background: true, query: "example.org", output: "prompt" }, "A prompt is not made"],
])("%s refuses %j", async (name, given, sentence) => {
  const { isError, text } = await call(name, given);
  expect(isError).toBe(true);
  expect(text).toContain(sentence);
});

it("is refused where nothing works in the background", async () => {
  const alone = await serve(upstream);
  const other = await clientTwo(alone.url, "auto");
  const refused = await other.callTool({ name: "web_crawl", arguments: { url: site.url, background: true } });
  expect(textOf(refused)).toBe("This server takes no work for the background.");
  await other.close();
  alone.close();
});
