import type { Browser } from "playwright-core";
import { concat, from, NEVER, of } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const one = { title: "one", url: "https://pages.example/one", snippet: "Otters swim.", source: "alpha" };
const many = Array.from({ length: 5_000 }, (_, n) => ({
  title: `<img src=x onerror="window.stung=true">${n}`,
  url: n % 2 === 0 ? `https://h${n}.example/` : `javascript:window.stung=${n}`,
  snippet: n === 0 ? "<script>window.stung=1</script>".repeat(300_000) : "\u202E\u2066otters\u2069<b>",
  source: "alpha",
}));

describe.skipIf(!executablePath)("trouble, in Chromium", BY_THE_CLOCK, () => {
  let browser: Browser;
  let app: App | undefined;
  beforeAll(async () => {
    browser = await launch();
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  afterAll(() => browser.close());

  it("says that the service broke off in the midst, keeps what came, and tries again", async () => {
    app = serverFor(
      "http://127.0.0.1:9",
      categoriesOf([
        listing("alpha", { open: () => of(one) }),
        listing("beta", {
          open: () => concat(of({ ...one, url: "https://pages.example/two", source: "beta" }), NEVER),
        }),
      ]),
    );
    const url = await listening(app);
    const { page } = await opened(browser, url);
    await page.goto(`${url}/ui/search?q=otters`);
    const results = page.getByRole("list", { name: "Results" });
    await results.getByRole("link", { name: "one" }).first().waitFor();
    app.server.closeAllConnections();
    await page.getByRole("alert").getByText("The connection to the service broke off.").waitFor();
    expect(await results.getByRole("listitem").count()).toBeGreaterThan(0);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Resume" }).waitFor();
    await page.getByRole("button", { name: "Stop" }).waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByText(/^Stopped with/)
      .first()
      .waitFor();
    await page.context().close();
  });

  it("asks for a key, says when it is refused, and never writes it into an address", async () => {
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha", { open: () => of(one) })]), {
      environment: { API_KEYS: "the-right-one" },
    });
    const { page } = await opened(browser, `${await listening(app)}/ui/search?q=otters`);
    const field = page.getByLabel("Key", { exact: true });
    await field.fill("a-wrong-one");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("The key is not valid").first().waitFor();
    await expectAccessible(page);
    await field.fill("the-right-one");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Results" }).getByRole("link", { name: "one" }).waitFor();
    expect(page.url()).not.toContain("right");
    await page.context().close();
  });

  it("shows thousands of hostile results as text, and lets none of them run", async () => {
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha", { open: () => from(many) })]));
    const { page, foreign } = await opened(browser, `${await listening(app)}/ui/search?q=otters`);
    await page
      .getByText(/results in/)
      .first()
      .waitFor();
    const results = page.getByRole("list", { name: "Results" });
    const rows = await results.getByRole("listitem").count();
    expect(rows).toBeGreaterThan(0);
    // No more are drawn than are looked at.
    expect(rows).toBeLessThanOrEqual(200);
    expect(await results.locator("img, script, b, [href^='javascript']").count()).toBe(0);
    expect(await page.evaluate("window.stung")).toBeUndefined();
    expect(foreign).toEqual([]);
    await page.context().close();
  });

  it("is used by the keyboard alone, in French", async () => {
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha", { open: () => of(one) })], [listing("npm")]));
    const { page } = await opened(browser, await listening(app), { locale: "fr-FR" });
    await page.locator("input[name=q]:focus").waitFor();
    await page.keyboard.type("otters");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Résultats" }).getByRole("link", { name: "one" }).waitFor();
    await page.getByRole("tab", { name: "Web" }).focus();
    await page.keyboard.press("j");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("one");
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Touches" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("tab", { name: "Web" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByRole("tab", { name: "Lieux", selected: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("Recherche");
    await page.getByRole("dialog").getByRole("option").first().waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("fr");
    await page.context().close();
  });
});
