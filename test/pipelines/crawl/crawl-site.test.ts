import { lastValueFrom, toArray } from "rxjs";
import { afterAll, describe, expect, it } from "vitest";
import { crawl } from "../../../src/pipelines/crawl/crawl.ts";
import { createReader } from "../../../src/reading/reader.ts";
import { inTurns, percentile } from "../../support/processor-time.ts";
import { door, loopback, says } from "../../upstream/loopback.ts";
import { doneIn, LOOPBACK, pathOf, request } from "./crawling.ts";
import { hasRealPages, linkedSite, serving } from "./site.ts";

const reader = createReader({ size: 2 });
afterAll(() => reader.close());

/** Links, not contents, decide what is asked for; these are enough to keep a thread that reads them from all else. */
const REAL = 250;

describe(`crawl, a site of 1,000 pages, ${hasRealPages ? REAL : "none"} of them real`, () => {
  it("takes every reachable page once and none that robots.txt forbids, while the event loop stays free", {
    timeout: 180_000,
  }, async () => {
    const asked: string[] = [];
    const site = linkedSite(1_000, ["/private/a", "/hang", "/huge", "/loop", "/broken", "/gone"], REAL);
    const special = {
      "/robots.txt": says("User-agent: *\nDisallow: /private/\n", { "content-type": "text/plain" }),
      "/hang": () => {},
      "/huge": serveHuge,
      "/loop": says("", { location: "/loop2" }, 302),
      "/loop2": says("", { location: "/loop" }, 302),
      "/broken": says(Buffer.from("<p>caf\xe9 \xff\xfe broken text</p>", "latin1"), {
        "content-type": "text/html; charset=no-such-charset",
      }),
    };
    await using server = await loopback(serving(site, special, asked));
    await using upstream = door(LOOPBACK);
    const { outcome: events, turnsMs } = await inTurns(() =>
      lastValueFrom(
        crawl(request(server.url, { limit: 2_000 }), { upstream, reader, pageTimeoutMs: 10_000, hold: true }).pipe(
          toArray(),
        ),
      ),
    );
    const done = doneIn(events);

    const taken = asked.filter((path) => site.has(path.replace(/\?.*$/, "")));
    expect(new Set(taken).size).toBe(site.size);
    expect(taken.length).toBe(site.size);
    expect(asked.filter((path) => path.startsWith("/private"))).toEqual([]);
    expect(done.disallowed).toBe(1);

    const failures = new Map(done.failed_results.map(({ url, code }) => [pathOf(url), code]));
    expect(Object.fromEntries([...failures].filter(([path]) => !site.has(path)))).toEqual({
      "/hang": "timeout",
      "/huge": "too-large",
      "/loop": "unreachable",
      "/gone": "not-found",
    });
    expect(done.results.find(({ url }) => pathOf(url) === "/broken")?.raw_content).toContain("broken text");
    const named = [...done.results, ...done.duplicates, ...done.failed_results].map(({ url }) => pathOf(url));
    expect(new Set(named).size).toBe(named.length);
    expect([...site.keys()].filter((path) => !named.includes(path))).toEqual([]);
    expect(done.pages).toBe(done.results.length);
    expect(events.filter(({ event }) => event === "page")).toHaveLength(named.length);
    // Some 4 ms; with the pages read on this thread, 100.
    expect(percentile(turnsMs, 0.99)).toBeLessThan(40);
  });
});

/** 50 MB without saying so. */
function serveHuge(_request: unknown, response: import("node:http").ServerResponse): void {
  response.writeHead(200, { "content-type": "text/html" });
  const chunk = Buffer.alloc(1024 * 1024, "<p>x</p>");
  let left = 50;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  more();
}
