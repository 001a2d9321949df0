import type { Browser } from "playwright-core";
import { of, throwError } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { defineCategory } from "../../src/sources/define.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const MARKUP = `<img src=x onerror="window.stung=true"><b>bold</b>`;

const engines = [
  listing("alpha", {
    open: () =>
      of(
        { title: MARKUP, url: "https://pages.example/one", snippet: MARKUP, source: "alpha" },
        { title: "a script", url: "javascript:window.stung=true", snippet: "\u202Eturned", source: "alpha" },
      ),
  }),
  listing("beta", {
    open: () => of({ title: "two", url: "https://other.example/two/otters", snippet: "Otters swim.", source: "beta" }),
  }),
  listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
];

let app: App;
const start = async (): Promise<string> => {
  const suggest = defineCategory("suggest", "Suggestions", 60_000, [
    listing("a_suggest", { open: () => of({ title: "otters of Europe", url: "https://e.example/", source: "a" }) }),
  ]);
  app = serverFor("http://127.0.0.1:9", [...categoriesOf(engines, [listing("npm")]), suggest]);
  return listening(app);
};
afterEach(() => app.close());

describe.skipIf(!executablePath)("search, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());

  it("shows results as they come, whatever they say as text, and how each engine fared", async () => {
    const url = await start();
    const { page, complaints, foreign } = await opened(browser, url);
    await page.getByRole("button", { name: "Search" }).and(page.locator(".main")).waitFor();
    await page.locator("input[name=q]:focus").waitFor();
    // The box has the focus at first: the key is for whoever is elsewhere.
    await page.getByRole("link", { name: "Tributary" }).focus();
    await page.keyboard.press("/");
    await page.keyboard.type("otters");
    await page.keyboard.press("Enter");
    await page
      .getByText(/^3 results in/)
      .first()
      .waitFor();
    const results = page.getByRole("list", { name: "Results" });
    expect((await results.getByRole("heading").allTextContents()).toSorted()).toEqual(
      [MARKUP, "a script", "two"].toSorted(),
    );
    expect(await results.locator("img, b, [href^='javascript']").count()).toBe(0);
    expect(await page.evaluate("window.stung")).toBeUndefined();
    expect(await results.locator("mark").first().textContent()).toBe("Otters");
    const lanes = page.getByRole("list", { name: "Engines" });
    await lanes.getByRole("button", { name: /^alpha 2 · / }).waitFor();
    await lanes.getByRole("button", { name: /^gamma blocked/ }).waitFor();
    await lanes.getByText("Gamma shows a captcha.").waitFor();
    expect(new URL(page.url()).search).toBe("?q=otters");
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });

    await lanes.getByRole("button", { name: /^beta/ }).click();
    await expect.poll(() => results.getByRole("listitem").count()).toBe(1);
    expect(page.url()).toContain("from=beta");
    await page.reload();
    await expect.poll(() => results.getByRole("listitem").count()).toBe(1);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => results.getByRole("listitem").count()).toBe(3);
    await results.getByRole("button", { name: "Why here: two" }).click();
    await page.getByText("relevance").waitFor();
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("is accessible on desktops and phones, %s", async (colorScheme) => {
    const url = await start();
    for (const width of [360, 1280]) {
      const { page } = await opened(browser, `${url}/ui/search?q=otters`, {
        colorScheme,
        viewport: { width, height: 800 },
      });
      await page
        .getByText(/^3 results in/)
        .first()
        .waitFor();
      await expectAccessible(page);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      await page.context().close();
    }
  });
});
