import type { Browser, Page } from "playwright-core";
import { from, map, NEVER, tap, timer } from "rxjs";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { App } from "../../src/http/app-context.ts";
import { categoriesOf, listening, listing, serverFor } from "../http/support.ts";
import { BY_THE_CLOCK } from "../support/until.ts";
import { executablePath, launch, opened } from "./opened.ts";

/** Of the processor, which a machine that is busy with others takes no longer. */
const MOST_BUSY_MS = 200;
const MOST_UNSEEN_MS = 100;
/** On a machine where next to nothing takes its time too: so many times as long. */
const MOST_PEERS = 5;

const Trace = z.object({
  traceEvents: z.array(z.object({ name: z.string(), pid: z.int(), tid: z.int(), tdur: z.number().optional() })),
});
/** A mark of the page tells its thread from those of other pages. */
const MARK = "measured-here";

/** Milliseconds of the processor that the longest task of a page's main thread took while something was done. */
async function longestTask(browser: Browser, page: Page, done: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "blink.user_timing"] });
  await page.evaluate(`performance.mark("${MARK}")`);
  await done();
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const mark = traceEvents.find(({ name }) => name === MARK);
  const tasks = traceEvents.filter(({ pid, tid }) => pid === mark?.pid && tid === mark.tid);
  expect(tasks.length).toBeGreaterThan(1);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

/** Milliseconds from asking the service for next to nothing to the frame that shows it, in the median: it is evaluated in the page. */
const PEER_MS = `(async () => {
  const took = [];
  for (let n = 0; n < 7; n++) {
    const begin = performance.now();
    await (await fetch("/health/live")).json();
    await new Promise((over) => requestAnimationFrame(() => setTimeout(over)));
    took.push(performance.now() - begin);
  }
  return took.toSorted((a, b) => a - b)[3];
})()`;

/** When the page's first result was on screen, in milliseconds since 1970: it is evaluated in the page. */
const FIRST_SHOWN = `new Promise((over) => {
  const look = () => {
    const [measure] = performance.getEntriesByName("first-result");
    if (measure) over(performance.timeOrigin + measure.startTime + measure.duration);
    else setTimeout(look, 5);
  };
  look();
})`;

const hostile = Array.from({ length: 5_000 }, (_, n) => ({
  title: `<img src=x onerror="window.stung=true">${n} ${"\u202E".repeat(50)}`,
  url: n % 2 === 0 ? `https://h${n}.example/${"a/".repeat(1_000)}` : `javascript:window.stung=${n}`,
  snippet:
    n === 0 ? "<script>window.stung=1</script>".repeat(300_000) : `\u202E\u2066otters\u2069<b>${"(".repeat(500)}`,
  source: "alpha",
}));

describe.skipIf(!executablePath)("how long the page keeps somebody waiting, in Chromium", BY_THE_CLOCK, () => {
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

  it("is never busy for 200 ms with 5,000 hostile results, 10 MB of text among them, nor with filtering them", async () => {
    app = serverFor("http://127.0.0.1:9", categoriesOf([listing("alpha", { open: () => from(hostile) })]));
    const { page } = await opened(browser, await listening(app));
    const busy = await longestTask(browser, page, async () => {
      await page.getByRole("searchbox", { name: "Search" }).fill("otters ( <b>");
      await page.keyboard.press("Enter");
      await page
        .getByText(/results in/)
        .first()
        .waitFor();
      await page
        .getByRole("list", { name: "Engines" })
        .getByRole("button", { name: /^alpha/ })
        .click();
      await page.mouse.wheel(0, 20_000);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("list", { name: "Results" }).getByRole("listitem").first().waitFor();
    });
    expect(await page.evaluate("window.stung")).toBeUndefined();
    expect(busy).toBeLessThan(MOST_BUSY_MS);
    await page.context().close();
  });

  it("shows the first result within 100 ms of the first engine's answer, while others are waited for", async () => {
    let answered = 0;
    const one = { title: "one", url: "https://pages.example/one", snippet: "Otters swim.", source: "alpha" };
    app = serverFor(
      "http://127.0.0.1:9",
      categoriesOf([
        listing("alpha", {
          open: () =>
            timer(300).pipe(
              map(() => one),
              tap(() => {
                answered = Date.now();
              }),
            ),
        }),
        listing("beta", { open: () => NEVER }),
      ]),
    );
    const { page } = await opened(browser, await listening(app));
    const peerMs = z.number().parse(await page.evaluate(PEER_MS));
    await page.getByRole("searchbox", { name: "Search" }).fill("otters");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Results" }).getByRole("link", { name: "one" }).waitFor();
    const shown = z.number().parse(await page.evaluate(FIRST_SHOWN));
    expect(shown - answered).toBeLessThan(Math.max(MOST_UNSEEN_MS, MOST_PEERS * peerMs));
    await page.context().close();
  });
});
