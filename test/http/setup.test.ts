import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { of, throwError } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { mountedMcp } from "../../src/cli/mcp.ts";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { listed } from "../../src/sources/listing.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { categoriesOf, type Internet, internet, listing, serverFor } from "./support.ts";

const key = (name: string, more = {}) => ({ env: [name] as const, required: true, ...more });
const found = () => of({ title: "one", url: "https://one.example/", source: "x" });
const engines = [
  listing("alpha", { open: found }),
  listing("keyed", { open: found, key: key("KEYED_API_KEY", { from: "https://keyed.example/keys" }) }),
  listing("wrong", {
    key: key("WRONG_API_KEY"),
    open: (_q, _options, { cached }) =>
      cached(
        "page",
        throwError(() => new SourceError("missing-key", "Wrong refuses the key.")),
      ),
  }),
  listing("hosted", { open: found, key: key("HOSTED_URL", { required: false, instance: "HOSTED_URL" }) }),
  listing("left", { open: found }),
];

let app: App;
let net: Internet;
let model: Server | undefined;
const start = async (environment: Readonly<Record<string, string>> = {}): Promise<void> => {
  net = await internet({});
  app = serverFor(net.gateway, categoriesOf(engines), { environment });
};
afterEach(async () => {
  await app.close();
  net.close();
  model?.close();
});

const setup = async (headers = {}) => (await app.inject({ url: "/setup", headers })).json();

describe("GET /setup", () => {
  it("tells which keys are set, missing and refused, and which engines are asked by default, and why", async () => {
    await start({ WRONG_API_KEY: "secret-1", ENGINES: "-left" });
    await app.inject("/search/wrong?q=otters");
    const { keys, engines: told } = await setup();
    expect(keys).toEqual([
      { name: "HOSTED_URL", state: "missing", required: false, sources: ["search/hosted"] },
      {
        name: "KEYED_API_KEY",
        state: "missing",
        required: true,
        sources: ["search/keyed"],
        from: "https://keyed.example/keys",
      },
      {
        name: "WRONG_API_KEY",
        state: "refused",
        required: true,
        sources: ["search/wrong"],
        error: "Wrong refuses the key.",
      },
    ]);
    const why = Object.fromEntries(told.map((one: { id: string; why: string }) => [one.id, one.why]));
    expect(why["alpha"]).toBe("It is asked: it needs no key.");
    expect(why["keyed"]).toBe("It is not asked: KEYED_API_KEY is not set.");
    expect(why["left"]).toBe("It is not asked: ENGINES leaves it out.");
    expect(why["hosted"]).toContain("HOSTED_URL names no instance");
  });

  it("tells the configuration without secrets", async () => {
    await start({ API_KEYS: "secret-2", LLM_API_KEY: "secret-3", ALL_PROXY: "http://me:secret-4@127.0.0.1:9" });
    expect((await app.inject("/setup")).statusCode).toBe(401);
    const told = await setup({ authorization: "Bearer secret-2" });
    const value = (name: string) => told.settings.find((one: { name: string }) => one.name === name);
    expect(value("API_KEYS")).toMatchObject({ value: "set (1)", is_default: false });
    expect(value("ALL_PROXY")).toMatchObject({ value: "http://…@127.0.0.1:9" });
    expect(value("PORT")).toMatchObject({ value: "9093", is_default: true, about: "REST port" });
    expect(JSON.stringify(told)).not.toMatch(/secret-\d/);
  });

  it("says in one sentence each what is reached, what is not, and what is not set", async () => {
    model = createServer((_request, response) => void response.end('{"data":[]}'));
    await new Promise<void>((ready) => model?.listen(0, "127.0.0.1", ready));
    const { port } = model.address() as AddressInfo;
    await start({ LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: "small", HTTPS_PROXY: "http://127.0.0.1:9" });
    const { reach, versions } = await setup();
    const of = (name: string) => reach.find((one: { name: string }) => one.name === name);
    expect(of("data")).toMatchObject({ state: "reached" });
    expect(of("gateway")).toEqual({
      name: "gateway",
      state: "reached",
      said: "The gateway (UPSTREAM_GATEWAY) is reached.",
    });
    expect(of("redis")).toMatchObject({ state: "unset" });
    expect(of("proxy").state).toBe("unreached");
    expect(of("model")).toMatchObject({ state: "reached", said: expect.stringContaining("small is asked") });
    expect(versions.node).toBe(process.version);
  });
});

describe("the tools at the port of REST", () => {
  it("speak their protocol at /mcp, and ask for a key themselves", async () => {
    net = await internet({});
    const config = readConfig({ API_KEYS: "secret", LOG_LEVEL: "silent" });
    const env = { upstream: replayUpstream(() => undefined), keys: {} };
    const categories = categoriesOf(engines).map(listed);
    const protocol = await mountedMcp({ config, env, categories });
    app = serverFor(net.gateway, categoriesOf(engines), {
      environment: { API_KEYS: "secret" },
      tools: protocol.handle,
    });
    const url = `${await app.listen({ host: "127.0.0.1", port: 0 })}/mcp?toolsets=core`;
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    const asked = (headers: Readonly<Record<string, string>>) =>
      fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
    expect((await asked({})).status).toBe(401);
    const answer = await asked({ authorization: "Bearer secret" });
    expect(await answer.json()).toMatchObject({
      result: { tools: expect.arrayContaining([expect.objectContaining({ name: "web_search" })]) },
    });
    protocol.close();
  });
});
