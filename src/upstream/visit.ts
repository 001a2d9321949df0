import { type BrowserContext, type CDPSession, errors, type Page, type Request, type Response } from "playwright-core";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { REPLAY_HEADER } from "./gateway.ts";
import type { Guard } from "./guard.ts";
import { throughGateway } from "./guard-gateway.ts";
import type { GuardProxy } from "./guard-proxy.ts";
import { documentOf, globalsOf } from "./page-state.ts";
import type { BrowserJob, BrowserShot, RenderedPage, RenderJob } from "./types.ts";

const NAVIGATION_MS = 20_000;
/** How long a page that shows something may go on loading. */
const LOAD_MS = 8_000;
const QUIET_NETWORK_MS = 3_000;
const MAX_HEIGHT = 10_000;
/** Of a picture: it is held uncompressed, by several processes, at four bytes each. */
export const MAX_PIXELS = 16_000_000;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** What a page's requests are held to. */
export interface Bounds {
  readonly proxy: GuardProxy;
  readonly config: Pick<Config, "UPSTREAM_GATEWAY">;
  readonly guard: Guard;
}

/** A page that has not been anywhere. */
interface Blank {
  readonly page: Page;
  readonly session: CDPSession;
  /** Why the last request to the URL's host and port failed. */
  readonly failureAt: GuardProxy["failureAt"];
}

/** A profile's one page, which opens no others; behind a gateway its requests are asked there. */
export async function blankPage(context: BrowserContext, { proxy, config, guard }: Bounds): Promise<Blank> {
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close());
  const session = await context.newCDPSession(page);
  const failureAt = config.UPSTREAM_GATEWAY
    ? await throughGateway(session, config.UPSTREAM_GATEWAY, guard, proxy)
    : proxy.failureAt;
  return { page, session, failureAt };
}

/**
 * The answer that the page shows now. Throws where the page has led the browser to an address that is refused or not reached:
 * what is shown then is no page.
 */
type Shown = () => Response;

/** Goes to an address, and waits until the page has settled. */
async function visited({ page, failureAt }: Blank, url: string, delayMs: number): Promise<Shown> {
  let asked = url;
  let latest: Response | undefined;
  const navigates = (request: Request): boolean =>
    request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on("request", (request) => {
    if (!navigates(request)) return;
    asked = request.url();
    latest = undefined;
  });
  page.on("response", (answer) => {
    if (navigates(answer.request())) latest = answer;
  });
  const response = await page.goto(url, { waitUntil: "domcontentloaded", timeout: NAVIGATION_MS }).catch((error) => {
    throw failureAt(asked) ?? visitError(error, asked);
  });
  const shown = (): Response => {
    const status = latest?.status() ?? 0;
    // A plain request that was not let through shows the proxy's own page.
    const refused = status === 403 || status === 502 ? failureAt(asked) : undefined;
    if (refused) throw refused;
    if (!/^https?:/.test(page.url()) || !response)
      throw failureAt(asked) ?? new SourceError("unreachable", `${asked} showed no page.`);
    return latest ?? response;
  };
  shown();
  await settled(page, delayMs);
  shown();
  return shown;
}

export async function photograph(context: BrowserContext, job: BrowserJob, bounds: Bounds): Promise<BrowserShot> {
  const blank = await blankPage(context, bounds);
  const { page, session } = blank;
  const shown = await visited(blank, job.url, job.delayMs);
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

/** The page's own compression and charset are undone, and its length is another. */
const UNTRUE = new Set(["content-encoding", "content-length", "content-type", "transfer-encoding", "set-cookie"]);

export async function rendered(context: BrowserContext, job: RenderJob, bounds: Bounds): Promise<RenderedPage> {
  const blank = await blankPage(context, bounds);
  const { page, session } = blank;
  const shown = await visited(blank, job.url, 0);
  const body = Buffer.from(await documentOf(session, page.url()));
  const globals = job.globals?.length ? await globalsOf(session, job.globals) : {};
  const response = shown();
  const named = await response.headersArray();
  const headers = Object.groupBy(named, ({ name }) => name.toLowerCase());
  const kept = Object.entries(headers).flatMap(([name, all = []]): [string, string][] =>
    UNTRUE.has(name) ? [] : [[name, all.map(({ value }) => value).join(", ")]],
  );
  return {
    url: page.url(),
    status: response.status(),
    headers: { ...Object.fromEntries(kept), "content-type": "text/html; charset=utf-8" },
    setCookie: (headers["set-cookie"] ?? []).map(({ value }) => value),
    redirects: [],
    replayed: named.some(({ name, value }) => name.toLowerCase() === REPLAY_HEADER && value === "1"),
    body,
    globals,
  };
}

/** Waits for the load event, half a second of quiet and the asked delay; a page that never gets quiet is taken as it is. */
async function settled(page: Page, delayMs: number): Promise<void> {
  const patient = (error: unknown): void => {
    if (!(error instanceof errors.TimeoutError)) throw error;
  };
  await page.waitForLoadState("load", { timeout: LOAD_MS }).catch(patient);
  await page.waitForLoadState("networkidle", { timeout: QUIET_NETWORK_MS }).catch(patient);
  if (delayMs > 0) await page.waitForTimeout(delayMs);
}

function visitError(error: unknown, url: string): SourceError {
  const said = error instanceof Error ? error.message : String(error);
  if (error instanceof errors.TimeoutError)
    return new SourceError("timeout", `${url} did not load in time.`, { cause: error });
  if (/Download is starting/.test(said))
    return new SourceError("unsupported-type", `${url} is a download, not a page.`, { cause: error });
  const code = /net::(ERR_[A-Z_]{1,60})/.exec(said)?.[1];
  if (code?.startsWith("ERR_CERT_"))
    return new SourceError("unreachable", `${url} has no valid certificate (${code}).`, { cause: error });
  if (code === "ERR_TOO_MANY_REDIRECTS")
    return new SourceError("unreachable", `${url} redirects in a circle.`, { cause: error });
  return new SourceError("unreachable", `${url} could not be opened${code ? ` (${code})` : ""}.`, { cause: error });
}
