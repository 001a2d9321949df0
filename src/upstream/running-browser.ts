import type { BrowserContextOptions } from "playwright-core";
import { from, map, type Observable, switchMap } from "rxjs";
import { type Chromium, chromium$, context$, type Starting } from "./chromium.ts";
import { type Bounds, blankPage } from "./rendering/navigate.ts";
import { renderedPage } from "./rendering/render-page.ts";
import type { Leaves } from "./rendering/tabs.ts";
import type { BrowserJob, BrowserShot, LentPage, RenderedPage, RenderJob } from "./types.ts";
import { photograph } from "./visit.ts";

/** A running browser, as far as a job needs it. */
export interface RunningBrowser {
  shoot(job: BrowserJob, leaves: Leaves): Observable<BrowserShot>;
  render(job: RenderJob, leaves: Leaves): Observable<RenderedPage>;
  readonly version?: string;
}

/** The browser that jobs share. */
export const running$ = (
  chromium$: Observable<Chromium>,
  bounds: Pick<Starting, "config" | "guard">,
): Observable<RunningBrowser> =>
  chromium$.pipe(
    map((chromium) => {
      const version = chromium.browser.version();
      const held: Bounds = { ...bounds, wayOut: chromium.wayOut };
      return {
        version,
        shoot: (job, leaves) =>
          context$(
            chromium,
            { viewport: { width: job.width, height: job.height }, colorScheme: job.dark ? "dark" : "light" },
            leaves,
          ).pipe(switchMap((context) => photograph(context, job, held))),
        render: (job, leaves) =>
          context$(chromium, looksOf(job, version), leaves).pipe(
            switchMap((context) => renderedPage(context, job, held)),
          ),
      };
    }),
  );

/** The window that a job wants, and as what the browser presents itself. */
const looksOf = ({ mobile }: RenderJob, version: string): BrowserContextOptions =>
  mobile
    ? {
        viewport: { width: 390, height: 844 },
        isMobile: true,
        hasTouch: true,
        userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version.split(".", 1)[0]}.0.0.0 Mobile Safari/537.36`,
      }
    : {};

/** A page of a browser of its own. */
export const lent$ = (starting: Starting): Observable<LentPage> =>
  chromium$({ ...starting, lent: true }).pipe(
    switchMap(({ browser, wayOut, devtools = "" }) =>
      context$({ browser }, { viewport: null }, () => undefined).pipe(
        switchMap((context) => blankPage(context, { ...starting, wayOut })),
        switchMap(({ session, failureAt }) =>
          from(session.send("Target.getTargetInfo")).pipe(
            map(({ targetInfo }) => ({ devtools, target: targetInfo.targetId, failureAt })),
          ),
        ),
      ),
    ),
  );
