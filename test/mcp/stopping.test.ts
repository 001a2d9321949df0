import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { lastValueFrom, NEVER, of, switchMap, timer } from "rxjs";
import { afterEach, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createMcpServer } from "../../src/mcp/http-server.ts";
import { createStopping } from "../../src/mcp/stopping.ts";
import { listed } from "../../src/sources/listing.ts";
import { categoriesOf, listing } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { until } from "../support/until.ts";

const item = { title: "one", url: "https://pages.example/one", source: "any" };
let asked = 0;
const categories = categoriesOf([
  listing("slow", { open: () => timer(400).pipe(switchMap(() => of(item))) }),
  listing("silent", { open: () => NEVER }),
]).map(listed);

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function serve() {
  asked = 0;
  const stopping = createStopping();
  const config = readConfig({ LOG_LEVEL: "silent" });
  const env = { upstream: replayUpstream(() => undefined), keys: {} };
  const server = createMcpServer({ config, env, categories }, stopping);
  server.on("request", () => {
    asked += 1;
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  ends.push(() => {
    agent.destroy();
    server.close();
    server.closeAllConnections();
  });
  const call = (query: string, over = agent) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const body = JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "web_search", arguments: { query, engines: [query] } },
      });
      const sent = request({
        port,
        path: "/mcp",
        method: "POST",
        agent: over,
        headers: { "content-type": "application/json" },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => {
          text += piece;
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
        response.on("error", reject);
      });
      sent.end(body);
    });
  return {
    server,
    stopping,
    call,
    drain: (ms: number) => lastValueFrom(stopping.drain(server, ms), { defaultValue: undefined }),
  };
}

it("a call under way comes to its end; then the server is drained", async () => {
  const { call, drain } = await serve();
  const answer = call("slow");
  await until(() => asked === 1, "the call has arrived");
  const began = performance.now();
  await drain(8_000);
  expect(performance.now() - began).toBeLessThan(7_000);
  const { status, text } = await answer;
  expect(status).toBe(200);
  expect(text).toContain("https://pages.example/one");
});

it("a new call is refused while others come to their end", async () => {
  const { call, drain, stopping } = await serve();
  const under = call("slow");
  await until(() => asked === 1, "a call is under way");
  const drained = drain(8_000);
  await expect(call("slow", new Agent())).rejects.toThrow("ECONNREFUSED");
  expect(stopping.refusal()).toMatchObject({ kind: "stopping", status: 503 });
  expect((await under).status).toBe(200);
  await drained;
  expect(asked).toBe(1);
});

it("a call that does not end in time is told", async () => {
  const { call, drain } = await serve();
  const answer = call("silent");
  await until(() => asked === 1, "the call has arrived");
  await new Promise((later) => setTimeout(later, 100));
  await drain(200);
  const { text } = await answer;
  expect(text).toContain("The service is being stopped");
  expect(text).toContain('"isError":true');
});
