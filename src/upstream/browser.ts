import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, type BrowserContext, type BrowserServer, chromium, errors, type Page } from "playwright-core";
import {
  asyncScheduler,
  defer,
  from,
  merge,
  mergeMap,
  Observable,
  of,
  ReplaySubject,
  type SchedulerLike,
  Subject,
  share,
  switchMap,
  take,
  throwError,
  timeout,
  timer,
} from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { withinMemory } from "./browser-memory.ts";
import type { Guard } from "./guard.ts";
import { type GuardProxy, guardProxy, throughGateway } from "./guard-proxy.ts";
import { places } from "./places.ts";
import type { BrowserJob, BrowserShot, Upstream } from "./types.ts";

/** A job's whole time: waiting for a place, starting the browser, loading, taking the picture. */
const DEADLINE_MS = 45_000;
const NAVIGATION_MS = 20_000;
/** How long a page that shows something may go on loading. */
const LOAD_MS = 8_000;
const QUIET_NETWORK_MS = 3_000;
const LAUNCH_MS = 15_000;
/** A browser that nobody uses for so long is closed. */
const IDLE_MS = 60_000;
/** A browser is replaced after so many pages, for it grows. */
const PAGES_PER_BROWSER = 50;
const PAGES_AT_ONCE = 3;
const MAX_HEIGHT = 10_000;
/** Of a picture: it is held uncompressed, by several processes, at four bytes each. */
const MAX_PIXELS = 16_000_000;
/** Of all pages together. */
const MAX_MEMORY_BYTES = 1_500_000_000;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const FLAGS = [
  "--proxy-bypass-list=<-loopback>",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

type BrowserConfig = Pick<Config, "CHROMIUM_PATH" | "UPSTREAM_GATEWAY">;

/** A running browser, as far as a job needs it. */
export interface RunningBrowser {
  shoot(job: BrowserJob): Observable<BrowserShot>;
}

export interface BrowserParts {
  /** A browser from subscription to unsubscription; errors when it dies. */
  readonly launch?: Observable<RunningBrowser>;
  readonly scheduler?: SchedulerLike;
  /** Bytes of memory that the browser's processes may hold; default 1.5 GB. */
  readonly memoryBytes?: number;
}

/**
 * The headless browser: started on first use, a fresh profile per job, closed after a minute without work and replaced
 * after 50 pages; three pages at once, further jobs wait. Everything it asks goes through the guard (see `guardProxy`).
 * Pages that together take more than 1.5 GB of memory end the browser, and are `too-large`.
 * Unsubscribing from a shot closes its page. `close` ends running jobs with `unreachable` and kills the processes.
 *
 * Errors: `unreachable` where no Chromium is installed or the page cannot be reached, `bad-query` and `forbidden-target`
 * for an address that may not be visited (`bad-query` also for a window of more than 16 megapixels), `timeout` after 45 s in all, `unsupported-type` for a download, `too-large` for
 * an image over 5 MB.
 */
export function createBrowser(
  config: BrowserConfig,
  guard: Guard,
  parts: BrowserParts = {},
): { readonly screenshot: Upstream["screenshot"]; close(): Promise<void> } {
  const endings = new Set<Promise<void>>();
  const { memoryBytes = MAX_MEMORY_BYTES, scheduler = asyncScheduler } = parts;
  const { launch = chromiumBrowser(config, guard, endings, memoryBytes) } = parts;
  const closing = new Subject<void>();
  const closed$ = closing.pipe(
    mergeMap(() => throwError(() => new SourceError("unreachable", "The browser is being closed."))),
  );
  const place = places(PAGES_AT_ONCE);
  let closed = false;
  let current = generation();

  function generation(): { pages: number; readonly browser$: Observable<RunningBrowser> } {
    const spent = (): boolean => closed || made.pages >= PAGES_PER_BROWSER;
    const made = {
      pages: 0,
      browser$: launch.pipe(
        share({
          connector: () => new ReplaySubject<RunningBrowser>(1),
          resetOnRefCountZero: () => (spent() ? of(true) : merge(closing, timer(IDLE_MS, scheduler))),
        }),
      ),
    };
    return made;
  }

  const inBrowser = (job: BrowserJob): Observable<BrowserShot> =>
    defer(() => {
      if (current.pages >= PAGES_PER_BROWSER) current = generation();
      current.pages += 1;
      return current.browser$.pipe(switchMap((browser) => browser.shoot(job)));
    });

  return {
    screenshot: (job) =>
      defer(() => {
        guard.checkUrl(job.url);
        if (job.width * job.height > MAX_PIXELS)
          throw new SourceError("bad-query", `A window of ${job.width} × ${job.height} is over 16 megapixels.`);
        return merge(place(inBrowser(job)), closed$).pipe(take(1));
      }).pipe(
        timeout({
          first: DEADLINE_MS,
          scheduler,
          with: () =>
            throwError(() => new SourceError("timeout", `${job.url} was not ready within ${DEADLINE_MS / 1000} s.`)),
        }),
      ),
    close: async () => {
      closed = true;
      closing.next();
      await Promise.all(endings);
    },
  };
}

/** The installed Chromium: `CHROMIUM_PATH`, else the first of the usual names on the PATH; undefined where there is none. */
export function findChromium(
  config: Pick<Config, "CHROMIUM_PATH">,
  path = process.env["PATH"] ?? "",
): string | undefined {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = path.split(delimiter).filter(Boolean);
  const candidates = config.CHROMIUM_PATH
    ? [config.CHROMIUM_PATH]
    : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return candidates.find((candidate) => {
    try {
      accessSync(candidate, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function chromiumBrowser(
  config: BrowserConfig,
  guard: Guard,
  endings: Set<Promise<void>>,
  memoryBytes: number,
): Observable<RunningBrowser> {
  return defer(() => {
    const executablePath = findChromium(config);
    if (!executablePath)
      throw new SourceError(
        "unreachable",
        "No Chromium was found: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH.",
      );
    return guardProxy(config, guard).pipe(
      switchMap((proxy) =>
        process$(executablePath, proxy, Boolean(config.UPSTREAM_GATEWAY), endings).pipe(
          switchMap(({ browser, group }) => {
            const shoot = (job: BrowserJob): Observable<BrowserShot> =>
              context$(browser, job).pipe(switchMap((context) => from(photograph(context, job, proxy, config, guard))));
            return new Observable<RunningBrowser>((running) => {
              browser.once("disconnected", () =>
                running.error(new SourceError("unreachable", "The browser broke down.")),
              );
              running.next({ shoot });
              return withinMemory(group, memoryBytes).subscribe({ error: (error) => running.error(error) });
            });
          }),
        ),
      ),
    );
  });
}

interface Process {
  readonly browser: Browser;
  /** The id of its process group. */
  readonly group: number;
}

/** The process: started on subscription, its whole process group killed on unsubscription. */
function process$(
  executablePath: string,
  proxy: GuardProxy,
  gatewayed: boolean,
  endings: Set<Promise<void>>,
): Observable<Process> {
  return new Observable((running) => {
    const end = (server: BrowserServer): void => {
      const ending = server.kill().finally(() => endings.delete(ending));
      endings.add(ending);
    };
    const { PATH, HOME, LANG, TMPDIR } = process.env;
    const starting = chromium.launchServer({
      executablePath,
      headless: true,
      host: "127.0.0.1",
      timeout: LAUNCH_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      chromiumSandbox: process.getuid?.() !== 0,
      // The service's own environment holds keys: pages' processes see none of it.
      env: Object.fromEntries(Object.entries({ PATH, HOME, LANG, TMPDIR }).filter(([, value]) => value !== undefined)),
      args: [
        ...FLAGS,
        `--proxy-server=http://127.0.0.1:${proxy.port}`,
        // Interception sees a page's own process only, so that frames of other sites must share it.
        ...(gatewayed ? ["--disable-site-isolation-trials"] : []),
      ],
    });
    starting
      .then(async (server) => {
        if (running.closed) return end(server);
        running.add(() => end(server));
        const browser = await chromium.connect(server.wsEndpoint(), { timeout: LAUNCH_MS });
        running.next({ browser, group: server.process().pid ?? 0 });
      })
      .catch((cause) => running.error(new SourceError("unreachable", "Chromium could not be started.", { cause })));
  });
}

/** A fresh profile: no permission, no download, no service worker; closed on unsubscription. */
function context$(browser: Browser, job: BrowserJob): Observable<BrowserContext> {
  return new Observable((open) => {
    const shut = (context: BrowserContext): void => {
      // A context that is gone already, with its browser, needs no closing.
      context.close().catch(() => undefined);
    };
    browser
      .newContext({
        viewport: { width: job.width, height: job.height },
        colorScheme: job.dark ? "dark" : "light",
        acceptDownloads: false,
        serviceWorkers: "block",
        permissions: [],
      })
      .then(
        (context) => {
          if (open.closed) return shut(context);
          open.add(() => shut(context));
          open.next(context);
        },
        (cause) => open.error(new SourceError("unreachable", "The browser could not open a page.", { cause })),
      );
  });
}

async function photograph(
  context: BrowserContext,
  job: BrowserJob,
  proxy: GuardProxy,
  config: BrowserConfig,
  guard: Guard,
): Promise<BrowserShot> {
  const page = await context.newPage();
  context.on("page", (popup) => void popup.close());
  let asked = job.url;
  page.on("request", (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) asked = request.url();
  });
  const session = await context.newCDPSession(page);
  const failureAt = config.UPSTREAM_GATEWAY
    ? await throughGateway(session, config.UPSTREAM_GATEWAY, guard, proxy)
    : proxy.failureAt;
  const response = await page
    .goto(job.url, { waitUntil: "domcontentloaded", timeout: NAVIGATION_MS })
    .catch((error) => {
      throw failureAt(asked) ?? visitError(error, asked);
    });
  const status = response?.status() ?? 0;
  // A plain request that was not let through shows the proxy's own page.
  const refused = status === 403 || status === 502 ? failureAt(asked) : undefined;
  if (refused) throw refused;
  await settled(page, job.delayMs);
  if (!/^https?:/.test(page.url()) || !response)
    throw failureAt(asked) ?? new SourceError("unreachable", `${asked} showed no page.`);
  const { cssContentSize } = await session.send("Page.getLayoutMetrics");
  const tallest = Math.min(MAX_HEIGHT, Math.floor(MAX_PIXELS / job.width));
  const height = job.fullPage ? Math.min(Math.max(Math.ceil(cssContentSize.height), 1), tallest) : job.height;
  const { data } = await session.send("Page.captureScreenshot", {
    format: job.format,
    ...(job.quality !== undefined && job.format !== "png" && { quality: job.quality }),
    ...(job.fullPage && { clip: { x: 0, y: 0, width: job.width, height, scale: 1 }, captureBeyondViewport: true }),
  });
  const image = Buffer.from(data, "base64");
  if (image.length > MAX_IMAGE_BYTES)
    throw new SourceError("too-large", `The picture of ${page.url()} is over 5 MB: ask for jpeg or a smaller size.`);
  return { url: page.url(), title: await page.title(), status, width: job.width, height, image };
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
