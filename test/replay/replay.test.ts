import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstValueFrom } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import { replayGateway } from "../../src/replay/gateway.ts";
import { bestMatch } from "../../src/replay/match.ts";
import { redact, saveExchange } from "../../src/replay/recorder.ts";
import { loadRecordings, type Recording, RecordingMeta } from "../../src/replay/recordings.ts";

const recording = (meta: object, text = "{}"): Recording => ({
  category: "c",
  id: "i",
  name: "n",
  meta: RecordingMeta.parse({ body: "n.body.json", ...meta }),
  body: () => Buffer.from(text),
});

let folder = "";
afterEach(() => rmSync(folder || "/nonexistent", { recursive: true, force: true }));

describe("bestMatch", () => {
  const page1 = recording({ url: "https://api.example/v1/search?q=a&page=1", expect: { minItems: 2 } });
  const page2 = recording({ url: "https://api.example/v1/search?q=a&page=2" });
  const detail = recording({ url: "https://api.example/v1/things/7" });
  const all = [page2, detail, page1];

  it("prefers the very address", () =>
    expect(bestMatch(all, { method: "GET", url: "https://api.example/v1/search?q=a&page=2" })).toBe(page2));
  it("then the path, then the parameters", () => {
    expect(bestMatch(all, { method: "GET", url: "https://api.example/v1/things/9" })).toBe(detail);
    expect(bestMatch(all, { method: "GET", url: "https://api.example/v1/search?q=b&page=2" })).toBe(page2);
  });
  it("prefers results where nothing else decides", () =>
    expect(bestMatch(all, { method: "GET", url: "https://api.example/v1/search?q=b" })).toBe(page1));
  it("answers nothing for another host", () =>
    expect(bestMatch(all, { method: "GET", url: "https://other.example/v1/search" })).toBeUndefined());
  it("tells bodies apart", () => {
    const a = recording({ url: "https://g.example/", method: "POST", requestBody: { q: "a" } });
    const b = recording({ url: "https://g.example/", method: "POST", requestBody: '{ "q": "b" }' });
    expect(bestMatch([a, b], { method: "POST", url: "https://g.example/", body: '{"q":"b"}' })).toBe(b);
  });
});

describe("replayGateway", () => {
  it("answers by x-upstream-url, labels what it replays, and closes when unsubscribed", async () => {
    const answered: (string | undefined)[] = [];
    const one = recording({ url: "https://a.example/x", status: 418, contentType: "application/json" }, '{"a":1}');
    const gateway$ = replayGateway([one], { onAnswer: ({ recording: found }) => answered.push(found?.name) });
    let stop = (): void => undefined;
    const url = await new Promise<string>((resolve, reject) => {
      const subscription = gateway$.subscribe({ next: (gateway) => resolve(gateway.url), error: reject });
      stop = () => subscription.unsubscribe();
    });
    const hit = await fetch(url, { headers: { "x-upstream-url": "https://a.example/x" } });
    expect([hit.status, hit.headers.get("x-tributary-replay"), await hit.text()]).toEqual([418, "1", '{"a":1}']);
    const miss = await fetch(url, { headers: { "x-upstream-url": "https://b.example/" } });
    expect([miss.status, miss.headers.get("x-tributary-replay")]).toEqual([502, "miss"]);
    expect(answered).toEqual(["n", undefined]);
    stop();
    await expect(fetch(url)).rejects.toThrow();
  });

  it("fails when its port is taken", async () => {
    let stop = (): void => undefined;
    const url = await new Promise<string>((resolve) => {
      const first = replayGateway([]).subscribe(({ url }) => resolve(url));
      stop = () => first.unsubscribe();
    });
    await expect(firstValueFrom(replayGateway([], { port: Number(new URL(url).port) }))).rejects.toThrow("EADDRINUSE");
    stop();
  });
});

describe("saveExchange", () => {
  it("saves what loadRecordings reads back, without secrets", () => {
    folder = mkdtempSync(join(tmpdir(), "tributary-record-"));
    const exchange = {
      request: { url: "https://api.example/v1?key=s3cr3t-key&q=a" },
      response: {
        status: 200,
        headers: { "content-type": "application/json" },
        body: Buffer.from('{"you":"someone@example.org","k":"s3cr3t-key","é":"ü"}'),
      },
    };
    const file = saveExchange(folder, { category: "c", id: "i" }, "first", exchange, ["s3cr3t-key"], new Date(0));
    expect(readFileSync(file, "utf8")).not.toContain("s3cr3t");
    const [read] = loadRecordings(folder);
    expect(read?.meta).toMatchObject({ url: "https://api.example/v1?key=REDACTED&q=a", status: 200, urlExact: true });
    expect(Buffer.from(read?.body() ?? []).toString("utf8")).toBe('{"you":"REDACTED","k":"REDACTED","é":"ü"}');
  });

  it("redacts encoded secrets and secret parameters", () =>
    expect(redact("https://x/?token=abc&u=a%2Fb%3Dsecret", ["a/b=secret"])).toBe(
      "https://x/?token=REDACTED&u=REDACTED",
    ));
});
