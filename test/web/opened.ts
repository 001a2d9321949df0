import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { z } from "zod";
import { findChromium } from "../../src/upstream/find-chromium.ts";
import { PATIENCE_MS } from "../support/until.ts";

/** The browser of these tests; undefined where there is none. */
export const executablePath = findChromium({ CHROMIUM_PATH: undefined });

export const launch = (): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox"] });

export interface Opened {
  readonly page: Page;
  /** What the page's console and policy complained of. */
  readonly complaints: readonly string[];
  /** What was asked of other hosts. */
  readonly foreign: readonly string[];
}

/** A page of the console in a browser that has seen none before. */
export async function opened(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Opened> {
  const context = await browser.newContext({ locale: "en-GB", ...options });
  // A machine may give the tests a tenth of its usual time.
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const { origin } = new URL(url);
  const [complaints, foreign]: [string[], string[]] = [[], []];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(origin)) foreign.push(request.url());
  });
  await page.goto(url);
  return { page, complaints, foreign };
}

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe-core finds hard to use for somebody; by all rules, or by those that are named. */
async function violations(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  const wanted = { runOnly: rules ? { type: "rule", values: rules } : TAGS };
  // Evaluated by the debugger, which the page's policy does not bind; once a page, for it is large.
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`);
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(wanted)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html, failureSummary }) => html.slice(0, 150) + " " + failureSummary).slice(0, 3).join(" | ")))`,
  );
  return z.array(z.string()).parse(found);
}

/** Fails where axe-core finds the page hard to use for somebody. */
export const expectAccessible = async (page: Page): Promise<void> => expect(await violations(page)).toEqual([]);
