import { firstValueFrom, from, map, mergeMap, type Observable, of, throwError, toArray } from "rxjs";
import { TestScheduler } from "rxjs/testing";
import { describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { StreamEvent } from "../../src/events.ts";
import { type ExtractRequest, type ExtractResponse, extract } from "../../src/pipelines/extract.ts";
import { oneShot } from "../../src/pipelines/one-shot.ts";
import type { HttpRequest, HttpResponse, RenderJob } from "../../src/upstream/types.ts";

const PAGE = `<!doctype html><html lang="en"><head><title>The otter</title><link rel="icon" href="/otter.ico">
<meta name="author" content="Ada Example"><meta property="article:published_time" content="2026-01-02T03:04:05Z"></head><body><nav><a href="/a">Home</a></nav>
<article><h1>The otter</h1><p>${"Otters swim in rivers and hold hands while they sleep. ".repeat(12)}</p>
<p>Who wants to know how they raise their young finds <a href="/more">more about otters</a> and their rivers in the second part.</p><img src="/otter.jpg" alt="An otter" width="640" height="480"></article></body></html>`;

const answer = (url: string, body: string, more: Partial<HttpResponse> = {}): HttpResponse => ({
  url,
  status: 200,
  headers: { "content-type": "text/html; charset=utf-8" },
  setCookie: [],
  redirects: [],
  replayed: false,
  body: Buffer.from(body),
  ...more,
});

const asking = (...urls: string[]): ExtractRequest => ({
  urls,
  includeImages: false,
  includeRawContent: true,
  format: "text",
});

type Http = (request: HttpRequest) => Observable<HttpResponse>;
const whole = (request: ExtractRequest, http: Http): Promise<ExtractResponse> =>
  firstValueFrom(oneShot(extract(request, { upstream: { http } })));

describe("extract", () => {
  it("reads a page: content, title, author, date, language and icon", async () => {
    const asked: HttpRequest[] = [];
    const { results, failed_results, response_time } = await whole(asking("pages.example/otter"), (request) => {
      asked.push(request);
      return of(answer(request.url, PAGE));
    });
    expect(asked).toEqual([expect.objectContaining({ url: "https://pages.example/otter", guarded: true })]);
    expect(failed_results).toEqual([]);
    expect(response_time).toMatch(/^\d+\.\d\d$/);
    expect(results).toEqual([
      {
        url: "https://pages.example/otter",
        title: "The otter",
        raw_content: expect.stringContaining("Otters swim in rivers"),
        images: [],
        favicon: "https://pages.example/otter.ico",
        byline: "Ada Example",
        published_date: expect.stringMatching(/^2026-01-02/),
        language: "en",
      },
    ]);
    expect(results[0]?.raw_content).not.toContain("Home");
  });

  it("gives images, Markdown and no content as asked", async () => {
    const http: Http = ({ url }) => of(answer(url, PAGE));
    const images = await whole({ ...asking("https://a.example/"), includeImages: true, format: "markdown" }, http);
    expect(images.results[0]?.images).toEqual([
      { url: "https://a.example/otter.jpg", alt: "An otter", width: 640, height: 480 },
    ]);
    expect(images.results[0]?.raw_content).toContain("[more about otters](https://a.example/more)");
    const bare = await whole({ ...asking("https://a.example/"), includeRawContent: false }, http);
    expect(bare.results[0]).not.toHaveProperty("raw_content");
    expect(bare.results[0]?.title).toBe("The otter");
  });

  it("tells why a page was rendered where that is asked for, be it read or not", async () => {
    const http: Http = ({ url }) =>
      of(answer(url, `<title>App</title><body><div id=app></div><script src=/app.js></script>`));
    const told = async (debug: boolean, shown: string | undefined) => {
      const upstream = {
        http,
        render: ({ url }: RenderJob) => of({ ...answer(url, shown ?? ""), globals: {} }),
        rendering: { mode: "auto" as const, available: () => shown !== undefined },
      };
      const asked = { ...asking("https://app.example/"), debug };
      const { results, failed_results } = await firstValueFrom(oneShot(extract(asked, { upstream })));
      return results[0] ?? failed_results[0];
    };
    expect(await told(true, PAGE)).toMatchObject({ title: "The otter", rendered: true, render_reason: "empty" });
    expect(await told(true, "<p></p>")).toMatchObject({ code: "empty", rendered: true, render_reason: "empty" });
    const withoutBrowser = await told(true, undefined);
    expect(withoutBrowser).toMatchObject({ code: "empty", render_reason: "empty" });
    expect(withoutBrowser).not.toHaveProperty("rendered");
    expect(await told(false, PAGE)).not.toHaveProperty("render_reason");
  });

  it("tells where redirects led", async () => {
    const { results } = await whole(asking("https://a.example/"), () => of(answer("https://b.example/", PAGE)));
    expect(results[0]).toMatchObject({ url: "https://a.example/", final_url: "https://b.example/" });
  });

  it.each([
    [404, {}, "not-found"],
    [410, {}, "not-found"],
    [400, {}, "blocked"],
    [401, {}, "blocked"],
    [403, {}, "blocked"],
    [429, {}, "rate-limited"],
    [500, {}, "unreachable"],
    [504, {}, "timeout"],
    [200, { body: Buffer.from("<title>Just a moment...</title><p>Checking your browser") }, "blocked"],
    [200, { body: Buffer.from("<html><body><script>render()</script></body></html>") }, "empty"],
    [
      200,
      { headers: { "content-type": "image/png" }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
      "unsupported-type",
    ],
  ])("counts HTTP %i %j as failed: %s", async (status, more, code) => {
    const { results, failed_results } = await whole(asking("https://a.example/"), ({ url }) =>
      of(answer(url, PAGE, { status, ...more })),
    );
    expect(results).toEqual([]);
    expect(failed_results).toEqual([{ url: "https://a.example/", error: expect.stringMatching(/\.$/), code }]);
  });

  it("reports what the network says", async () => {
    const { failed_results } = await whole(asking("https://a.example/"), () =>
      throwError(() => new SourceError("timeout", "a.example is too slow.")),
    );
    expect(failed_results).toEqual([{ url: "https://a.example/", error: "a.example is too slow.", code: "timeout" }]);
  });

  it.each([
    ["not a url", "bad-query"],
    ["http://", "bad-query"],
    ["http://10.0.0.1/", "forbidden-target"],
  ])("fails for %s alone, and reports it among others", async (url, code) => {
    const http: Http = (request) =>
      request.url.includes("10.0.0.1")
        ? throwError(() => new SourceError("forbidden-target", "It is private."))
        : of(answer(request.url, PAGE));
    await expect(whole(asking(url), http)).rejects.toMatchObject({ kind: code });
    const { results, failed_results } = await whole(asking(url, "https://a.example/"), http);
    expect(results).toHaveLength(1);
    expect(failed_results).toEqual([{ url, error: expect.any(String), code }]);
  });

  it("tells the log of our own faults, and nobody else", async () => {
    const told: string[] = [];
    const fault = new TypeError("inner");
    const events$ = extract(asking("https://a.example/"), {
      upstream: { http: () => throwError(() => fault) },
      onFailure: (url, error) => told.push(`${url} ${String(error.cause)}`),
    });
    const { failed_results } = await firstValueFrom(oneShot(events$));
    expect(failed_results).toEqual([
      { url: "https://a.example/", error: expect.not.stringContaining("inner"), code: "internal" },
    ]);
    expect(told).toEqual(["https://a.example/ TypeError: inner"]);
  });

  it("emits pages as they are done and answers in the order asked", async () => {
    const turns = new Map([
      ["https://slow.example/", 20],
      ["https://quick.example/", 0],
    ]);
    const http: Http = ({ url }) =>
      from(new Promise((resolve) => setTimeout(resolve, turns.get(url)))).pipe(map(() => answer(url, PAGE)));
    const events = await firstValueFrom(
      extract(asking("https://slow.example/", "https://quick.example/"), { upstream: { http } }).pipe(toArray()),
    );
    const pages = events.filter((event) => event.event === "page").map(({ data }) => data["url"]);
    expect(pages).toEqual(["https://quick.example/", "https://slow.example/"]);
    const done = events.at(-1);
    expect(done?.event === "done" && done.data.results.map(({ url }) => url)).toEqual([
      "https://slow.example/",
      "https://quick.example/",
    ]);
  });
});

describe("extract in time", () => {
  const run = (body: Parameters<TestScheduler["run"]>[0]) =>
    new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(body);
  const gone = new SourceError("unreachable", "Gone.");
  const failed = (url: string) => ({ url, error: "Gone.", code: "unreachable" });

  it("asks five at a time, and lets go of all when nobody listens", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const urls = Array.from({ length: 6 }, (_, index) => `https://p${index}.example/`);
      const pages = urls.map(() => cold<HttpResponse>("---#", {}, gone));
      const http: Http = ({ url }) => pages[urls.indexOf(url)] ?? throwError(() => new Error("nobody asked for it"));
      const events$: Observable<StreamEvent> = extract(asking(...urls), { upstream: { http }, now: () => 0 });
      const first = urls.slice(0, 5).map((url) => ({ event: "page", data: failed(url) }));
      expectObservable(events$.pipe(mergeMap((event) => of(event))), "^----!").toBe("---(abcde)", {
        a: first[0],
        b: first[1],
        c: first[2],
        d: first[3],
        e: first[4],
      });
      for (const page of pages.slice(0, 5)) expectSubscriptions(page.subscriptions).toBe("^--!");
      expectSubscriptions(pages[5]?.subscriptions ?? []).toBe("---^-!");
    });
  });

  it("ends with the answer", () => {
    run(({ cold, expectObservable }) => {
      const http: Http = () => cold<HttpResponse>("--#", {}, gone);
      const failure = failed("https://a.example/");
      expectObservable(extract(asking("https://a.example/"), { upstream: { http }, now: () => 0 })).toBe("--(pd|)", {
        p: { event: "page", data: failure },
        d: { event: "done", data: { results: [], failed_results: [failure], response_time: "0.00" } },
      });
    });
  });

  it("fails at once for an address that is none", () => {
    run(({ cold, expectObservable, expectSubscriptions }) => {
      const page$ = cold<HttpResponse>("--|");
      expectObservable(extract(asking("not a url"), { upstream: { http: () => page$ }, now: () => 0 })).toBe(
        "#",
        undefined,
        new SourceError("bad-query", "“not a url” is not a URL."),
      );
      expectSubscriptions(page$.subscriptions).toBe([]);
    });
  });
});
