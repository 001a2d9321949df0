/**
 * The console as browsers feel it. `npm run bench -- console`, or parts of it: `npm run bench -- console:results`.
 *
 * - lighthouse: the first view on a phone, as Lighthouse marks it.
 * - results: a search with 1,000 results: how long a key waits, and the memory of the tab.
 * - crawl: a job of 100,000 pages, followed and scrolled: the same.
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import lighthouse from "lighthouse";
import { type Browser, chromium, type Page } from "playwright-core";
import { from } from "rxjs";
import { z } from "zod";
import { findChromium } from "../src/upstream/find-chromium.ts";
import { categoriesOf, listening, listing, serverFor } from "../test/http/support.ts";
import { ended, served } from "../test/tasks/service.ts";
import { figure, median, runParts } from "./beside/figure.ts";
import { inFolder } from "./beside/tasks/engine.ts";
import { filled } from "./beside/tasks/filled.ts";

const RESULTS = 1_000;
const PAGES = 100_000;
const KEYS = 20;
const SCROLLS = 40;
const MOST_DELAY_MS = 50;
const MOST_MB = 150;
const PATIENCE_MS = 300_000;
const GOALS = { performance: 0.95, accessibility: 1, "best-practices": 0.95 };

const executablePath = findChromium({ CHROMIUM_PATH: undefined });

const launched = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({ ...(executablePath && { executablePath }), args: ["--no-sandbox", ...args] });

/** Keeps how long each input waits for the page: it is evaluated there. */
const WATCHING = `window.delays = []; new PerformanceObserver((list) => {
  for (const { processingStart, startTime } of list.getEntries()) window.delays.push(processingStart - startTime);
}).observe({ type: "event", durationThreshold: 16, buffered: true });`;

async function felt(what: string, browser: Browser, page: Page): Promise<void> {
  const delays = z.array(z.number()).parse(await page.evaluate("window.delays"));
  const worst = Math.max(0, ...delays);
  const said = `${worst.toFixed(0)} ms at most, ${median(delays).toFixed(0)} ms in the median`;
  figure(`${what}: an input waits`, said, `at most ${MOST_DELAY_MS} ms`, worst <= MOST_DELAY_MS);
  const megabytes = await tabMb(browser);
  figure(`${what}: memory of the tab`, `${megabytes.toFixed(0)} MB`, `at most ${MOST_MB} MB`, megabytes <= MOST_MB);
}

const Processes = z.object({ processInfo: z.array(z.object({ type: z.string(), id: z.number() })) });

/** What the largest of the browser's tabs holds for itself. */
async function tabMb(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = Processes.parse(await session.send("SystemInfo.getProcessInfo"));
  const own = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) =>
      [...readFileSync(`/proc/${id}/smaps_rollup`, "utf8").matchAll(/Private_\w+:\s+(\d+) kB/g)].reduce(
        (sum, [, kilobytes]) => sum + Number(kilobytes),
        0,
      ),
    );
  return Math.max(...own) / 1024;
}

const freePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });

async function audited(): Promise<void> {
  await inFolder(async (dataDir) => {
    const service = await served(dataDir);
    const port = await freePort();
    const browser = await launched([`--remote-debugging-port=${port}`]);
    try {
      const run = await lighthouse(service.url, { port, output: "json", onlyCategories: Object.keys(GOALS) });
      for (const [name, goal] of Object.entries(GOALS)) {
        const score = run?.lhr.categories[name]?.score ?? 0;
        figure(`Lighthouse, ${name}`, String(Math.round(score * 100)), `at least ${goal * 100}`, score >= goal);
      }
    } finally {
      await browser.close();
      await ended(service.child, "SIGTERM");
    }
  });
}

async function results(): Promise<void> {
  const items = Array.from({ length: RESULTS }, (_, n) => ({
    title: `The ${n}th page about otters`,
    url: `https://h${n % 100}.example/page/${n}`,
    snippet: `What page ${n} says of otters, in a sentence or two of usual length, as engines give them. `.repeat(3),
    source: "alpha",
  }));
  const app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha", { open: () => from(items) })]));
  const browser = await launched();
  try {
    const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
    await page.addInitScript(WATCHING);
    await page.goto(`${await listening(app)}/ui/search?q=otters`);
    await page.locator(".result").first().waitFor({ timeout: PATIENCE_MS });
    for (let key = 0; key < KEYS; key++) await page.keyboard.press("j");
    await page
      .getByText(/results in /)
      .first()
      .waitFor({ timeout: PATIENCE_MS });
    for (let scroll = 0; scroll < SCROLLS; scroll++) await page.mouse.wheel(0, 2_000);
    for (let key = 0; key < KEYS; key++) await page.keyboard.press("k");
    await felt(`${RESULTS} results`, browser, page);
  } finally {
    await browser.close();
    await app.close();
  }
}

async function crawl(): Promise<void> {
  await inFolder(async (dataDir) => {
    const id = await filled(dataDir, PAGES);
    const service = await served(dataDir);
    const browser = await launched();
    try {
      const page = await (await browser.newContext({ locale: "en-GB" })).newPage();
      await page.addInitScript(WATCHING);
      await page.goto(`${service.url}/ui/jobs/${id}`);
      const table = page.getByRole("table", { name: "Pages" });
      await table.getByRole("cell").first().waitFor({ timeout: PATIENCE_MS });
      await table.focus();
      const whole = page.locator(`[role=table][aria-rowcount="${PAGES + 1}"]`);
      while ((await whole.count()) === 0) await page.keyboard.press("PageDown");
      await page.keyboard.press("End");
      for (let scroll = 0; scroll < SCROLLS; scroll++) await page.keyboard.press("PageUp");
      await felt(`${PAGES} pages`, browser, page);
    } finally {
      await browser.close();
      await ended(service.child, "SIGTERM");
    }
  });
}

await runParts({ lighthouse: audited, results, crawl }, process.argv.slice(2));
process.exit();
