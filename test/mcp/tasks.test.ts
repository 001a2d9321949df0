import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client as ClientOne } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpOne } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { readConfig } from "../../src/config.ts";
import { askInside } from "../../src/http/internal-requests.ts";
import { createServer } from "../../src/http/server.ts";
import { addKey } from "../../src/keys/file.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { linkedSite } from "../pipelines/crawl/site.ts";
import { PATIENCE_MS, until } from "../support/until.ts";
import { type Loopback, loopback } from "../upstream/loopback.ts";
import { clientTwo, FENCED, type Served, serve, textOf } from "./support.ts";

/* Tasks of the protocol, in both eras: those of revision 2025-11-25, and the extension of 2026-07-28. */

const PAGES = 6;
const EXTENSION = "io.modelcontextprotocol/tasks";
const dataDir = mkdtempSync(join(tmpdir(), "mcp-protocol-tasks-"));
const keyDir = mkdtempSync(join(tmpdir(), "mcp-protocol-task-keys-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent", ALLOW_PRIVATE_NETWORKS: "127.0.0.0/8" });
const upstream = createUpstream(config);
const app = createServer({ config, env: { upstream, keys: {}, dataDir }, categories });
const keyOf = (name: string): string =>
  addKey(join(keyDir, "keys.json"), { name, weight: 1, per_minute: {}, per_day: {} });
const one = keyOf("one");
const other = keyOf("other");

let site: Loopback;
let keyed: Served;
let open: Served;
/** Requests for pages that are never answered. */
const hanging = { begun: 0, closed: 0 };
beforeAll(async () => {
  const pages = linkedSite(PAGES, [], 1);
  site = await loopback((request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    if (path.startsWith("/hang")) {
      hanging.begun += 1;
      response.once("close", () => {
        hanging.closed += 1;
      });
      return;
    }
    const body = path === "/slow" ? '<title>Slow</title><a href="/hang/1">on</a>' : pages.get(path);
    response.writeHead(body ? 200 : 404, { "content-type": "text/html" }).end(body);
  });
  const inside = askInside(app);
  keyed = await serve(upstream, { inside, environment: { DATA_DIR: keyDir } });
  open = await serve(upstream, { inside });
});
afterAll(async () => {
  keyed.close();
  open.close();
  await app.close();
  await upstream.close();
  await site[Symbol.asyncDispose]();
  for (const folder of [dataDir, keyDir]) rmSync(folder, { recursive: true });
});

const clients: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
});

async function legacy(url: URL, key?: string): Promise<ClientOne> {
  const client = new ClientOne({ name: "test", version: "1" });
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  await client.connect(new HttpOne(new URL("?toolsets=core,seo", url), { requestInit: { headers } }));
  clients.push(client);
  // What the client itself knows of which tool may be a task.
  await client.listTools();
  return client;
}

const crawl = () => ({ name: "web_crawl", arguments: { url: site.url, limit: 50, max_depth: 9 } });
const CODE = { notFound: -32_601, params: -32_602, undeclared: -32_021 };

/** Everything that a call as a task tells, to its end. */
async function followed(
  client: ClientOne,
  call: ReturnType<typeof crawl>,
  onprogress = (_: object): void => undefined,
) {
  const told = [];
  for await (const message of client.experimental.tasks.callToolStream(call, CallToolResultSchema, {
    task: { ttl: 60_000 },
    onprogress,
    timeout: PATIENCE_MS,
  }))
    told.push(message);
  return told;
}

const Created = z.object({ task: z.object({ taskId: z.string(), status: z.string() }) });

/** A task as it was ordered. */
const begun = async (client: ClientOne, call: object) =>
  (await client.request({ method: "tools/call", params: { ...call, task: {} } }, Created)).task;

