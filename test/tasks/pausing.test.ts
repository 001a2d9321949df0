import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PATIENCE_MS, until } from "../support/until.ts";
import { type Loopback, loopback } from "../upstream/loopback.ts";
import { bodyOf, ended, type Service, served } from "./service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "pausing-"));
const asked: string[] = [];
const held: ServerResponse[] = [];
let site: Loopback;
let service: Service;
const start = () => served(dataDir, { API_KEYS: "first,second" });

beforeAll(async () => {
  site = await loopback((request, response) => {
    const path = request.url ?? "/";
    if (path === "/robots.txt") return void response.writeHead(404).end();
    asked.push(path);
    if (path === "/held") held.push(response);
    else response.writeHead(200, { "content-type": "text/html" }).end(pageOf(path));
  });
  service = await start();
});
afterAll(async () => {
  await ended(service.child, "SIGKILL");
  await site[Symbol.asyncDispose]();
  rmSync(dataDir, { recursive: true });
});

const pageOf = (path: string) => `<a href="/next">next</a><p>${`${path} says words of its own. `.repeat(20)}</p>`;
const ask = (path: string, method = "GET", key = "first") =>
  fetch(service.url + path, { method, headers: { authorization: `Bearer ${key}` } });
const order = async (path: string) => (await bodyOf(await ask(`/crawl?q=${site.url}${path}&async=true&limit=5`))).url;
async function reached(url: string, state: string): Promise<void> {
  let last = "";
  const look = async () => {
    last = (await bodyOf(await ask(url))).state;
  };
  await look();
  const looking = setInterval(() => void look(), 100);
  await until(() => last === state, `${url} is ${state}`).finally(() => clearInterval(looking));
}

it("pauses a crawl: what is under way ends, nothing more is asked, also after a restart, until it is resumed", {
  timeout: 3 * PATIENCE_MS,
}, async () => {
  const url = await order("/held");
  await until(() => held.length === 1, "the first page is asked for");
  const paused = await ask(`${url}/pause`, "POST");
  expect(paused.status).toBe(200);
  expect(await paused.json()).toMatchObject({
    state: "paused",
    deadline_at: expect.any(String),
    pages: { under_way: 1 },
  });
  held[0]?.writeHead(200, { "content-type": "text/html" }).end(pageOf("/held"));
  const told = await ask(`${url}/results?limit=1`);
  expect(told.status).toBe(200);
  let kept = 0;
  const look = setInterval(async () => {
    ({ kept } = (await bodyOf(await ask(url))).pages);
  }, 100);
  await until(() => kept === 1, "the page under way is kept").finally(() => clearInterval(look));
  expect(await bodyOf(await ask(url))).toMatchObject({ state: "paused", pages: { kept: 1, waiting: 1, under_way: 0 } });

  await ended(service.child, "SIGKILL");
  service = await start();
  await reached(await order("/other"), "completed");
  expect(asked).toEqual(["/held", "/other", "/next"]);
  expect(await bodyOf(await ask(url))).toMatchObject({ state: "paused", pages: { waiting: 1 } });
  expect((await bodyOf(await ask("/tasks?state=paused"))).items).toHaveLength(1);

  const again = await ask(`${url}/pause`, "POST");
  expect(again.status).toBe(409);
  expect((await bodyOf(again)).error).toBe("The task is paused: only one that is queued or running can be paused.");
  expect((await ask(`${url}/pause`, "POST", "second")).status).toBe(404);
  expect((await ask(`${url}/resume`, "POST", "second")).status).toBe(404);

  const events = (await ask(`${url}/events?format=sse`)).text();
  expect(await bodyOf(await ask(`${url}/resume`, "POST"))).toMatchObject({ state: "running" });
  await reached(url, "completed");
  expect(await events).toMatch(/"state":"paused".*"state":"running".*event: done/s);
  expect(asked).toEqual(["/held", "/other", "/next", "/next"]);
  expect((await ask(`${url}/resume`, "POST")).status).toBe(409);
  expect((await ask(`${url}/pause`, "POST")).status).toBe(409);
});

it("cancels a paused task", async () => {
  const url = await order("/held");
  await until(() => held.length === 2, "its page is asked for");
  await ask(`${url}/pause`, "POST");
  expect(await bodyOf(await ask(url, "DELETE"))).toMatchObject({ state: "cancelled", pages: { under_way: 0 } });
});
