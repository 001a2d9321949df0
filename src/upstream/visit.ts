import { type BrowserContext, errors, type Page } from "playwright-core";
import { concatMap, from, type Observable, switchMap, take } from "rxjs";
import { SourceError } from "../errors.ts";
import { type Blank, type Bounds, blankPage, navigated, type Shown } from "./rendering/navigate.ts";
import { MAX_HEIGHT, MAX_IMAGE_BYTES, MAX_PIXELS } from "./rendering/picture.ts";
import type { BrowserJob, BrowserShot } from "./types.ts";

/** How long a page that shows something may go on loading. */
const LOAD_MS = 8_000;
const QUIET_NETWORK_MS = 3_000;

/** A picture of a page. Cold; unsubscribing leaves the page as it is, for its context closes. */
export const photograph = (context: BrowserContext, job: BrowserJob, bounds: Bounds): Observable<BrowserShot> =>
  blankPage(context, bounds).pipe(
    switchMap((blank) =>
      navigated(blank, job.url, "domcontentloaded").pipe(concatMap((shown) => from(taken(blank, shown, job)))),
    ),
    take(1),
  );

async function taken({ page, session }: Blank, shown: Shown, job: BrowserJob): Promise<BrowserShot> {
  shown();
  await quiet(page, job.delayMs);
  shown();
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const tallest = Math.min(MAX_HEIGHT, Math.floor(MAX_PIXELS / job.width));
  const height = job.fullPage ? Math.min(Math.max(Math.ceil(cssContentSize.height), 1), tallest) : job.height;
  const scale = Math.min(1, (job.maxEdge ?? Number.POSITIVE_INFINITY) / Math.max(job.width, height));
  const { data } = await session.send("Page.captureScreenshot", {
    format: job.format,
    ...(job.quality !== undefined && job.format !== "png" && { quality: job.quality }),
    ...((job.fullPage || scale < 1) && {
      clip: { x: 0, y: 0, width: job.width, height, scale },
      captureBeyondViewport: job.fullPage,
    }),
  });
  const response = shown();
  const image = Buffer.from(data, "base64");
  if (image.length > MAX_IMAGE_BYTES)
    throw new SourceError("too-large", `The picture of ${page.url()} is over 5 MB: ask for jpeg or a smaller size.`);
  return {
    url: page.url(),
    title: await page.title(),
    status: response.status(),
    width: Math.round(job.width * scale),
    height: Math.round(height * scale),
    image,
  };
}

/** Waits for the load event, half a second of quiet and the asked delay; a page that never gets quiet is taken as it is. */
async function quiet(page: Page, delayMs: number): Promise<void> {
  const patient = (error: unknown): void => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  };
  await page.waitForLoadState("load", { timeout: LOAD_MS }).catch(patient);
  await page.waitForLoadState("networkidle", { timeout: QUIET_NETWORK_MS }).catch(patient);
  if (delayMs > 0) await page.waitForTimeout(delayMs);
}
