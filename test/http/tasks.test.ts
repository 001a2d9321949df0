import { createHmac } from "node:crypto";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { type Internet, internet, listening, serverFor } from "./support.ts";

const PAGES = 6;
const SECRET = "a secret";

interface Told {
  readonly type: string;
  readonly id: string;
  readonly webhookId: string;
  readonly success: boolean;
  readonly data: readonly unknown[];
}

let net: Internet;
let app: App;
let url: string;
const told: Told[] = [];
const signatures: boolean[] = [];
let refusals = 0;

beforeAll(async () => {
  net = await internet({
    "site.example": ({ pathname }, response) => {
      if (pathname === "/robots.txt" || pathname === "/gone") {
        response.writeHead(404).end();
        return;
      }
      const words = `<p>${`The page ${pathname} says words of its own in sentences. `.repeat(20)}</p>`;
      const links = Array.from({ length: PAGES }, (_, n) => `<a href="/p${n}">${n}</a>`).join("");
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(`<title>${pathname}</title><article>${words}<a href="/gone">g</a>${links}</article>`);
    },
    "hook.example": (_url, response, request) => {
      text(request).then((body) => {
        if (refusals > 0) {
          refusals -= 1;
          response.writeHead(500).end();
          return;
        }
        told.push(JSON.parse(body));
        const expected = `sha256=${createHmac("sha256", SECRET).update(body).digest("hex")}`;
        signatures.push(request.headers["x-tributary-signature"] === expected);
        response.writeHead(204).end();
      });
    },
  });
  app = serverFor(net.gateway, [], { environment: { WEBHOOK_SECRET: SECRET, WEBHOOK_RETRY_S: "0.05,0.05,0.05" } });
  url = await listening(app);
});
afterAll(async () => {
  await app.close();
  net.close();
});

const Any = z.record(z.string(), z.unknown());
const json = async (path: string, init?: RequestInit) => Any.parse(await (await fetch(url + path, init)).json());
async function over(path: string): Promise<Readonly<Record<string, unknown>>> {
  for (;;) {
    const task = await json(path);
    if (task["ended_at"] !== undefined) return task;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}, method = "POST") =>
  fetch(url + path, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
const ordered = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const answer = await fetch(url + path, { headers });
  expect(answer.status, await answer.clone().text()).toBe(202);
  return answer.headers.get("location") ?? "";
};
const CRAWL = "/crawl?q=https://site.example/&async=true";

it("answers with a map as its route does, once it is there", async () => {
  const path = await ordered("/map?q=https://site.example/&async=true");
  const task = await over(path);
  expect(task).toMatchObject({
    kind: "map",
    state: "completed",
    request: { path: "/map?q=https%3A%2F%2Fsite.example%2F" },
  });
  const direct = await json("/map?q=https://site.example/");
  const result = await json(`${path}/results`);
  expect(result["urls"]).toEqual(direct["urls"]);
  expect(await (await fetch(`${url}${path}/results?format=csv`)).text()).toContain("https://site.example/p1");
});

it("checks a unit before it takes it, and tells why one failed", async () => {
  expect((await fetch(`${url}/map?q=https://site.example/&limit=0&async=true`)).status).toBe(400);
  const path = await ordered("/map?q=http://10.0.0.1/&async=true");
  expect(await over(path)).toMatchObject({ state: "failed", error: expect.stringContaining("10.0.0.1") });
  expect((await fetch(`${url}${path}/results`)).status).toBe(403);
});

it("gives the same task for the same Idempotency-Key, and refuses another request under it", async () => {
  const key = { "idempotency-key": "one" };
  const path = await ordered(CRAWL, key);
  expect(await ordered(CRAWL, key)).toBe(path);
  expect((await fetch(`${url}${CRAWL}&limit=3`, { headers: key })).status).toBe(409);
  await over(path);
});

