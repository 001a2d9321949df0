import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import type { App, ServerDeps } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { type AskedJson, askedJson } from "./asked-json.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, type Site, serverFor } from "./support.ts";

let net: Internet;
let app: App;
let url: string;
let dataDir: string;

const OTTER = "https://river.example/otter";
const FOOD = "https://river.example/otter/food";

interface Told {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly body: {
    readonly type: string;
    readonly success: boolean;
    readonly id: string;
    readonly webhookId: string;
    readonly data: readonly unknown[];
    readonly metadata?: unknown;
    readonly error?: string;
  };
}
const hook: Told[] = [];

const receiver: Site = (_url, response, request) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  request.on("end", () => {
    hook.push({ headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(200).end();
  });
};

/** Its pages come when they are let go. */
const answers: (() => void)[] = [];
let held = false;
const many: Site = ({ pathname }, response) => {
  const answer = () =>
    void response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>${pathname}</title><p>This is the page ${pathname} of many, and no other one.</p>`);
  if (held) answers.push(answer);
  else answer();
};

async function start(environment: Readonly<Record<string, string>> = {}, deps: Pick<ServerDeps, "heartbeatMs"> = {}) {
  hook.length = 0;
  net = await internet({
    "river.example": river,
    "many.example": many,
    "mute.example": () => undefined,
    "hook.example": receiver,
  });
  dataDir = mkdtempSync(join(tmpdir(), "firecrawl-watch-"));
  app = serverFor(net.gateway, finders(["alpha"]), { environment: { DATA_DIR: dataDir, ...environment }, ...deps });
  url = await listening(app);
}

afterEach(async () => {
  for (const answer of answers.splice(0)) answer();
  held = false;
  await app.close();
  net.close();
  rmSync(dataDir, { recursive: true });
});

const asked = (...given: AskedJson) => askedJson(url, ...given);

interface Watched {
  readonly messages: {
    readonly type: string;
    readonly data?: { readonly status?: string; readonly data?: unknown[] };
  }[];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  readonly socket: WebSocket;
}

function watching(path: string, key?: string): Watched {
  const socket = new WebSocket(`${url.replace("http", "ws")}${path}`, key === undefined ? [] : [key]);
  const messages: Watched["messages"] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  const closed = new Promise<{ code: number; reason: string }>((resolve, reject) => {
    socket.on("close", (code, reason) => resolve({ code, reason: String(reason) }));
    socket.on("error", reject);
  });
  return { messages, closed, socket };
}

const batch = (fields: object = {}) =>
  asked("POST", "/v2/batch/scrape", { urls: [OTTER, FOOD], formats: ["markdown"], ...fields });

describe("the watcher", () => {
  it("tells what there is, each further document once, and closes at the end", async () => {
    await start();
    const { body } = await batch();
    const { messages, closed } = watching(`/v2/batch/scrape/${body.id}`);
    expect(await closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(messages[0]?.type).toBe("catchup");
    const told = messages.flatMap(({ type, data }) => (type === "catchup" ? (data?.data ?? []) : [data]));
    const { body: status } = await asked("GET", `/v2/batch/scrape/${body.id}`);
    expect(told.map((one) => JSON.stringify(one)).toSorted()).toEqual(
      status.data.map((one: unknown) => JSON.stringify(one)).toSorted(),
    );
    const late = watching(`/v1/crawl/${body.id}`);
    expect(await late.closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(late.messages).toMatchObject([{ type: "catchup", data: { status: "completed" } }]);
    expect(late.messages[0]?.data?.data).toHaveLength(2);
  });

  it("tells each version as it understands it that a job was cancelled", async () => {
    await start();
    const { body } = await asked("POST", "/v2/crawl", { url: "https://mute.example/", sitemap: "skip" });
    const two = watching(`/v2/crawl/${body.id}`);
    const one = watching(`/v1/crawl/${body.id}`);
    await until(() => two.messages.length > 0 && one.messages.length > 0, "both are told");
    await asked("DELETE", `/v2/crawl/${body.id}`);
    expect(await two.closed).toEqual({ code: 1000, reason: '{"type":"done"}' });
    expect(two.messages.map(({ type, data }) => [type, data?.status])).toEqual([
      ["catchup", "scraping"],
      ["status", "cancelled"],
    ]);
    expect(await one.closed).toEqual({ code: 1000, reason: '{"type":"error","error":"The crawl was cancelled."}' });
    expect(one.messages.map(({ type }) => type)).toEqual(["catchup"]);
  });

  it("pings a client that there is nothing to tell", async () => {
    await start({}, { heartbeatMs: 10 });
    const { body } = await asked("POST", "/v2/crawl", { url: "https://mute.example/", sitemap: "skip" });
    const { messages, closed, socket } = watching(`/v2/crawl/${body.id}`);
    let pings = 0;
    socket.on("ping", () => {
      pings += 1;
    });
    await until(() => pings >= 2, "it is pinged again");
    expect(messages.map(({ type }) => type)).toEqual(["catchup"]);
    await asked("DELETE", `/v2/crawl/${body.id}`);
    expect((await closed).code).toBe(1000);
  });

  it("tells sixty clients of one job each document once, also the one that reads late", async () => {
    await start();
    held = true;
    const urls = Array.from({ length: 12 }, (_, index) => `https://many.example/${index}`);
    const { body } = await batch({ urls });
    const watchers = Array.from({ length: 60 }, () => watching(`/v2/batch/scrape/${body.id}`));
    await until(() => watchers.every(({ messages }) => messages.length > 0), "all are told what there is");
    const [slow, ...others] = watchers;
    slow?.socket.pause();
    held = false;
    for (const answer of answers.splice(0)) answer();
    for (const { closed } of others) expect((await closed).code).toBe(1000);
    expect(slow?.messages).toHaveLength(1);
    slow?.socket.resume();
    await slow?.closed;
    const { body: status } = await asked("GET", `/v2/batch/scrape/${body.id}`);
    const there = status.data.map((one: unknown) => JSON.stringify(one));
    expect(there).toHaveLength(urls.length);
    for (const { messages } of watchers) {
      const told = messages.flatMap(({ type, data }) => (type === "catchup" ? (data?.data ?? []) : [data]));
      expect(told.map((one) => JSON.stringify(one))).toEqual(there);
    }
  });

  it("knows no other's jobs, and takes the key as a subprotocol", async () => {
    await start({ API_KEYS: "one-key-of-many,another-key-too" });
    const { body } = await asked(
      "POST",
      "/v2/batch/scrape",
      { urls: [OTTER] },
      { authorization: "Bearer one-key-of-many" },
    );
    const own = watching(`/v2/batch/scrape/${body.id}`, "one-key-of-many");
    expect((await own.closed).code).toBe(1000);
    const other = watching(`/v2/batch/scrape/${body.id}`, "another-key-too");
    expect(await other.closed).toEqual({ code: 1008, reason: '{"type":"error","error":"Job not found"}' });
    expect(other.messages).toEqual([{ type: "error", error: "Job not found" }]);
    await expect(watching(`/v2/batch/scrape/${body.id}`, "no-key").closed).rejects.toThrow("401");
  });
});

