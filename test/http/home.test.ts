import { createHash } from "node:crypto";
import { type Browser, chromium, type Page } from "playwright-core";
import { concat, NEVER, of } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/deps.ts";
import { findChromium } from "../../src/upstream/browser.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { categoriesOf, listening, listing, serverFor } from "./support.ts";

const BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8";
const MARKUP = `<img src=x onerror="window.stung=true"><b>bold</b>`;

const engines = [
  listing("alpha", {
    open: () =>
      of(
        { title: MARKUP, url: "https://pages.example/one", snippet: MARKUP, source: "alpha" },
        { title: "a script", url: "javascript:window.stung=true", source: "alpha" },
      ),
  }),
  listing("beta", { open: () => of({ title: "two", url: "https://pages.example/two", source: "beta" }) }),
];
const endless = listing("endless", {
  open: () => concat(of({ title: "kept", url: "https://pages.example/kept", source: "endless" }), NEVER),
});

let app: App;
const start = (environment: Readonly<Record<string, string>> = {}, more = engines): App => {
  app = serverFor("http://127.0.0.1:9", categoriesOf(more), { environment });
  return app;
};
afterEach(() => app.close());

describe("/", () => {
  it("is a page for a browser, whole by itself", async () => {
    const { headers, body } = await start().inject({ url: "/", headers: { accept: BROWSER } });
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["vary"]).toContain("accept");
    expect(headers).toMatchObject({ "x-frame-options": "DENY", "referrer-policy": "no-referrer" });
    expect(body).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect([...body.matchAll(/href="(\/[^"]*)"/g)].map(([, path]) => path)).toEqual(
      expect.arrayContaining(["/docs", "/health", "/favicon.ico", "/openapi.json"]),
    );
    expect(body).not.toContain("{parsers}");
    const policy = String(headers["content-security-policy"]);
    expect(policy).toMatch(/^default-src 'none';/);
    expect(policy).not.toContain("unsafe");
    for (const [, tag, text = ""] of body.matchAll(/<(script|style)[^>]*>(.*?)<\/\1>/gs))
      expect(policy).toContain(`${tag}-src 'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  });

  it.each([undefined, "*/*", "application/json", "application/json, text/html;q=0.9"])(
    "is JSON for Accept: %s",
    async (accept) => {
      const answer = await start().inject({ url: "/", headers: { ...(accept && { accept }) } });
      expect(answer.json()).toMatchObject({ success: true, name: "Tributary" });
    },
  );

  it("is what format says, whoever asks", async () => {
    start();
    const answer = (format: string) => app.inject({ url: `/?format=${format}`, headers: { accept: BROWSER } });
    expect((await answer("json")).json().success).toBe(true);
    expect((await answer("csv")).headers["content-type"]).toBe("text/csv; charset=utf-8");
  });

  it("has a picture for its tab", async () => {
    const { statusCode, headers, rawPayload } = await start().inject("/favicon.ico");
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("image/x-icon");
    expect([...rawPayload.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
  });
});

describe("with keys", () => {
  it.each(["/", "/docs", "/docs/static/swagger-ui.css", "/openapi.json", "/favicon.ico"])("%s is open", async (url) => {
    expect((await start({ API_KEYS: "k" }).inject({ url, headers: { accept: BROWSER } })).statusCode).toBe(200);
  });

  it("the page and the documentation ask for one", async () => {
    start({ API_KEYS: "k" });
    expect((await app.inject({ url: "/", headers: { accept: BROWSER } })).body).toContain('id="door">');
    expect((await app.inject("/openapi.json")).json()).toMatchObject({
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    });
  });
});

const executablePath = findChromium({ CHROMIUM_PATH: undefined });

describe.skipIf(!executablePath)("in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  /** The page, and what its console and policy complain of. */
  async function opened(path = "/"): Promise<{ page: Page; complaints: string[]; foreign: string[] }> {
    const url = await listening(app);
    const page = await browser.newPage();
    const [complaints, foreign]: [string[], string[]] = [[], []];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(url)) foreign.push(request.url());
    });
    await page.goto(`${url}${path}`);
    return { page, complaints, foreign };
  }

  it("shows results as they come, and whatever they say as text", async () => {
    start();
    const { page, complaints, foreign } = await opened();
    await page.keyboard.press("/");
    await page.keyboard.type("otters");
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText(/^3 results in/)
      .waitFor();
    const titles = await page.locator("#results li > :first-child").allTextContents();
    expect(titles.toSorted()).toEqual([MARKUP, "a script", "two"].toSorted());
    expect(await page.locator("#results img, #results b, #results [href^='javascript']").count()).toBe(0);
    expect(await page.evaluate("window.stung")).toBeUndefined();
    expect(await page.getByText("2 engines asked").count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?q=otters");
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.close();
  });

  it("stops on Escape, and keeps what has come", async () => {
    start({}, [endless]);
    const { page } = await opened("/?q=otters");
    await page.getByRole("link", { name: "kept" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Stopped with 1 result.").waitFor();
    await page.close();
  });

  it("says what went wrong, and takes a key", async () => {
    start({ API_KEYS: "right" });
    const { page } = await opened("/?q=otters");
    await page.getByText("A key is needed").waitFor();
    await page.getByLabel("Key").fill("right");
    await page.keyboard.press("Enter");
    await page
      .getByRole("status")
      .getByText(/^3 results in/)
      .waitFor();
    await page.close();
  });

  it("lists the sources", async () => {
    start();
    const { page } = await opened();
    await page.getByRole("link", { name: "Sources" }).click();
    await page.getByRole("link", { name: "search/beta" }).waitFor();
    await page.getByLabel("Filter").fill("alpha");
    expect(await page.getByRole("link", { name: "search/beta" }).isVisible()).toBe(false);
    expect(await page.getByRole("link", { name: "search/alpha" }).isVisible()).toBe(true);
    await page.close();
  });
});