it("pages through results by number and by cursor, and streams them", async () => {
  const path = await ordered(CRAWL);
  await over(path);
  const all = await json(`${path}/results`);
  expect(all["results"]).toHaveLength(PAGES + 1);
  expect(all["failed_results"]).toHaveLength(1);
  expect(all["next_cursor"]).toBeUndefined();
  const urls: unknown[] = [];
  let cursor: unknown = "0.0";
  while (cursor !== undefined) {
    const page = await json(`${path}/results?limit=2&cursor=${cursor}`);
    urls.push(...z.array(Any).parse(page["results"]));
    cursor = page["next_cursor"];
  }
  expect(urls).toEqual(all["results"]);
  const lines = (await (await fetch(`${url}${path}/results`, { headers: { accept: "application/x-ndjson" } })).text())
    .trim()
    .split("\n")
    .map((line) => Any.parse(JSON.parse(line)));
  expect(lines.map((line) => line["event"])).toEqual([...Array(PAGES + 1).fill("page"), "done"]);
});

it("tells events again after any of them, as SSE, NDJSON and over a WebSocket", async () => {
  const path = await ordered(CRAWL);
  const whole = await (await fetch(`${url}${path}/events`)).text();
  const blocks = whole.split("\n\n").filter((block) => block.includes("event: "));
  const named = (block: string) => /event: (\w+)/.exec(block)?.[1];
  expect(blocks.filter((block) => named(block) === "page")).toHaveLength(PAGES + 1);
  expect(blocks.filter((block) => named(block) === "failed")).toHaveLength(1);
  expect(blocks.map(named).at(-1)).toBe("done");
  const withId = blocks.filter((block) => block.includes("id: "));
  const third = /id: (.*)/.exec(withId[2] ?? "")?.[1] ?? "";
  const rest = await (await fetch(`${url}${path}/events`, { headers: { "last-event-id": third } })).text();
  // Documents and notes each have their own count: what was seen of both is not told again.
  const [docs, notes] = third.split(".").map(Number);
  expect(rest.match(/event: page/g)).toHaveLength(PAGES + 1 - (docs ?? 0));
  expect(rest.match(/event: failed/g) ?? []).toHaveLength(1 - (notes ?? 0));
  const lines = await (
    await fetch(`${url}${path}/events?after=${third}`, { headers: { accept: "application/x-ndjson" } })
  ).text();
  expect(
    lines
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).event),
  ).toContain("done");
  const brief = await (
    await fetch(`${url}${path}/events?brief=true`, { headers: { accept: "application/x-ndjson" } })
  ).text();
  const pages = brief.split("\n").filter((line) => line.includes('"event":"page"'));
  expect(pages).toHaveLength(PAGES + 1);
  expect(brief).not.toContain("raw_content");
  expect(JSON.parse(pages[0] ?? "").data).toMatchObject({ url: "https://site.example/", chars: expect.any(Number) });
  expect((await fetch(`${url}${path}/events?after=none`)).status).toBe(400);

  const socket = new WebSocket(`${url.replace("http", "ws")}${path}/events?after=${third}`);
  const heard: unknown[] = [];
  socket.onmessage = ({ data }) => heard.push(JSON.parse(String(data)).event);
  await new Promise((resolve) => {
    socket.onclose = resolve;
  });
  expect(heard.filter((event) => event === "page")).toHaveLength(PAGES + 1 - (docs ?? 0));
  expect(heard.at(-1)).toBe("done");
  const unknown = new WebSocket(`${url.replace("http", "ws")}/tasks/none/events`);
  const failed = await new Promise((resolve) => {
    unknown.onerror = () => resolve(true);
    unknown.onopen = () => resolve(false);
  });
  expect(failed).toBe(true);
});

