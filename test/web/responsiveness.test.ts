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
/** So many frames a result may take: on a machine that draws few of them, these are longer than the milliseconds. */
const MOST_FRAMES = 6;

const Trace = z.object({
  traceEvents: z.array(
    z.object({ name: z.string(), pid: z.int(), tid: z.int(), tdur: z.number().optional(), args: z.unknown() }),
  ),
});
const ThreadName = z.object({ name: z.string() });

/** Milliseconds of the processor that the longest task of a page's main thread took while something was done. */
async function longestTask(browser: Browser, page: Page, done: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ["toplevel", "__metadata"] });
  await done();
  const { traceEvents } = Trace.parse(JSON.parse((await browser.stopTracing()).toString()));
  const threadOf = ({ pid, tid }: { readonly pid: number; readonly tid: number }): string => `${pid}/${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === "thread_name" && ThreadName.safeParse(args).data?.name === "CrRendererMain")
      .map(threadOf),
  );
  const tasks = traceEvents.filter((event) => event.tdur !== undefined && mains.has(threadOf(event)));
  expect(tasks.length).toBeGreaterThan(0);
  return Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1_000;
}

/** Milliseconds from one frame of an idle page to the next, in the median: it is evaluated in the page. */
const FRAME_MS = `new Promise((over) => {
  const at = [];
  const next = (time) => {
    at.push(time);
    if (at.length < 12) requestAnimationFrame(next);
    else over(at.slice(1).map((t, n) => t - at[n]).toSorted((a, b) => a - b)[5]);
  };
  requestAnimationFrame(next);
})`;

/** When the page's first result was on screen, in milliseconds since 1970: it is evaluated in the page. */
const FIRST_SHOWN = `(() => {
  const [{ startTime, duration }] = performance.getEntriesByName("first-result");
  return performance.timeOrigin + startTime + duration;
})()`;

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
    const frameMs = z.number().parse(await page.evaluate(FRAME_MS));
    await page.getByRole("searchbox", { name: "Search" }).fill("otters");
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Results" }).getByRole("link", { name: "one" }).waitFor();
    const shown = z.number().parse(await page.evaluate(FIRST_SHOWN));
    expect(shown - answered).toBeLessThan(Math.max(MOST_UNSEEN_MS, MOST_FRAMES * frameMs));
    await page.context().close();
  });
});
