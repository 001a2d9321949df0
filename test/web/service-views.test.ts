import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { of, throwError } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountedMcp } from "../../src/cli/mcp.ts";
import { readConfig } from "../../src/config.ts";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { addKey } from "../../src/keys/file.ts";
import { listed } from "../../src/sources/listing.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const MARKUP = `<img src=x onerror="window.stung=true">`;

const engines = [
  listing("alpha", { open: () => of({ title: MARKUP, url: "https://one.example/", source: "alpha" }) }),
  listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
  listing("keyed", { key: { env: ["KEYED_API_KEY"], required: true, from: "https://keyed.example/keys" } }),
];
const categories = categoriesOf(engines);

describe.skipIf(!executablePath)("the views of the service itself, in Chromium", BY_THE_CLOCK, () => {
  let app: App;
  let url: string;
  let browser: Browser;
  let protocol: Awaited<ReturnType<typeof mountedMcp>>;
  beforeAll(async () => {
    browser = await launch();
    const env = { upstream: replayUpstream(() => undefined), keys: {} };
    protocol = await mountedMcp({
      config: readConfig({ LOG_LEVEL: "silent" }),
      env,
      categories: categories.map(listed),
    });
    app = serverFor("http://127.0.0.1:9", categories, {
      environment: { REQUEST_LOG: "10" },
      tools: protocol.handle,
    });
    url = await listening(app);
  });
  afterAll(async () => {
    await browser.close();
    protocol.close();
    await app.close();
  });

  it("requests: one is opened, its time line read, and asked again", async () => {
    await (await fetch(`${url}/search?q=otters`)).text();
    const { page, complaints, foreign } = await opened(browser, `${url}/ui/requests`);
    await page
      .getByRole("row", { name: /otters/ })
      .getByRole("link")
      .click();
    await page.getByRole("heading", { name: "GET /search", level: 1 }).waitFor();
    const line = page.getByRole("region", { name: "Time line" });
    await line.getByRole("row", { name: /^alpha ok 1/ }).waitFor();
    await line.getByText("Gamma shows a captcha.").waitFor();
    await page.getByText(/^curl 'http.*q=otters'$/).waitFor();
    await page.getByRole("button", { name: "Ask again" }).click();
    await page.getByText(/"title": "<img src=x/).waitFor();
    expect(await page.evaluate("window.stung")).toBeUndefined();
    await expectAccessible(page);
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it("setup: what is reached, which keys are missing, and what the configuration is, in the dark on a phone", async () => {
    const { page, complaints } = await opened(browser, `${url}/ui/setup`, {
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("row", { name: /^gateway not reached/ }).waitFor();
    await page.getByRole("row", { name: /KEYED_API_KEY missing/ }).waitFor();
    await page.getByText("It is not asked: KEYED_API_KEY is not set.").waitFor();
    await page.getByRole("row", { name: /^PORT 9093 \(default\)/ }).waitFor();
    await page.getByLabel("Only what was set").check();
    await expect.poll(() => page.getByRole("row", { name: /^PORT/ }).count()).toBe(0);
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("connect: each face has its lines with this service's address, and is tried, by keyboard alone", async () => {
    const { page, complaints } = await opened(browser, `${url}/ui/connect`);
    await page.getByRole("tab", { name: "REST" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Tavily", selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    expect(page.url()).toContain("face=searxng");
    await page.getByText(`requests.get("${url}/searxng/search"`).waitFor();
    await page.getByRole("button", { name: "Try it" }).focus();
    await page.keyboard.press("Enter");
    await page
      .getByText(/^SearXNG answers ·/)
      .first()
      .waitFor();
    await page.getByRole("tab", { name: "MCP" }).click();
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("web_search").first().waitFor();
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("MCP: the tools with their tokens, a tool tried, and the lines of a client", async () => {
    const { page, complaints } = await opened(browser, `${url}/ui/mcp?client=cursor`);
    await page.getByText(`"url": "${url}/mcp?toolsets=core"`).waitFor();
    await page.getByText(/^\d+ tools · about [\d,]+ tokens$/).waitFor();
    await page.getByRole("list", { name: "Tools" }).getByText("web_search", { exact: true }).click();
    await page.getByLabel("query", { exact: true }).fill("otters");
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByRole("region", { name: "Answer" }).getByText("one.example").first().waitFor();
    expect(page.url()).toContain("tool=web_search");
    await expectAccessible(page);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("usage: what a key has used and has left; without a key it is asked for", async () => {
    const folder = mkdtempSync(join(tmpdir(), "usage-"));
    const key = addKey(join(folder, "keys.json"), { name: "anna", weight: 1, per_minute: { all: 50 }, per_day: {} });
    const keyed = serverFor("http://127.0.0.1:9", categories, { environment: { DATA_DIR: folder } });
    const at = await listening(keyed);
    await (await fetch(`${at}/search?q=otters`, { headers: { authorization: `Bearer ${key}` } })).text();
    const { page } = await opened(browser, `${at}/ui/usage`);
    await page.getByLabel("Key").fill(key);
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByRole("row", { name: /anna \d+ 0 \d+ [\d,.]+ k?B \d+ .*search 1/ }).waitFor();
    await page.getByRole("row", { name: /^minute .*\/ 50/ }).waitFor();
    await expectAccessible(page);
    await page.context().close();
    await keyed.close();
    rmSync(folder, { recursive: true });
  });
});