it("tells a webhook of the start, each page and the end, signed, once for each id, and tries again", async () => {
  told.length = 0;
  refusals = 2;
  const path = await ordered(`${CRAWL}&webhook=https://hook.example/`);
  await until(() => told.some(({ type }) => type === "task.completed"), "the end is told");
  const id = path.split("/")[2];
  expect(told.every((one) => one.id === id)).toBe(true);
  expect(new Set(told.map(({ webhookId }) => webhookId)).size).toBe(told.length);
  expect(told.filter(({ type, success }) => type === "task.page" && success)).toHaveLength(PAGES + 1);
  expect(told.filter(({ type, success }) => type === "task.page" && !success)).toHaveLength(1);
  expect(told.filter(({ type }) => type === "task.started")).toHaveLength(1);
  expect(told.at(-1)?.type).toBe("task.completed");
  expect(signatures.every(Boolean)).toBe(true);
  await until(() => refusals === 0, "the refusals were answered");
  const { webhook } = await json(path);
  expect(webhook).toMatchObject({ delivered: PAGES + 4, given_up: 0, waiting: 0 });
  expect((await fetch(`${url}${CRAWL}&webhook=http://10.0.0.1/`)).status).toBe(403);
});

it("gives a webhook up after its last try, and the task does not fail for it", async () => {
  refusals = 1_000;
  const path = await ordered(`/map?q=https://site.example/&async=true&webhook=https://hook.example/`);
  expect(await over(path)).toMatchObject({ state: "completed" });
  for (;;) {
    const { webhook } = await json(path);
    const { given_up } = z.object({ given_up: z.int() }).parse(webhook);
    if (given_up === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  refusals = 0;
});

it("keeps schedules, checks them, and runs one", async () => {
  const wrong = await post("/schedules", {
    path: "/map",
    query: { q: "https://site.example/", limit: 0 },
    cron: "* * * * *",
  });
  expect(wrong.status).toBe(400);
  expect(
    (await post("/schedules", { path: "/map", query: { q: "https://site.example/" }, cron: "61 * * * *" })).status,
  ).toBe(400);
  const nowhere = { path: "/map", query: { q: "https://site.example/" }, cron: "* * * * *", timezone: "Mars/X" };
  expect((await post("/schedules", nowhere)).status).toBe(400);
  expect((await post("/schedules", { path: "/search", query: { q: "x" }, cron: "* * * * *" })).status).toBe(400);
  const mapping = { path: "/map", query: { q: "https://site.example/" }, cron: "0 8 * * 1", timezone: "Europe/Paris" };
  expect((await post("/schedules", { ...mapping, only_changes: true })).status).toBe(400);
  const created = await post("/schedules", { ...mapping, webhook: "https://hook.example/" });
  const schedule = Any.parse(await created.json());
  expect([created.status, schedule["path"]]).toEqual([201, "/map?q=https%3A%2F%2Fsite.example%2F"]);
  const path = `/schedules/${schedule["id"]}`;
  const next = new Date(String(schedule["next_at"]));
  expect([next.getUTCDay(), [6, 7].includes(next.getUTCHours())]).toEqual([1, true]);

  told.length = 0;
  const { runs } = Any.parse(await (await post(`${path}/run`, {})).json());
  const [first] = z.array(z.string()).parse(runs);
  expect(await over(`/tasks/${first}`)).toMatchObject({ kind: "map", state: "completed" });
  await until(() => told.some(({ type }) => type === "task.completed"), "the end is told");
  expect(new Set(told.map(({ id }) => id))).toEqual(new Set([first]));

  expect(z.array(z.unknown()).parse((await json(path))["runs"])).toHaveLength(1);
  const changed = await post(path, { cron: "*/5 * * * *" }, {}, "PATCH");
  expect(await changed.json()).toMatchObject({ cron: "*/5 * * * *", path: schedule["path"] });
  expect((await json("/schedules"))["items"]).toContainEqual(expect.objectContaining({ id: schedule["id"] }));
  expect((await fetch(url + path, { method: "DELETE" })).status).toBe(204);
  expect((await fetch(url + path)).status).toBe(404);
});
