import { get } from "node:http";
import { brotliDecompressSync, createGunzip, gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { concat, NEVER, of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { until } from "../support/until.ts";
import { asking, categoriesOf, listening, listing, serverFor } from "./support.ts";

const item = (index: number) => ({
  title: `title ${index}`,
  url: `https://pages.example/${index}`,
  source: "many",
  snippet: "The same words over and over again.",
});
const many = listing("many", { open: () => of(...Array.from({ length: 200 }, (_, index) => item(index))) });
const slow = listing("slow", { open: () => concat(of(item(1)), NEVER) });

let app: App;
function start(): App {
  app = serverFor("http://127.0.0.1:9", categoriesOf([], [many, slow]));
  return app;
}
afterEach(() => app.close());

describe("a client that takes it", () => {
  it.each([
    ["br", brotliDecompressSync],
    ["gzip", gunzipSync],
    ["zstd", zstdDecompressSync],
  ] as const)("%s: gets less, and reads the same", async (encoding, read) => {
    start();
    for (const url of ["/packages/many?q=a", "/packages/many?q=a&format=csv", "/packages/many?q=a&format=xml"]) {
      const plain = await app.inject(url);
      const packed = await app.inject({ url, headers: { "accept-encoding": encoding } });
      expect(packed.headers["content-encoding"]).toBe(encoding);
      expect(packed.headers["vary"]).toMatch(/accept-encoding/i);
      expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
      const text = read(packed.rawPayload).toString();
      const timeless = (body: string): string => body.replace(/time_ms(?:":|>)\d+/g, "");
      expect(timeless(text)).toBe(timeless(plain.body));
    }
  });

  it("gets each row as it comes", async () => {
    const url = await listening(start());
    const headers = { accept: "application/x-ndjson", "accept-encoding": "gzip" };
    let text = "";
    const request = get(`${url}/packages/slow?q=a`, { headers, agent: false }, (response) => {
      const unpacked = response.pipe(createGunzip());
      unpacked.on("data", (piece) => {
        text += piece;
      });
      response.on("error", () => unpacked.destroy());
    });
    await until(() => text.includes("pages.example/1"), "the first row is there, and the last never comes");
    request.destroy();
  });

  it("gets server-sent events as they are", async () => {
    const url = await listening(start());
    const { answered, request } = asking(`${url}/packages/slow?q=a`, {
      accept: "text/event-stream",
      "accept-encoding": "gzip, br",
    });
    expect((await answered).headers["content-encoding"]).toBeUndefined();
    request.destroy();
  });

  it("gets a short answer as it is", async () => {
    const answer = await start().inject({ url: "/nowhere", headers: { "accept-encoding": "br" } });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.json().code).toBe("not-found");
  });
});

it("a compressed body is not taken: what it unfolds to is anybody's guess", async () => {
  const body = gzipSync(JSON.stringify([{ parser: "many", query: "a" }]));
  const headers = { "content-type": "application/json", "content-encoding": "gzip" };
  const answer = await start().inject({ method: "POST", url: "/batch", payload: body, headers });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().code).toBe("bad-query");
});
