import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lastValueFrom, of, toArray } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { textChange } from "../../../src/sources/feed/page_changes/comparison.ts";
import { pageChanges } from "../../../src/sources/feed/page_changes/index.ts";
import { openPageMemory, pageMemory } from "../../../src/sources/feed/page_changes/memory.ts";
import { runSource } from "../../../src/sources/run.ts";
import type { HttpRequest, HttpResponse } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "page-memory-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const source = { ...pageChanges, category: "feed", ttlMs: 600_000 };

/** Looks at a page that answers so. */
async function look(
  q: string,
  at: string,
  answer: { html?: string; status?: number; headers?: Record<string, string> },
  asked: HttpRequest[] = [],
) {
  const response = (request: HttpRequest): HttpResponse => ({
    url: request.url,
    status: answer.status ?? 200,
    headers: { "content-type": "text/html; charset=utf-8", ...answer.headers },
    setCookie: [],
    redirects: [],
    replayed: true,
    body: new TextEncoder().encode(answer.html ?? ""),
  });
  const upstream = {
    ...replayUpstream(() => undefined),
    http: (request: HttpRequest) => {
      asked.push(request);
      return of(response(request));
    },
  };
  const ask = { q, pagecount: 1, noCache: false, options: {} };
  const items = await lastValueFrom(
    runSource(source, ask, { upstream, keys: {}, dataDir: folder, now: () => Date.parse(at) }).pipe(toArray()),
  );
  return items[0];
}

const page = (...lines: string[]): string =>
  `<html><head><title>News</title><script>var nonce = ${Math.PI}</script></head><body>${lines.map((line) => `<p>${line}</p>`).join("")}</body></html>`;

describe("page_changes", () => {
  it("remembers the first look and tells the second one what changed", async () => {
    const first = await look("https://a.example/", "2026-01-01T00:00:00Z", { html: page("one", "two", "three") });
    expect(first).toMatchObject({ title: "News", changed: false, first: true, checkedAt: "2026-01-01T00:00:00.000Z" });
    expect(first).not.toHaveProperty("previousAt");
    const second = await look("https://a.example/", "2026-01-02T00:00:00Z", {
      html: page("one", "2", "three", "four"),
    });
    expect(second).toMatchObject({
      changed: true,
      first: false,
      previousAt: "2026-01-01T00:00:00.000Z",
      added: ["2", "four"],
      removed: ["two"],
      snippet: "2 … four",
    });
    expect(second?.["diff"]).toBe(
      [
        "--- before\t2026-01-01T00:00:00.000Z",
        "+++ after\t2026-01-02T00:00:00.000Z",
        "@@ -1,3 +1,4 @@",
        " one",
        "-two",
        "+2",
        " three",
        "+four",
      ].join("\n"),
    );
    expect(second?.["hash"]).not.toBe(first?.["hash"]);
  });

  it("does not count scripts, hidden elements and times relative to now", async () => {
    await look("https://b.example/", "2026-01-01T00:00:00Z", { html: page("x 5 minutes ago", "<time>Monday</time>y") });
    const again = await look("https://b.example/", "2026-01-02T00:00:00Z", {
      html: page("x 2 days ago", "<time>Tuesday</time>y", "<b style='display: none'>z</b>").replace("var", "let"),
    });
    expect(again).toMatchObject({ changed: false, first: false });
  });

  it("asks whether the page was modified, and takes 304 for unchanged", async () => {
    const asked: HttpRequest[] = [];
    const validators = { etag: '"v1"', "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" };
    const first = await look("https://c.example/", "2026-01-01T00:00:00Z", { html: page("x"), headers: validators });
    const again = await look("https://c.example/", "2026-01-02T00:00:00Z", { status: 304 }, asked);
    expect(asked[0]).toMatchObject({
      guarded: true,
      headers: { "if-none-match": '"v1"', "if-modified-since": "Thu, 01 Jan 2026 00:00:00 GMT" },
    });
    expect(again).toMatchObject({ title: "News", changed: false, first: false, hash: first?.["hash"] });
    expect(pageMemory(folder).recall("https://c.example/", "")).toMatchObject({
      etag: '"v1"',
      seenAt: "2026-01-02T00:00:00.000Z",
    });
  });

  it("keeps what it knew when the page fails", async () => {
    await look("https://d.example/", "2026-01-01T00:00:00Z", { html: page("x") });
    await expect(look("https://d.example/", "2026-01-02T00:00:00Z", { status: 503 })).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(pageMemory(folder).recall("https://d.example/", "")).toMatchObject({
      text: "x",
      seenAt: "2026-01-01T00:00:00.000Z",
    });
  });

  it("remembers each selector by itself, and refuses what is none", async () => {
    await look("https://e.example/", "2026-01-01T00:00:00Z", { html: page("x") });
    const part = await look("https://e.example/ #> p:first-child", "2026-01-02T00:00:00Z", { html: page("x", "y") });
    expect(part).toMatchObject({ first: true, selector: "p:first-child" });
    expect(pageMemory(folder).recall("https://e.example/", "p:first-child")?.text).toBe("x");
    await expect(look("https://e.example/ #> p[", "2026-01-02T00:00:00Z", {})).rejects.toMatchObject({
      kind: "bad-query",
    });
  });
});

describe("openPageMemory", () => {
  it("finds again what another process kept in the directory", () => {
    const seen = { title: null, text: "x", seenAt: "2026-01-01T00:00:00.000Z", etag: null, lastModified: null };
    const one = openPageMemory(join(folder, "new"));
    one.keep("https://a.example/", "", seen);
    one.close();
    const other = openPageMemory(join(folder, "new"));
    expect(other.recall("https://a.example/", "")).toEqual(seen);
    expect(other.recall("https://a.example/", "p")).toBeUndefined();
    other.close();
  });
});

describe("textChange", () => {
  it("compares lines as sets where the texts have too little in common to be aligned", () => {
    const lines = (word: string) => ["same", ...Array.from({ length: 6000 }, (_, i) => `${word} ${i}`)].join("\n");
    const change = textChange(lines("old"), lines("new"), "a", "b");
    expect(change.diff).toBeUndefined();
    expect(change.added).toHaveLength(6000);
    expect(change.added).not.toContain("same");
    expect(change.removed[0]).toBe("old 0");
  });
});