describe("a webhook", () => {
  it("is told of the start, of each page and of the end, signed", async () => {
    await start({ WEBHOOK_SECRET: "a secret of the service" });
    const webhook = { url: "https://hook.example/in", headers: { "x-own": "yes" }, metadata: { order: "7" } };
    const { body } = await batch({ urls: [OTTER, "https://river.example/none"], webhook });
    expect(body).not.toHaveProperty("warning");
    await until(() => hook.some((told) => told.body.type === "batch_scrape.completed"), "the end is told");
    expect(hook[0]?.body).toMatchObject({ type: "batch_scrape.started", success: true, id: body.id, data: [] });
    expect(hook.at(-1)?.body).toMatchObject({ type: "batch_scrape.completed", data: [], metadata: { order: "7" } });
    const pages = hook.filter((told) => told.body.type === "batch_scrape.page");
    expect(pages).toHaveLength(2);
    expect(new Set(hook.map((told) => told.body.webhookId)).size).toBe(4);
    for (const { headers, text } of hook) {
      const signature = createHmac("sha256", "a secret of the service").update(text).digest("hex");
      expect(headers).toMatchObject({ "x-firecrawl-signature": `sha256=${signature}`, "x-own": "yes" });
    }
  });

  it("is told of what it asked for alone", async () => {
    await start();
    const { body } = await asked("POST", "/v2/crawl", {
      url: OTTER,
      limit: 1,
      webhook: { url: "https://hook.example/in", events: ["completed"] },
    });
    await until(() => hook.some((told) => told.body.id === body.id), "it is told");
    const own = hook.filter((told) => told.body.id === body.id);
    expect(own.map((told) => told.body.type)).toEqual(["crawl.completed"]);
  });

  it.each([
    ["no address", /^webhook: "no address" is not an absolute URL/],
    ["http://127.0.0.1/", /^webhook: 127\.0\.0\.1 may not be reached/],
    [7, /^webhook: must be an address, or an object with url/],
    [
      { url: "https://hook.example/", headers: { "a b": "c" } },
      /^webhook\.headers: holds a name that is none of a header/,
    ],
    [{ url: "https://hook.example/", headers: { a: "c\nd" } }, /^webhook\.headers\.a: cannot be sent/],
    [{ url: "https://hook.example/", events: "page" }, /^webhook\.events: must be a list/],
    [{ headers: {} }, /^webhook\.url: is missing/],
  ])("is refused where it cannot be asked: %j", async (webhook, error) => {
    await start();
    for (const path of ["/v2/crawl", "/v2/batch/scrape"]) {
      const { status, body } = await asked("POST", path, { url: OTTER, urls: [OTTER], webhook });
      expect({ status, error: body.error, success: body.success }).toEqual({
        status: 400,
        error: expect.stringMatching(error),
        success: false,
      });
    }
  });
});