describe("revision 2025-11-25", () => {
  it("says which tools may be called as a task; a client of before is told nothing of it", async () => {
    const client = await legacy(keyed.url, one);
    expect(client.getServerCapabilities()?.tasks).toEqual({
      list: {},
      cancel: {},
      requests: { tools: { call: {} } },
    });
    const { tools } = await client.listTools();
    const named = (name: string) => tools.find((tool) => tool.name === name)?.execution;
    for (const name of ["web_crawl", "web_research", "web_batch", "web_map", "seo_audit"])
      expect(named(name)).toEqual({ taskSupport: "optional" });
    expect(named("web_search")).toBeUndefined();
    const before = await fetch(open.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", method: "tools/list", id: 1 }),
    });
    expect(await before.text()).not.toContain("execution");
  });

  it("follows a crawl from its order to its result, which stands within the fence, with its progress", async () => {
    const client = await legacy(open.url);
    const progress: object[] = [];
    const told = await followed(client, crawl(), (one) => progress.push(one));
    expect(told[0]).toMatchObject({ type: "taskCreated", task: { status: "working", pollInterval: 1_000 } });
    const result = told.at(-1);
    expect(result).toMatchObject({ type: "result" });
    if (result?.type !== "result") return;
    expect(textOf(result.result)).toMatch(FENCED);
    expect(textOf(result.result)).toContain(`The task is completed: ${PAGES} kept, 0 failed.`);
    expect(JSON.stringify(result.result._meta)).toContain("io.modelcontextprotocol/related-task");
    expect(progress.at(-1)).toMatchObject({
      progress: PAGES,
      total: PAGES,
      message: `The task is completed: ${PAGES} kept, 0 failed.`,
    });
  });

  it("shows as many tokens as the call asked for, and the arguments that the tool does not know", async () => {
    const client = await legacy(open.url);
    const call = { name: "web_crawl", arguments: { ...crawl().arguments, max_tokens: 700, colour: "red" } };
    const { taskId } = await begun(client, call);
    const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect(textOf(result)).toMatch(/more pages: ask again with offset \d/);
    expect(textOf(result)).toContain("colour");
    const next = await client.callTool({ name: "web_crawl", arguments: { task_id: taskId, offset: 1 } });
    expect(JSON.stringify(next.content)).toContain("The task is completed");
  });

  it("cancels: the crawl's connections close, its state is told, and it cannot be cancelled again", async () => {
    const client = await legacy(open.url);
    const { taskId } = await begun(client, { name: "web_crawl", arguments: { url: `${site.url}/slow`, max_depth: 2 } });
    await until(() => hanging.begun > 0, "a page is asked for");
    const result = client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    const refused = expect(result).rejects.toMatchObject({ message: expect.stringContaining("was cancelled") });
    expect(await client.experimental.tasks.cancelTask(taskId)).toMatchObject({ taskId, status: "cancelled" });
    await until(() => hanging.closed === hanging.begun, "its connections are closed");
    await refused;
    expect(await client.experimental.tasks.getTask(taskId)).toMatchObject({ status: "cancelled" });
    await expect(client.experimental.tasks.cancelTask(taskId)).rejects.toMatchObject({ code: CODE.params });
  });

  it("is the key's own: another neither sees nor ends it, and lists its own alone", async () => {
    const mine = await legacy(keyed.url, one);
    const theirs = await legacy(keyed.url, other);
    const { taskId } = await begun(mine, crawl());
    const ids = async (client: ClientOne) =>
      (await client.experimental.tasks.listTasks()).tasks.map((task) => task.taskId);
    expect(await ids(mine)).toContain(taskId);
    expect(await ids(theirs)).toEqual([]);
    for (const asked of [
      () => theirs.experimental.tasks.getTask(taskId),
      () => theirs.experimental.tasks.getTaskResult(taskId, CallToolResultSchema),
      () => theirs.experimental.tasks.cancelTask(taskId),
    ])
      await expect(asked()).rejects.toMatchObject({
        code: CODE.params,
        message: expect.stringContaining("There is no such task"),
      });
    expect((await mine.experimental.tasks.getTask(taskId)).status).not.toBe("cancelled");
  });

  it("knows no task that was forgotten", async () => {
    const client = await legacy(open.url);
    const { taskId } = await begun(client, crawl());
    await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    expect((await app.inject({ method: "DELETE", url: `/tasks/${taskId}` })).statusCode).toBe(204);
    await expect(client.experimental.tasks.getTask(taskId)).rejects.toMatchObject({ code: CODE.params });
  });

  it("lists nobody's tasks where callers are not told from another", async () => {
    const client = await legacy(open.url);
    expect(client.getServerCapabilities()?.tasks?.list).toBeUndefined();
    await expect(client.request({ method: "tasks/list" }, z.looseObject({}))).rejects.toMatchObject({
      code: CODE.notFound,
    });
  });

  it.each([
    ["a tool that is no task", { name: "list_parsers", arguments: {} }, CODE.notFound, "is not called as a task"],
    ["arguments that do not fit", { name: "web_crawl", arguments: {} }, CODE.params, "url: is missing"],
    ["a task of another call", { name: "web_crawl", arguments: { task_id: "a" } }, CODE.params, "task_id asks for"],
  ])("refuses %s", async (_, call, code, sentence) => {
    const client = await legacy(open.url);
    await expect(begun(client, call)).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) });
  });

  it("fails where the task failed, in the words of the call, within the fence", async () => {
    const client = await legacy(open.url);
    const { taskId } = await begun(client, { name: "seo_robots_txt", arguments: { query: "nowhere.invalid" } });
    const result = await client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema);
    const { status, statusMessage } = await client.experimental.tasks.getTask(taskId);
    expect([result.isError, status]).toEqual([true, "failed"]);
    expect(statusMessage).not.toContain("nowhere");
    expect(textOf(result)).toMatch(/<untrusted-web-content-[0-9a-f]{10}>/);
  });
});

