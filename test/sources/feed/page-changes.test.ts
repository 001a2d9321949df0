import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { lastValueFrom, of, toArray } from "rxjs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openPageMemory } from "../../../src/reading/seen-pages/store.ts";
import { pageMemory } from "../../../src/reading/seen-pages/thread.ts";
import { textChange } from "../../../src/sources/feed/page_changes/comparison.ts";
import { pageChanges } from "../../../src/sources/feed/page_changes/index.ts";
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
    expect(openPageMemory(folder).recall("https://c.example/", "")).toMatchObject({
      etag: '"v1"',
      seenAt: "2026-01-02T00:00:00.000Z",
    });
  });

  it("keeps what it knew when the page fails", async () => {
    await look("https://d.example/", "2026-01-01T00:00:00Z", { html: page("x") });
    await expect(look("https://d.example/", "2026-01-02T00:00:00Z", { status: 503 })).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(openPageMemory(folder).recall("https://d.example/", "")).toMatchObject({
      text: "x",
      seenAt: "2026-01-01T00:00:00.000Z",
    });
  });

  it("remembers each selector by itself, and refuses what is none", async () => {
    await look("https://e.example/", "2026-01-01T00:00:00Z", { html: page("x") });
    const part = await look("https://e.example/ #> p:first-child", "2026-01-02T00:00:00Z", { html: page("x", "y") });
    expect(part).toMatchObject({ first: true, selector: "p:first-child" });
    expect(openPageMemory(folder).recall("https://e.example/", "p:first-child")?.text).toBe("x");
    await expect(look("https://e.example/ #> p[", "2026-01-02T00:00:00Z", {})).rejects.toMatchObject({
      kind: "bad-query",
    });
  });

  it("keeps 200 KB of a page's text, and tells a change beyond them all the same", async () => {
    const long = (last: string) =>
      page(...Array.from({ length: 9_000 }, (_, nth) => `a line of number ${nth} é`), last);
    const first = await look("https://f.example/", "2026-01-01T00:00:00Z", { html: long("x") });
    expect(first).toMatchObject({ cut: true, first: true });
    const kept = openPageMemory(folder).recall("https://f.example/", "")?.text ?? "";
    expect(Buffer.byteLength(kept)).toBeLessThanOrEqual(200 * 1024);
    expect(Buffer.byteLength(kept)).toBeGreaterThan(199 * 1024);
    expect(kept).toMatch(/ é$/);
    const second = await look("https://f.example/", "2026-01-02T00:00:00Z", { html: long("y") });
    expect(second).toMatchObject({ cut: true, changed: true, added: [] });
    const third = await look("https://f.example/", "2026-01-03T00:00:00Z", { html: long("y") });
    expect(third).toMatchObject({ changed: false, hash: second?.["hash"] });
  });

  it("never shows where its file is, when that cannot be used", async () => {
    writeFileSync(join(folder, "file"), "");
    const unusable = join(folder, "file");
    const { recall } = pageMemory(join(unusable, "inside"));
    const error = await lastValueFrom(recall("https://a.example/", "")).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind: "internal", message: expect.not.stringContaining(folder) });
  });
});

describe("openPageMemory", () => {
  const seenAt = (day: number, text: string) => ({
    title: null,
    text,
    hash: "h",
    seenAt: `2026-01-0${day}T00:00:00.000Z`,
    etag: null,
    lastModified: null,
  });

  it("forgets the pages longest not looked at, beyond a number of bytes or pages", () => {
    const memory = openPageMemory(folder, { pages: 3, bytes: 1_000 });
    memory.keep("https://a.example/", "", seenAt(1, "é".repeat(200)));
    memory.keep("https://b.example/", "", seenAt(2, "x".repeat(400)));
    memory.keep("https://a.example/", "", seenAt(3, "é".repeat(200)));
    expect(memory.recall("https://b.example/", "")).toBeDefined();
    memory.keep("https://c.example/", "", seenAt(4, "x".repeat(400)));
    const known = (): readonly string[] =>
      ["a", "b", "c", "d", "e"].filter((name) => memory.recall(`https://${name}.example/`, ""));
    expect(known()).toEqual(["a", "c"]);
    memory.keep("https://d.example/", "", seenAt(5, ""));
    memory.keep("https://e.example/", "", seenAt(6, ""));
    expect(known()).toEqual(["c", "d", "e"]);
    memory.close();
  });

  it("takes over a file of an older version", async () => {
    const old = new DatabaseSync(join(folder, "pages.sqlite"));
    old.exec(`CREATE TABLE page_seen (url TEXT NOT NULL, selector TEXT NOT NULL, title TEXT, text TEXT NOT NULL,
      seen_at TEXT NOT NULL, etag TEXT, last_modified TEXT, PRIMARY KEY (url, selector));
      INSERT INTO page_seen VALUES ('https://a.example/', '', 'News', 'one', '2026-01-01T00:00:00.000Z', NULL, NULL)`);
    old.close();
    expect(await look("https://a.example/", "2026-01-02T00:00:00Z", { html: page("one") })).toMatchObject({
      changed: false,
      first: false,
    });
    expect(await look("https://a.example/", "2026-01-03T00:00:00Z", { html: page("two") })).toMatchObject({
      changed: true,
      removed: ["one"],
    });
  });

  it("finds again what another process kept in the directory", () => {
    const seen = {
      title: null,
      text: "x",
      hash: "h",
      seenAt: "2026-01-01T00:00:00.000Z",
      etag: null,
      lastModified: null,
    };
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
