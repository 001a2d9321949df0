import type { AddressInfo } from "node:net";
import { of } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { createMcpServer } from "../../src/mcp/http-server.ts";
import { listed } from "../../src/sources/listing.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { finders, river } from "./small-web.ts";
import { type Internet, internet, listening, type Site } from "./support.ts";

/** Two engines hang, two refuse, ten take 0.3 to 3 seconds. */
const SLOW = Array.from({ length: 10 }, (_, index) => ({
  id: `slow${index}`,
  ms: 300 + Math.round((index * 2_700) / 9),
}));
const ENGINES = ["mutea", "muteb", "shuta", "shutb", ...SLOW.map(({ id }) => id)];

const row = (id: string, n: number) => ({
  title: `Otter ${id} ${n}`,
  url: `https://river.example/otter/${id}/${n}`,
  snippet: `An otter holds its breath for eight minutes, says ${id}.`,
});

const late =
  (id: string, ms: number): Site =>
  (_url, response) => {
    const rows = [row("shared", 1), row(id, 1), row(id, 2)];
    const timer = setTimeout(() => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ rows }));
    }, ms);
    response.on("close", () => clearTimeout(timer));
  };

interface Service {
  readonly url: string;
  readonly mcp: string;
  readonly net: Internet;
  close(): Promise<void>;
}

async function start(): Promise<Service> {
  const net = await internet({
    "river.example": river,
    ...Object.fromEntries(["mutea", "muteb"].map((id) => [`${id}.example`, () => undefined])),
    ...Object.fromEntries(
      ["shuta", "shutb"].map((id): [string, Site] => [
        `${id}.example`,
        (_url, response) => void response.writeHead(403).end(),
      ]),
    ),
    ...Object.fromEntries(SLOW.map(({ id, ms }) => [`${id}.example`, late(id, ms)])),
  });
  const config = readConfig({ UPSTREAM_GATEWAY: net.gateway, LOG_LEVEL: "silent" });
  const upstream = createUpstream(config, { resolve: () => of(["93.184.216.34"]) });
  const deps = { config, env: { upstream, keys: {} }, categories: finders(ENGINES).map(listed) };
  const app: App = createServer(deps);
  const tools = createMcpServer(deps);
  await new Promise<void>((ready) => tools.listen(0, "127.0.0.1", ready));
  const { port } = tools.address() as AddressInfo;
  return {
    url: await listening(app),
    mcp: `http://127.0.0.1:${port}/mcp`,
    net,
    close: async () => {
      tools.close();
      tools.closeAllConnections();
      await app.close();
      await upstream.close();
      net.close();
    },
  };
}

interface Answer {
  readonly items?: readonly { readonly engines: readonly string[] }[];
  readonly sources: readonly { readonly id: string; readonly status: string; readonly error?: string }[];
}

const rest = async ({ url }: Service, q: string): Promise<Answer> =>
  (await fetch(`${url}/search?${new URLSearchParams({ q })}`)).json() as Promise<Answer>;

const tool = async ({ mcp }: Service, name: string, args: object): Promise<unknown> => {
  const answer = await fetch(mcp, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
  });
  const { result } = (await answer.json()) as { result: { content: readonly { text?: string }[] } };
  return result.content.map(({ text = "" }) => text).join("\n");
};

const timed = async <T>(ask: () => Promise<T>): Promise<{ readonly ms: number; readonly answer: T }> => {
  const began = performance.now();
  const answer = await ask();
  return { ms: performance.now() - began, answer };
};

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

const research = async ({ url }: Service, model: string): Promise<Answer> =>
  (
    await fetch(`${url}/research`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query: "how long can an otter hold its breath?", model }),
    })
  ).json() as Promise<Answer>;

describe.concurrent("engines that hang", () => {
  const services: Service[] = [];
  const started = async (): Promise<Service> => {
    const service = await start();
    services.push(service);
    return service;
  };
  afterAll(() => Promise.all(services.map((service) => service.close())));

  it("hold up the first REST search for no more than their deadline, the next ones not at all", async () => {
    const service = await started();
    const first = await timed(() => rest(service, "otter one"));
    expect(first.ms).toBeLessThan(6_000);
    const { sources, items = [] } = first.answer;
    expect(sources.filter(({ status }) => status === "timeout").map(({ id }) => id)).toEqual(["mutea", "muteb"]);
    expect(sources.filter(({ status }) => status === "blocked").map(({ id }) => id)).toEqual(["shuta", "shutb"]);
    for (const { id } of SLOW)
      expect(
        items.some(({ engines }) => engines.includes(id)),
        id,
      ).toBe(true);
    const next: number[] = [];
    for (const q of ["two", "three", "four", "five", "six"]) next.push((await timed(() => rest(service, q))).ms);
    expect(median(next)).toBeLessThan(3_500);
  });

  it("hold up MCP's searches no longer", async () => {
    const service = await started();
    const ask = (query: string) => timed(() => tool(service, "web_search", { query, max_results: 30 }));
    const first = await ask("otter one");
    expect(first.ms).toBeLessThan(6_000);
    for (const { id } of SLOW) expect(first.answer).toContain(`/otter/${id}/1`);
    const next: number[] = [];
    for (const q of ["two", "three", "four", "five", "six"]) next.push((await ask(q)).ms);
    expect(median(next)).toBeLessThan(3_500);
  });

  it.each([
    ["mini", 6_000],
    ["pro", 12_000],
  ])("hold up research %s for less than %i ms", async (model, most) => {
    const service = await started();
    const { ms, answer } = await timed(() => research(service, model));
    expect(ms).toBeLessThan(most);
    expect(answer.sources.length).toBeGreaterThan(0);
  });

  it.each([
    ["Tavily's", "/search", { query: "otter breath" }, 6_000],
    ["Exa's", "/search", { query: "otter breath", numResults: 5, contents: { text: true } }, 6_000],
    [
      "a chat's",
      "/v1/chat/completions",
      { model: "mini", messages: [{ role: "user", content: "otter breath?" }] },
      6_000,
    ],
  ])("hold up %s clients at %s no longer", async (_who, path, body, most) => {
    const service = await started();
    const { ms, answer } = await timed(() =>
      fetch(`${service.url}${path}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
    expect(answer.status).toBe(200);
    expect(ms).toBeLessThan(most);
  });
});