/** A message of the later revision, as a client sends it that can follow tasks, or one that cannot. */
async function modern(method: string, params: Record<string, unknown>, extensions: object = { [EXTENSION]: {} }) {
  const name = params["name"] ?? params["taskId"];
  const answer = await fetch(open.url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(typeof name === "string" && { "mcp-name": name }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": { extensions },
        },
      },
    }),
  });
  const text = await answer.text();
  const { result, error } = JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? text);
  return { result, error };
}

/** A task once it is over. */
async function overOf(taskId: string) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { result } = await modern("tasks/get", { taskId });
    if (result.status !== "working" || performance.now() > end) return result;
  }
}

describe("the extension of revision 2026-07-28", () => {
  it("is offered as an extension alone, and the list of tools is the same as ever", async () => {
    const client = await clientTwo(open.url, "auto");
    clients.push(client);
    expect(client.getServerCapabilities()).toMatchObject({ extensions: { [EXTENSION]: {} } });
    expect(client.getServerCapabilities()).not.toHaveProperty("tasks");
    expect(JSON.stringify(await client.listTools())).not.toContain("taskSupport");
  });

  it("makes a task of a crawl, whose result comes with its state, within the fence", async () => {
    const { result: created } = await modern("tools/call", crawl());
    expect(created).toMatchObject({ resultType: "task", status: "working", pollIntervalMs: 1_000 });
    expect(created.ttlMs).toBeGreaterThan(0);
    for (const field of ["content", "result", "task", "ttl"]) expect(created).not.toHaveProperty(field);
    const over = await overOf(created.taskId);
    expect(over).toMatchObject({ resultType: "complete", status: "completed", taskId: created.taskId });
    expect(textOf(over.result)).toMatch(FENCED);
    expect(textOf(over.result)).toContain(`${PAGES} kept`);
    expect((await modern("tasks/update", { taskId: created.taskId, inputResponses: {} })).result).toMatchObject({
      resultType: "complete",
    });
    expect((await modern("tasks/cancel", { taskId: created.taskId })).result).toMatchObject({ resultType: "complete" });
    expect((await overOf(created.taskId)).status).toBe("completed");
  });

  it("answers a call at once where the client cannot follow tasks", async () => {
    const { result } = await modern("tools/call", crawl(), {});
    expect(result).toMatchObject({ resultType: "complete" });
    expect(textOf(result)).toMatch(FENCED);
  });

  it("makes a task of what is short only where `background` asks for it", async () => {
    const map = { name: "web_map", arguments: { url: site.url } };
    expect((await modern("tools/call", map)).result).toMatchObject({ resultType: "complete" });
    const { result } = await modern("tools/call", { ...map, arguments: { ...map.arguments, background: true } });
    expect(result).toMatchObject({ resultType: "task" });
    expect(textOf((await overOf(result.taskId)).result)).toContain(site.url);
  });

  it("cancels the crawl, whose connections close", async () => {
    const call = { name: "web_crawl", arguments: { url: `${site.url}/slow`, max_depth: 2 } };
    const before = hanging.begun;
    const { result } = await modern("tools/call", call);
    await until(() => hanging.begun > before, "a page is asked for");
    expect((await modern("tasks/cancel", { taskId: result.taskId })).result).toMatchObject({ resultType: "complete" });
    await until(() => hanging.closed === hanging.begun, "its connections are closed");
    expect(await overOf(result.taskId)).toMatchObject({ status: "cancelled" });
  });

  it("has what failed for a reason of the web as a result that is an error, not as a failed task", async () => {
    const call = { name: "seo_robots_txt", arguments: { query: "nowhere.invalid", background: true } };
    const { result } = await modern("tools/call", call);
    expect(await overOf(result.taskId)).toMatchObject({ status: "completed", result: { isError: true } });
  });

  it.each(["tasks/get", "tasks/update", "tasks/cancel"])(
    "%s refuses an unknown id, and who cannot follow tasks",
    async (method) => {
      expect((await modern(method, { taskId: "unknown" })).error).toMatchObject({ code: CODE.params });
      expect((await modern(method, { taskId: "unknown" }, {})).error).toMatchObject({
        code: CODE.undeclared,
        data: { requiredCapabilities: { extensions: { [EXTENSION]: {} } } },
      });
    },
  );

  it.each(["tasks/result", "tasks/list"])("%s is gone", async (method) => {
    expect((await modern(method, { taskId: "unknown" })).error).toMatchObject({ code: CODE.notFound });
  });
});

it("has no tasks where nothing works in the background", async () => {
  const alone = await serve(upstream);
  const client = await legacy(alone.url);
  expect(client.getServerCapabilities()?.tasks).toBeUndefined();
  await expect(client.experimental.tasks.getTask("any")).rejects.toMatchObject({ code: CODE.notFound });
  alone.close();
});
