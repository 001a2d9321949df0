import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { of } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import type { App } from "../../src/http/app-context.ts";
import { createServer } from "../../src/http/server.ts";
import { categories } from "../../src/sources/catalogue.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const ALL_BYTES = 300_000;

const engines = [listing("alpha", { open: () => of({ title: "one", url: "https://one.example/", source: "alpha" }) })];

describe.skipIf(!executablePath)("the view of the interface, in Chromium", BY_THE_CLOCK, () => {
  let app: App;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
    app = serverFor("http://127.0.0.1:9", categoriesOf(engines));
    url = await listening(app);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it("lists the operations, finds them by words, and shows one with its parameters and answers", async () => {
    const { page, complaints, foreign } = await opened(browser, `${url}/docs`);
    await page.getByRole("heading", { name: "API documentation" }).waitFor();
    await page.getByRole("link", { name: "GET /search", exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole("searchbox", { name: "Find an operation" }).fill("post extract");
    await expect.poll(() => page.getByRole("link", { name: /^(?:GET|POST) / }).count()).toBeLessThan(5);
    await page.getByRole("link", { name: "POST /extract", exact: true }).click();
    await page.getByRole("heading", { name: "Body" }).waitFor();
    expect(page.url()).toMatch(/\/docs\/\w+$/);
    await expectAccessible(page);
    await page.goBack();
    await page.getByRole("searchbox", { name: "Find an operation" }).fill("search/alpha");
    await page.getByRole("link", { name: "GET /search/alpha" }).click();
    await page.getByRole("rowheader", { name: "pagecount" }).waitFor();
    const answer = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: /^200/ }) })
      .last();
    await answer.getByText("items", { exact: true }).first().click();
    await answer.getByText("title", { exact: true }).first().waitFor();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Try it in the console" }).click();
    await page.getByRole("heading", { name: "alpha" }).waitFor();
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it("sends an operation that has no view of its own, in French, in the dark and on a phone", async () => {
    const { page } = await opened(browser, `${url}/docs?q=GET+/parsers`, {
      locale: "fr-FR",
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("link", { name: "GET /parsers", exact: true }).click();
    await page.getByRole("heading", { name: "Essayer" }).waitFor();
    await page.getByRole("button", { name: "Demander" }).click();
    await page.getByText(/^200 application\/json/).waitFor();
    await page.getByText(`curl '${url}/parsers?'`).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.context().close();
  });

  it("says that an operation is not there, and what a refused one answered", async () => {
    const { page } = await opened(browser, `${url}/docs/nothing`);
    await page.getByRole("alert").getByText("There is no operation nothing.").waitFor();
    await page.getByRole("searchbox", { name: "Find an operation" }).fill("/tasks/{id}");
    await page.getByRole("link", { name: "GET /tasks/{id}", exact: true }).click();
    await page.getByRole("textbox", { name: "id" }).fill("none");
    await page.getByRole("button", { name: "Ask" }).click();
    await page.getByRole("alert").waitFor();
    await page.context().close();
  });

  it("weighs 300 kB at most with the description of every source", async () => {
    const whole = createServer({
      config: readConfig({ LOG_LEVEL: "silent" }),
      env: { upstream: replayUpstream(() => undefined), keys: {} },
      categories: [...categories],
    });
    const { rawPayload } = await whole.inject("/openapi.json");
    await whole.close();
    const { page } = await opened(browser, `${url}/docs/search`);
    await page.getByRole("heading", { name: "Parameters" }).waitFor();
    const names = await page.evaluate<readonly string[]>(
      "performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => !name.includes('openapi'))",
    );
    const files = await Promise.all(
      [`${url}/docs`, ...new Set(names)].map(
        async (name) => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length,
      ),
    );
    expect(files.length).toBeGreaterThan(3);
    expect(files.reduce((sum, size) => sum + size, gzipSync(rawPayload).length)).toBeLessThan(ALL_BYTES);
    await page.context().close();
  });
});
