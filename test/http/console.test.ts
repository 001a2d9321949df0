import { of } from "rxjs";
import { afterEach, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listing, serverFor } from "./support.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const MARKUP = `<img src=x onerror="window.stung=true">`;

const engines = [
  listing("alpha", {
    open: () =>
      of(
        { title: MARKUP, url: "https://pages.example/one", snippet: MARKUP, source: "alpha" },
        { title: "a script", url: "javascript:window.stung=true", source: "alpha" },
      ),
  }),
];

let app: App;
const start = (environment: Readonly<Record<string, string>> = {}): App => {
  app = serverFor("http://127.0.0.1:9", categoriesOf(engines), { environment });
  return app;
};
afterEach(() => app.close());

const page = (url: string) => app.inject({ url, headers: { accept: BROWSER } });

describe("the console's page", () => {
  it.each([
    ["/", "./"],
    ["/ui", "./"],
    ["/ui/search?q=otters", "../"],
    ["/ui/sources/search/alpha", "../../../"],
  ])("%s names its files relative to itself, so that it works below any proxy's path", async (url, root) => {
    start();
    const { headers, body } = await page(url);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
    expect(body).toContain(`data-root="${root}"`);
    expect(body).toContain(`<script type="module" src="${root}ui/assets/console-`);
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(body).not.toMatch(/\{\w+\}/);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    );
  });

  it("has files that browsers may keep for ever, and none but its own", async () => {
    start();
    const [, file] = /src="\.\/(ui\/assets\/[\w.-]+)"/.exec((await page("/")).body) ?? [];
    const { headers, statusCode } = await app.inject(`/${file}`);
    expect(statusCode).toBe(200);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
    for (const name of ["bundle.json", "..%2Fpage.html", "none.js"])
      expect((await app.inject(`/ui/assets/${name}`)).statusCode).toBe(404);
  });

  it("says for browsers without scripts where the plain results are", async () => {
    start();
    expect((await page(`/ui/search?q=a"><b>`)).body).toContain(
      '<noscript><meta http-equiv="refresh" content="0; url=../ui/plain?q=a%22%3E%3Cb%3E"></noscript>',
    );
  });

  it("lists results plainly, whatever they say as text", async () => {
    start();
    const { body, headers } = await page("/ui/plain?q=otters");
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(body).toContain("&lt;img src=x onerror=&quot;window.stung=true&quot;&gt;");
    expect(body).not.toContain("<img");
    expect(body).not.toContain('href="javascript');
    expect((await page("/ui/plain")).statusCode).toBe(400);
  });

  it.each([undefined, "*/*", "application/json", "application/json, text/html;q=0.9"])(
    "/ is JSON for Accept: %s",
    async (accept) => {
      const answer = await start().inject({ url: "/", headers: { ...(accept && { accept }) } });
      expect(answer.json()).toMatchObject({ success: true, name: "Tributary" });
      expect(answer.headers["vary"]).toContain("accept");
    },
  );

  it("/ is what format says, whoever asks", async () => {
    start();
    expect((await page("/?format=json")).json().success).toBe(true);
    expect((await page("/?format=csv")).headers["content-type"]).toBe("text/csv; charset=utf-8");
  });

  it("has a picture for its tab", async () => {
    const { statusCode, headers, rawPayload } = await start().inject("/favicon.ico");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("image/x-icon");
    expect([...rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
  });
});

describe("with keys", () => {
  it.each(["/", "/ui/health", "/docs", "/docs/search", "/openapi.json", "/favicon.ico"])("%s is open", async (url) => {
    start({ API_KEYS: "k" });
    expect((await page(url)).statusCode).toBe(200);
  });

  it("the page knows that one is asked for, and plain results want it", async () => {
    start({ API_KEYS: "k" });
    expect((await page("/")).body).toContain('data-keys="true"');
    expect((await page("/ui/plain?q=otters")).statusCode).toBe(401);
    expect((await app.inject("/openapi.json")).json()).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    });
  });
});
