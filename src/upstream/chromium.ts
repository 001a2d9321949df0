import { rmSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
} from "playwright-core";
import { defer, Observable, switchMap } from "rxjs";
import type { Config } from "../config.ts";
import { SourceError } from "../errors.ts";
import { withinMemory } from "./browser-memory.ts";
import { FLAGS, ownFolder, sandboxed, WITHOUT } from "./chromium-start.ts";
import { findChromium } from "./find-chromium.ts";
import type { Guard } from "./guard.ts";
import { type GuardProxy, guardProxy, type WayOut } from "./guard-proxy.ts";
import { BrowserLost } from "./rendering/browser-lost.ts";
import type { Leaves } from "./rendering/tabs.ts";

const LAUNCH_MS = 30_000;
/** A process that is being ended may still write. */
const REMOVING = { recursive: true, force: true, maxRetries: 5 };

export type BrowserConfig = Pick<Config, "CHROMIUM_PATH" | "UPSTREAM_GATEWAY">;

/** A Chromium that runs, and its way out. */
export interface Chromium {
  readonly browser: Browser;
  readonly wayOut: WayOut;
  /** How each of its profiles goes out, where the browser as a whole does not. */
  readonly look?: BrowserContextOptions;
  /** Runs in each document before its own scripts. */
  readonly before?: string;
  /** Where its DevTools protocol is spoken, on 127.0.0.1; absent but for one that is lent. */
  readonly devtools?: string | undefined;
}

/** How it is started. */
export interface Starting {
  readonly config: BrowserConfig;
  readonly guard: Guard;
  /** The processes that are being ended. */
  readonly endings: Set<Promise<void>>;
  /** Bytes that its processes may hold. */
  readonly memoryBytes: number;
  /** Told what its processes hold. */
  readonly holds?: (bytes: number) => void;
  /** Others are to drive it too: it listens on 127.0.0.1. */
  readonly lent?: boolean;
}

/** A Chromium behind the guard from subscription to unsubscription; errors when it dies, or holds too much. */
export function chromium$({
  config,
  guard,
  endings,
  memoryBytes,
  holds,
  lent = false,
}: Starting): Observable<Chromium> {
  return defer(() => {
    const executablePath = findChromium(config);
    if (!executablePath)
      throw new SourceError(
        "unreachable",
        "No Chromium was found: install it (Debian: apt-get install chromium) or name it in CHROMIUM_PATH, or one elsewhere in BROWSER_URL.",
      );
    return guardProxy(config, guard).pipe(
      switchMap((proxy) =>
        process$(executablePath, proxy, { gatewayed: Boolean(config.UPSTREAM_GATEWAY), lent }, endings).pipe(
          switchMap(
            ({ browser, group, devtools }) =>
              new Observable<Chromium>((running) => {
                browser.once("disconnected", () => running.error(new BrowserLost("The browser broke down.")));
                running.next({ browser, wayOut: proxy, devtools });
                return withinMemory(group, memoryBytes).subscribe({
                  next: holds,
                  error: (error) => running.error(error),
                });
              }),
          ),
        ),
      ),
    );
  });
}

interface Process {
  readonly browser: Browser;
  /** The id of its process group. */
  readonly group: number;
  readonly devtools?: string;
}

/** The process: started on subscription, its whole process group killed on unsubscription. */
function process$(
  executablePath: string,
  proxy: GuardProxy,
  { gatewayed, lent }: { readonly gatewayed: boolean; readonly lent: boolean },
  endings: Set<Promise<void>>,
): Observable<Process> {
  return new Observable((running) => {
    const folder = ownFolder();
    const end = (server: BrowserServer): void => {
      const ending = server
        .kill()
        .then(() => rm(folder, REMOVING))
        .finally(() => endings.delete(ending));
      endings.add(ending);
    };
    const { PATH, HOME, LANG } = process.env;
    const variables = Object.entries({ PATH, HOME, LANG, TMPDIR: folder });
    const starting = chromium.launchServer({
      executablePath,
      headless: true,
      host: "127.0.0.1",
      timeout: LAUNCH_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      chromiumSandbox: sandboxed(process.getuid?.()),
      // The service's own environment holds keys: pages' processes see none of it.
      env: Object.fromEntries(variables.filter(([, value]) => value !== undefined)),
      ignoreDefaultArgs: WITHOUT,
      args: [
        ...FLAGS,
        `--proxy-server=http://127.0.0.1:${proxy.port}`,
        // Interception sees a page's own process only, so that frames of other sites must share it.
        ...(gatewayed ? ["--disable-site-isolation-trials"] : []),
        ...(lent ? ["--remote-debugging-port=0"] : []),
      ],
    });
    starting
      .then(async (server) => {
        if (running.closed) return end(server);
        running.add(() => end(server));
        const browser = await chromium.connect(server.wsEndpoint(), { timeout: LAUNCH_MS });
        const group = server.process().pid ?? 0;
        running.next({ browser, group, ...(lent && { devtools: await devtoolsOf(server) }) });
      })
      .catch((cause) => {
        rmSync(folder, REMOVING);
        running.error(new BrowserLost("Chromium could not be started.", { cause, atStart: true }));
      });
  });
}

/** Chromium writes the port that it chose into its profile's folder. */
async function devtoolsOf(server: BrowserServer): Promise<string> {
  const flag = "--user-data-dir=";
  const folder = server
    .process()
    .spawnargs.find((argument) => argument.startsWith(flag))
    ?.slice(flag.length);
  const [port] = (await readFile(join(folder ?? "", "DevToolsActivePort"), "utf8")).split("\n");
  return `http://127.0.0.1:${port}`;
}

/** A fresh profile: no permission, no download, no service worker; closed on unsubscription, which `leaves` is told of. */
export function context$(
  { browser, look: way, before }: Pick<Chromium, "browser" | "look" | "before">,
  look: BrowserContextOptions,
  leaves: Leaves,
): Observable<BrowserContext> {
  return new Observable((open) => {
    // A context that is gone already, with its browser, needs no closing.
    const shut = (context: BrowserContext): Promise<void> => context.close().catch(() => undefined);
    const opening = browser.newContext({
      ...way,
      ...look,
      acceptDownloads: false,
      serviceWorkers: "block",
      permissions: [],
    });
    open.add(() => leaves(opening.then(shut, () => undefined)));
    const prepared = opening.then(async (context) => {
      if (before !== undefined) await context.addInitScript({ content: before });
      return context;
    });
    prepared.then(
      (context) => open.next(context),
      (cause) => open.error(new BrowserLost("The browser could not open a page.", { cause })),
    );
  });
}
