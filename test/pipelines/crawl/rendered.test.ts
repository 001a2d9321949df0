import { firstValueFrom, of } from "rxjs";
import { expect, it } from "vitest";
import { crawl } from "../../../src/pipelines/crawl/crawl.ts";
import { crawlOptions } from "../../../src/pipelines/crawl/options.ts";
import { oneShot } from "../../../src/pipelines/one-shot.ts";
import type { HttpStream, RenderJob } from "../../../src/upstream/types.ts";

const APP = `<!doctype html><title>App</title><body><div id="app"></div><script src="/app.js"></script></body>`;
const text = (about: string): string => `<p>${`Words about ${about} that make a text of some length. `.repeat(40)}</p>`;
const PAGES: Record<string, string> = {
  "https://site.example/": `<!doctype html><title>Start</title><body>${text("the start")}<a href="/app">The application's page is here</a></body>`,
  "https://site.example/app": APP,
  "https://site.example/second": APP.replace("App", "Second"),
};

const httpStream = ({ url }: { readonly url: string }) => {
  const body = PAGES[url];
  return of<HttpStream>({
    url,
    status: body === undefined ? 404 : 200,
    headers: { "content-type": "text/html" },
    setCookie: [],
    redirects: [],
    replayed: false,
    body: of(Buffer.from(body ?? "")),
  });
};

it("renders the pages of a crawl that need it, follows their links, and no more of them than its limit", async () => {
  const jobs: RenderJob[] = [];
  const upstream = {
    httpStream,
    rendering: { mode: "auto" as const, available: () => true },
    render: (job: RenderJob) => {
      jobs.push(job);
      return of({
        url: job.url,
        status: 200,
        headers: { "content-type": "text/html; charset=utf-8" },
        setCookie: [],
        redirects: [],
        replayed: false,
        globals: {},
        body: Buffer.from(
          `<!doctype html><title>App</title><body>${text("the application")}<a href="/second">On to the second</a></body>`,
        ),
      });
    },
  };
  const request = { url: "https://site.example/", ...crawlOptions.parse({ render_limit: 1, debug: "true" }) };
  const { results, failed_results } = await firstValueFrom(oneShot(crawl(request, { upstream })));
  expect(jobs).toMatchObject([
    { url: "https://site.example/app", as: "flattened", first: { body: Buffer.from(APP) }, reason: "empty" },
  ]);
  expect(results).toMatchObject([
    { url: "https://site.example/", rendered: false },
    {
      url: "https://site.example/app",
      rendered: true,
      render_ms: expect.any(Number),
      render_reason: "empty",
      raw_content: expect.stringContaining("the application"),
    },
  ]);
  expect(failed_results).toEqual([
    { url: "https://site.example/second", code: "busy", error: "The crawl has rendered 1 pages, its limit." },
  ]);
});
