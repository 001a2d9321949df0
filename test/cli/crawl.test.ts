import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { concat, lastValueFrom, NEVER, type Observable, of, take, throwError } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { crawlCommand, showCrawl } from "../../src/cli/crawl.ts";
import { readConfig } from "../../src/config.ts";
import type { StreamEvent } from "../../src/events.ts";
import type { CrawlResponse } from "../../src/pipelines/crawl/response.ts";
import { createRuntime } from "../../src/runtime.ts";
import { createUpstream } from "../../src/upstream/upstream.ts";
import { lake, river } from "../http/small-web.ts";
import { type Internet, internet } from "../http/support.ts";
import { screen } from "./screen.ts";

type Event = StreamEvent<CrawlResponse>;
const page = (data: Readonly<Record<string, unknown>>): Event => ({ event: "page", data });
const done: Event = {
  event: "done",
  data: {
    base_url: "river.example",
    results: [],
    failed_results: [{ url: "https://river.example/c", error: "Gone.", code: "not-found" }],
    duplicates: [{ url: "https://river.example/b", duplicate_of: "https://river.example/a", depth: 1 }],
    pages: 1,
    bytes: 1_000,
    disallowed: 2,
    unvisited: 3,
    stopped: "limit",
    response_time: "0.50",
  },
};
const events$ = of<Event[]>(
  page({ url: "https://river.example/a", raw_content: "Otters.", depth: 0 }),
  page({ url: "https://river.example/b", duplicate_of: "https://river.example/a", depth: 1 }),
  page({ url: "https://river.example/c", error: "Gone.", code: "not-found" }),
  done,
);
const ended = (stream$: Observable<number>): Promise<unknown> => lastValueFrom(stream$, { defaultValue: undefined });

describe("showCrawl", () => {
  it("writes a page a line, and on the other output what failed and what it came to", async () => {
    const [out, err] = [screen(), screen()];
    expect(
      await ended(showCrawl(events$, { format: "ndjson", out: out.stream, err: err.stream, queue: () => 7 })),
    ).toBe(0);
    expect(out.written()).toBe('{"url":"https://river.example/a","raw_content":"Otters.","depth":0}\n');
    expect(err.written()).toBe(
      "https://river.example/c: not-found: Gone.\n" +
        "1 pages of river.example in 0.50 s, 1 failed, 1 duplicates, 2 forbidden by robots.txt, 3 not visited; the limit was reached\n",
    );
  });

  it("tells on a terminal how it goes", async () => {
    const [out, err] = [screen(), screen({ isTTY: true })];
    let ms = 0;
    const now = (): number => {
      ms += 2000;
      return ms;
    };
    await ended(showCrawl(events$, { format: "ndjson", out: out.stream, err: err.stream, queue: () => 7, now }));
    expect(err.written()).toContain("1 pages, 0.5 a second; 7 waiting; 0 failed, 0 duplicates");
    expect(err.written()).toContain("1 pages of river.example in 0.50 s");
  });

  it("writes the whole answer in the other formats", async () => {
    const [out, err] = [screen(), screen()];
    await ended(showCrawl(events$, { format: "json", out: out.stream, err: err.stream, queue: () => 7 }));
    expect(JSON.parse(out.written())).toMatchObject({ base_url: "river.example", pages: 1 });
  });

  it("says what was kept when it is stopped", () => {
    const [out, err] = [screen(), screen()];
    const open$ = concat(events$.pipe(take(1)), NEVER);
    showCrawl(open$, { format: "ndjson", out: out.stream, err: err.stream, queue: () => 7 })
      .subscribe()
      .unsubscribe();
    expect(out.written()).toContain("Otters.");
    expect(err.written()).toBe("Stopped: 1 result so far, which were kept.\n");
  });

  it("fails as the crawl fails", async () => {
    const failing$ = concat(
      events$,
      throwError(() => new Error("no")),
    );
    const view = { format: "ndjson" as const, out: screen().stream, err: screen().stream, queue: () => 0 };
    await expect(ended(showCrawl(failing$, view))).rejects.toThrow("no");
  });
});

describe("tributary crawl", () => {
  let net: Internet;
  let folder: string;
  beforeAll(async () => {
    net = await internet({ "river.example": river, "lake.example": lake });
    folder = mkdtempSync(join(tmpdir(), "tributary-crawl-"));
  });
  afterAll(() => {
    net.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const runtime = () => {
    const upstream = createUpstream(
      readConfig({ UPSTREAM_GATEWAY: net.gateway, TRIBUTARY_NO_PACE: "true", LOG_LEVEL: "silent" }),
      { resolve: () => of(["93.184.216.34"]) },
    );
    const own = createRuntime({ LOG_LEVEL: "silent" });
    const close = () => Promise.all([upstream.close(), own.close()]);
    return { ...own, env: { upstream, keys: {} }, close: () => close().then(() => undefined) };
  };

  it("writes a site's pages to a file", async () => {
    const own = runtime();
    const [out, err] = [screen(), screen()];
    const path = join(folder, "pages.ndjson");
    await ended(
      crawlCommand(
        own,
        "river.example/otter",
        { format: "ndjson", out: path, markdown: true },
        { out: out.stream, err: err.stream },
      ),
    );
    await own.close();
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line).url)).toEqual([
      "https://river.example/otter",
      "https://river.example/otter/food",
    ]);
    expect(JSON.parse(lines[0] ?? "").raw_content).toContain("](https://river.example/otter/food)");
    expect(out.written()).toBe("");
    expect(err.written()).toMatch(/^2 pages of river\.example in [\d.]+ s, 0 failed/);
  });

  it("fails where the file cannot be written, or an option is none", async () => {
    const own = runtime();
    const ask = (wishes: Omit<Parameters<typeof crawlCommand>[2], "format">) =>
      crawlCommand(
        own,
        "river.example",
        { format: "ndjson", ...wishes },
        { out: screen().stream, err: screen().stream },
      );
    await expect(ended(ask({ out: join(folder, "no/such/folder") }))).rejects.toThrow("ENOENT");
    expect(() => ask({ selectPaths: ["("] })).toThrow(/^--select-paths “\(” is no usable regular expression/);
    await own.close();
  });
});
