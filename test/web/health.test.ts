import type { Browser } from "playwright-core";
import { NEVER, of, throwError } from "rxjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SourceError } from "../../src/errors.ts";
import type { App } from "../../src/http/app-context.ts";
import { createMetrics } from "../../src/metrics/metrics.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { virtualTime } from "../marbles/virtualTime.ts";
import { replayUpstream } from "../support/replay-upstream.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, expectAccessible, launch, opened } from "./opened.ts";

const engines = [
  listing("alpha", { open: () => of({ title: "one", url: "https://one.example/", source: "alpha" }) }),
  listing("gamma", { open: () => throwError(() => new SourceError("blocked", "Gamma shows a captcha.")) }),
];

/** A service that has been up for ten minutes. */
function lived() {
  const metrics = createMetrics(replayUpstream(() => undefined));
  virtualTime(({ expectObservable }) => {
    expectObservable(metrics.history.sampled(of(2)), "^ 600s !").toBe("-");
  });
  return metrics;
}

describe.skipIf(!executablePath)("the view of health, in Chromium", BY_THE_CLOCK, () => {
  let app: App;
  let url: string;
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
    app = serverFor(
      "http://127.0.0.1:9",
      categoriesOf(engines, [listing("npm", { open: () => NEVER, key: { env: ["NPM_KEY"], required: true } })]),
      { metrics: lived() },
    );
    url = await listening(app);
    await (await fetch(`${url}/search?q=otters`)).text();
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it("shows how sources fare, and draws the past, which is in the address", async () => {
    const { page, complaints, foreign } = await opened(browser, `${url}/ui/health`);
    const row = page.getByRole("row", { name: /^gamma/ });
    await row.getByText("Gamma shows a captcha.").waitFor();
    await row.getByText("0 %").waitFor();
    await row.getByRole("img", { name: "0 answered, 1 failed in 24 hours" }).waitFor();
    await page
      .getByRole("row", { name: /^alpha/ })
      .getByText("100 %")
      .waitFor();
    const memory = page.getByRole("figure", { name: "Memory" });
    await memory.locator("canvas").waitFor();
    await memory.getByText("Table").click();
    await expect.poll(() => memory.getByRole("row").count()).toBeGreaterThan(100);
    await expectAccessible(page);
    await page.getByRole("tab", { name: "24 hours" }).click();
    expect(page.url()).toContain("range=24h");
    await page.getByRole("figure", { name: "Jobs" }).locator("canvas").waitFor();
    await page.reload();
    expect(await page.getByRole("tab", { name: "24 hours" }).getAttribute("aria-selected")).toBe("true");
    expect({ complaints, foreign }).toEqual({ complaints: [], foreign: [] });
    await page.context().close();
  });

  it("asks all sources live, in the dark and on a phone", async () => {
    const { page } = await opened(browser, `${url}/ui/health`, {
      colorScheme: "dark",
      viewport: { width: 360, height: 740 },
    });
    await page.getByRole("button", { name: "Ask all live" }).click();
    await page.getByText("1 of 2 answer").first().waitFor();
    await page.getByText("1 without an answer").click();
    await page.getByRole("list").getByText("Gamma shows a captcha.").waitFor();
    await expectAccessible(page);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await page.context().close();
  });

  it("stops asking when it is told to", async () => {
    const hanging = serverFor("http://127.0.0.1:9", categoriesOf([listing("slow", { open: () => NEVER })]));
    const { page } = await opened(browser, `${await listening(hanging)}/ui/health`);
    await page.getByRole("button", { name: "Ask all live" }).click();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect.poll(() => page.getByRole("button", { name: "Ask all live" }).isEnabled()).toBe(true);
    await page.context().close();
    await hanging.close();
  });
});
