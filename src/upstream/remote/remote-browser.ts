import { randomBytes } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { type Browser, chromium } from "playwright-core";
import { from, map, Observable, of, ReplaySubject, share, switchMap } from "rxjs";
import type { Config } from "../../config.ts";
import type { Chromium } from "../chromium.ts";
import type { Guard } from "../guard.ts";
import { type GuardProxy, guardProxy, type WayOut } from "../guard-proxy.ts";
import { BrowserLost } from "../rendering/browser-lost.ts";
import { intercept } from "../rendering/intercept.ts";
import { withoutUnseenWays } from "./unseen-ways.ts";

const CONNECT_MS = 10_000;

/** How a browser elsewhere is reached. */
interface Reaching {
  readonly config: Pick<Config, "UPSTREAM_GATEWAY" | "BROWSER_URL" | "BROWSER_PROXY">;
  readonly guard: Guard;
  /** The connections that are being closed. */
  readonly endings: Set<Promise<void>>;
}

/** The browsers that the configuration names, which share one proxy where they come through one. */
export function remotes$(reaching: Reaching): readonly Observable<Chromium>[] {
  const { BROWSER_URL, BROWSER_PROXY } = reaching.config;
  const port = BROWSER_PROXY && Number(BROWSER_PROXY.replace(/^.*:/, ""));
  const proxy$: Observable<GuardProxy | undefined> = port
    ? guardProxy(reaching.config, reaching.guard, port).pipe(share({ connector: () => new ReplaySubject(1) }))
    : of(undefined);
  return BROWSER_URL.map((endpoint) => remote$(endpoint, proxy$, reaching));
}

/**
 * A browser elsewhere, from subscription to unsubscription; errors when it breaks off, or cannot be reached. Each request of it is
 * held to the guard before it is sent: the browser asks by its debugging protocol, redirects included. Where there is a proxy its
 * requests come through that as well, so that the address which was checked is the one that is connected to; where there is none,
 * pages have neither WebSocket nor workers, for those open one without asking.
 */
function remote$(
  endpoint: string,
  proxy$: Observable<GuardProxy | undefined>,
  { config, guard, endings }: Reaching,
): Observable<Chromium> {
  return proxy$.pipe(
    switchMap((proxy) =>
      connected$(endpoint, endings).pipe(
        switchMap((browser) =>
          from(guarded(browser, { config, guard, proxy })).pipe(
            map((wayOut) => ({
              browser,
              wayOut,
              before: withoutUnseenWays(proxy !== undefined),
              ...(proxy && {
                look: {
                  proxy: { server: `http://${config.BROWSER_PROXY}`, bypass: "<-loopback>", ...proxy.credentials },
                },
              }),
            })),
          ),
        ),
      ),
    ),
  );
}

function connected$(endpoint: string, endings: Set<Promise<void>>): Observable<Browser> {
  const host = URL.parse(endpoint)?.host ?? "";
  return new Observable((running) => {
    const leave = (browser: Browser): void => {
      // What is broken off already needs no closing.
      const ending = browser
        .close()
        .catch(() => undefined)
        .finally(() => endings.delete(ending));
      endings.add(ending);
    };
    const reached = (browser: Browser): void => {
      if (running.closed) {
        leave(browser);
        return;
      }
      running.add(() => leave(browser));
      browser.once("disconnected", () => running.error(new BrowserLost(`The browser at ${host} broke off.`)));
      running.next(browser);
    };
    addressOf(endpoint)
      .then((address) => chromium.connectOverCDP(address, { timeout: CONNECT_MS }))
      .then(reached, (error: unknown) => running.error(unreached(host, error)));
  });
}

/** Why it was not reached, without the address: its query may hold a key. */
function unreached(host: string, error: unknown): BrowserLost {
  const full = /\b429\b|too many requests/i.test(String(error));
  return new BrowserLost(
    full ? `The browser at ${host} takes no more pages.` : `The browser at ${host} is not reached.`,
    {
      atStart: true,
      full,
    },
  );
}

/** Chromium answers over HTTP only those who ask for it by an IP address or as localhost. */
async function addressOf(endpoint: string): Promise<string> {
  const url = new URL(endpoint);
  if (url.protocol !== "http:" || isIP(url.hostname.replace(/^\[|\]$/g, "")) > 0 || url.hostname === "localhost")
    return endpoint;
  const { address, family } = await lookup(url.hostname);
  url.hostname = family === 6 ? `[${address}]` : address;
  return url.href;
}

interface Guarding extends Pick<Reaching, "config" | "guard"> {
  readonly proxy: GuardProxy | undefined;
}

/** Holds every request of the browser to the guard, whichever page, frame or worker makes it. */
async function guarded(browser: Browser, { config, guard, proxy }: Guarding): Promise<WayOut> {
  const wayOut = proxy ?? { token: randomBytes(16).toString("hex"), failureAt: () => undefined };
  const session = await browser.newBrowserCDPSession();
  const failureAt = await intercept(session, {
    config,
    guard,
    wayOut,
    blocked: [],
    everything: true,
  });
  return { token: wayOut.token, failureAt };
}
