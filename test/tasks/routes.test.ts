import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Loopback, loopback } from "../upstream/loopback.ts";
import { bodyOf, ended, type Service, served } from "./service.ts";

let site: Loopback;
let service: Service;
const dataDir = mkdtempSync(join(tmpdir(), "tasks-"));
const text = (name: string) => `<p>${`${name} says words of its own in sentences. `.repeat(20)}</p>`;
let open = 0;

beforeAll(async () => {
  site = await loopback((request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith("/slow")) {
      open += 1;
      response.on("close", () => {
        open -= 1;
      });
      return;
    }
    const links = path === "/" ? '<a href="/one">1</a><a href="/same">2</a><a href="/gone">3</a>' : "";
    if (path === "/gone" || path === "/robots.txt") response.writeHead(404).end();
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<title>T</title><article>${text(path === "/" ? "root" : "leaf")}${links}</article>`);
  });
  service = await served(dataDir, { API_KEYS: "first,second", TASKS_MAX_OPEN: "2" });
});
afterAll(async () => {
  await ended(service.child, "SIGKILL");
  await site[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

const ask = (path: string, { key = "first", ...rest }: RequestInit & { readonly key?: string } = {}) =>
  fetch(service.url + path, { ...rest, headers: { authorization: `Bearer ${key}` } });
const order = (path: string, key?: string) =>
  ask(`/crawl?q=${site.url}${path}&async=true`, key === undefined ? {} : { key });
async function until(path: string, state: string, key = "first") {
  for (;;) {
    const task = await bodyOf(await ask(path, { key }));
    if (task.state === state) return task;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it("opens nothing before the first order, and checks an order before it takes it", async () => {
  expect(await bodyOf(await ask("/tasks"))).toMatchObject({ items: [] });
  expect((await ask(`/crawl?q=${site.url}&async=true&limit=0`)).status).toBe(400);
  expect(existsSync(join(dataDir, "tasks.sqlite"))).toBe(false);
});

it("answers 202, and later with the crawl's pages, failures and duplicates in every format", async () => {
  const ordered = await order("/");
  expect(ordered.status).toBe(202);
  const { url } = await bodyOf(ordered);
  expect(ordered.headers.get("location")).toBe(url);
  const task = await until(url, "completed");
  expect(task).toMatchObject({ pages: { kept: 2, failed: 1, waiting: 0, under_way: 0 } });
  const results = await bodyOf(await ask(`${url}/results`));
  expect(results.results.map((page) => new URL(page.url).pathname)).toContain("/");
  expect(results.failed_results).toMatchObject([{ url: `${site.url}/gone` }]);
  expect(results.duplicates).toHaveLength(1);
  const first = await bodyOf(await ask(`${url}/results?limit=1`));
  expect(first.next_offset).toBe(1);
  expect(await (await ask(`${url}/results?format=csv`)).text()).toContain("raw_content");
  expect(await (await ask(`${url}/results?format=xml`)).text()).toContain("<?xml");
  expect((await ask(url, { key: "second" })).status).toBe(404);
  expect((await bodyOf(await ask("/tasks", { key: "second" }))).items).toEqual([]);
  expect((await ask(url, { method: "DELETE" })).status).toBe(204);
  expect((await ask(url)).status).toBe(404);
});

it("leaves what is under way when a task is cancelled, and takes no more than a key may have open", async () => {
  const { url } = await bodyOf(await order("/slow/1"));
  await order("/slow/2");
  expect((await order("/slow/3")).status).toBe(429);
  expect((await order("/", "second")).status).toBe(202);
  while (open < 2) await new Promise((resolve) => setTimeout(resolve, 20));
  const cancelled = await bodyOf(await ask(url, { method: "DELETE" }));
  expect(cancelled).toMatchObject({ state: "cancelled", pages: { under_way: 0 } });
  const begin = Date.now();
  while (open > 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(Date.now() - begin).toBeLessThan(1_000);
});

it("keeps what only a crawl in the background may be asked", async () => {
  const more = { include_subdomains: "true", under: "/docs/", spacing_ms: "20", limit: "30000" };
  const ordered = await ask(`/crawl?${new URLSearchParams({ q: site.url, async: "true", ...more })}`, {
    key: "second",
  });
  expect(ordered.status).toBe(202);
  const { url } = await bodyOf(ordered);
  expect(await (await ask(url, { key: "second" })).json()).toMatchObject({ request: more });
  await until(url, "completed", "second");
});

it("fails a task whose first address may not be reached", async () => {
  const { url } = await bodyOf(await ask("/crawl?q=http://10.0.0.1/&async=true", { key: "first" }));
  expect(await until(url, "failed")).toMatchObject({ error: expect.stringContaining("10.0.0.1") });
});
