import { readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadRecordings } from "../../src/replay/recordings.ts";
import { ran, scratch, tributary } from "./processes.ts";

const KEY = "sk-e2e/secret+0123456789";
const ANSWER = {
  requestId: "r1",
  contact: "someone@example.org",
  echoed: KEY,
  results: [{ id: "https://example.org/a", title: "Recorded", url: "https://example.org/a", text: "A page." }],
};

const folder = scratch();
const seen: string[] = [];
let upstream: Server;
let gateway = "";

beforeAll(async () => {
  upstream = createServer((request, response) => {
    seen.push(JSON.stringify(request.headers));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(ANSWER));
  });
  await new Promise<void>((bound) => upstream.listen(0, "127.0.0.1", bound));
  gateway = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
});
afterAll(() => {
  upstream.close();
  rmSync(folder, { recursive: true });
});

describe("tributary record", () => {
  it("saves what an upstream answered, without secrets", async () => {
    const out = join(folder, "recordings");
    const { status, stdout } = await ran(["record", "exa=what a stream is", "--out", out], {
      UPSTREAM_GATEWAY: gateway,
      EXA_API_KEY: KEY,
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "search/exa: 1 exchanges saved, 1 items\n" });
    expect(seen.join("\n")).toContain(KEY);
    const [recording, ...others] = loadRecordings(out);
    expect(others).toEqual([]);
    expect(recording?.meta).toMatchObject({ source: "exa", method: "POST", status: 200, urlExact: true });
    expect(JSON.parse(Buffer.from(recording?.body() ?? []).toString("utf8"))).toEqual({
      ...ANSWER,
      contact: "REDACTED",
      echoed: "REDACTED",
    });
    for (const file of readdirSync(join(out, "search/exa"))) {
      const saved = readFileSync(join(out, "search/exa", file), "utf8");
      expect(saved).not.toContain(KEY);
      expect(saved).not.toContain(encodeURIComponent(KEY));
    }
  });

  it("can be replayed at once", async () => {
    const replay = await tributary(["replay", join(folder, "recordings"), "--port", "0"]);
    const { stdout } = await ran(["search", "what", "a", "stream", "is", "--engines", "exa", "--format", "json"], {
      UPSTREAM_GATEWAY: replay.url,
      EXA_API_KEY: "another",
    });
    await replay.stop();
    expect(JSON.parse(stdout)).toMatchObject({ items: [{ title: "Recorded", source: "exa" }] });
    expect(replay.output()).toMatch(/POST https:\/\/api\.exa\.ai\/search <- search\/exa\/\S+\n/);
  });

  it("says why a source did not answer, and saves that too", async () => {
    const out = join(folder, "failed");
    const { stdout } = await ran(["record", "search/mojeek", "--out", out], { UPSTREAM_GATEWAY: "http://127.0.0.1:9" });
    expect(stdout).toMatch(/^search\/mojeek: 0 exchanges saved, .+\n$/);
  });
});
