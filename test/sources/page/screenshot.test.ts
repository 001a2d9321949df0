import { createHash } from "node:crypto";
import { firstValueFrom, map, Observable, of, toArray } from "rxjs";
import { describe, expect, it } from "vitest";
import { screenshot } from "../../../src/sources/page/screenshot.ts";
import type { ReadContext } from "../../../src/sources/source.ts";
import type { BrowserJob, BrowserShot } from "../../../src/upstream/types.ts";
import { replayUpstream } from "../../support/replay-upstream.ts";

function contextOf(take: (job: BrowserJob) => Observable<BrowserShot>): ReadContext {
  const upstream = { ...replayUpstream(() => undefined), screenshot: take };
  return {
    source: "screenshot",
    pages: 1,
    keys: {},
    upstream,
    fetch: upstream.http,
    stream: upstream.httpStream,
    // Through JSON and back, as a cache does.
    cached: (_name, value$) => value$.pipe(map((value) => JSON.parse(JSON.stringify(value)))),
    notice: () => undefined,
    now: () => Date.UTC(2026, 0, 2),
  };
}

const image = new Uint8Array([1, 2, 3]);

describe("screenshot", () => {
  it("asks as the parameters say and hands the picture out as a data: URL, also from the cache", async () => {
    const jobs: BrowserJob[] = [];
    const context = contextOf((job) => {
      jobs.push(job);
      return of({ url: job.url, title: "A", status: 200, width: 640, height: 9_000, image });
    });
    const options = { width: "640", fullPage: "true", format: "webp", quality: "50", dark: "true", delayMs: "100" };
    const items = await firstValueFrom(screenshot.open("example.com", options, context).pipe(toArray()));
    expect(jobs).toEqual([
      {
        url: "https://example.com/",
        width: 640,
        height: 800,
        fullPage: true,
        format: "webp",
        quality: 50,
        dark: true,
        delayMs: 100,
      },
    ]);
    expect(items).toEqual([
      {
        source: "screenshot",
        url: "https://example.com/",
        title: "A",
        status: 200,
        width: 640,
        height: 9_000,
        format: "webp",
        bytes: 3,
        sha256: createHash("sha256").update(image).digest("hex"),
        image: "data:image/webp;base64,AQID",
        capturedAt: "2026-01-02T00:00:00.000Z",
      },
    ]);
  });

  it.each([{ width: "99" }, { format: "gif" }, { quality: "0" }, { delayMs: "60000" }])(
    "refuses %o",
    async (options) => {
      const context = contextOf(() => expect.fail("asked"));
      await expect(firstValueFrom(screenshot.open("example.com", options, context))).rejects.toMatchObject({
        kind: "bad-query",
      });
    },
  );

  it("stops the browser when unsubscribed", () => {
    let stopped = 0;
    const context = contextOf(
      () =>
        new Observable(() => () => {
          stopped += 1;
        }),
    );
    screenshot.open("example.com", {}, context).subscribe().unsubscribe();
    expect(stopped).toBe(1);
  });
});
