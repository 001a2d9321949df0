import {
  catchError,
  defer,
  EMPTY,
  ignoreElements,
  map,
  merge,
  type Observable,
  of,
  ReplaySubject,
  share,
  switchMap,
  take,
  throwError,
} from "rxjs";
import { type SourceError as Failure, SourceError, toSourceError } from "../../errors.ts";
import type { Scripting } from "../../extraction/scripting.ts";
import type { HttpResponse, RenderMode, Upstream } from "../../upstream/types.ts";
import { needsScripts, type Reason } from "./decision.ts";
import { Learning, type Prediction } from "./learning.ts";

/** What a reading came to, as far as deciding about it goes. */
export interface Measured {
  /** Of the text that was found. */
  readonly words: number;
  /** Absent where the page has text enough, or is none. */
  readonly scripting: Scripting | undefined;
  /** Why the text is not the page's: a wall, an error's page, a request for consent. */
  readonly refusal?: Failure | undefined;
}

/** What a page was read from in the end. */
export interface Outcome<Read> {
  readonly read: Read;
  /** What it was read from. */
  readonly response: HttpResponse;
  /** The text is that of the rendered page; absent where nobody thought of rendering. */
  readonly rendered?: boolean;
  /** Milliseconds that rendering took, waiting for the browser included; absent where it was not rendered. */
  readonly renderMs?: number;
  /** Why it was rendered, or should have been; absent where nothing spoke for it. */
  readonly reason?: Reason;
  readonly warnings: readonly string[];
}

export interface RenderingDeps {
  readonly upstream: Partial<Pick<Upstream, "render" | "rendering">>;
  readonly now?: () => number;
  /** What is known of hosts' pages; default: one for each upstream. */
  readonly learning?: Learning;
}

interface Page<Read> {
  /** As it was asked for; its fragment counts. */
  readonly url: string;
  readonly response: HttpResponse;
  /** The response with its body, where it is not in one piece. */
  readonly whole?: () => HttpResponse;
  readonly mode: RenderMode | undefined;
  readonly read: (response: HttpResponse) => Observable<Read>;
  readonly measure: (read: Read, response: HttpResponse) => Measured;
}

const MAX_BODY_BYTES = 5_000_000;
/** The rendered text is taken where the plain one has fewer words, or it has so many times as many. */
const FEW_WORDS = 80;
const BETTER = 1.2;
/** It gained nothing where it has fewer. */
const GAIN = 1.1;

/**
 * Reads a page, and where its text comes with its scripts (`auto`), or in any case (`always`), renders it and reads that; the better
 * of the two texts is given. The page's first answer is the browser's too: it is requested once. Where pages of that place have
 * needed the browser, both begin at once; where rendering has gained nothing, signs are not weighed. Cold; unsubscribing ends the rendering.
 *
 *     read:    --p|      (plain: little text)
 *     render:     ----r|
 *     read:             --q|
 *     outcome: ---------(q|)
 *
 * Errors: `no-browser` for `always` where there is none; the rendering's own for `always`, and for `auto` where the plain page has
 * no text; otherwise they are warnings.
 */
export function readRendered<Read>(page: Page<Read>, deps: RenderingDeps): Observable<Outcome<Read>> {
  const { upstream, now = () => performance.now() } = deps;
  return defer(() => {
    const { response, read, measure } = page;
    const { render, rendering } = upstream;
    const mode = render && rendering ? (page.mode ?? rendering.mode) : "never";
    if (!render || !rendering || mode === "never")
      return read(response).pipe(map((plain) => ({ read: plain, response, warnings: [] })));
    const { learning = learntFor(rendering) } = deps;
    const place = targetOf(page);
    const predicted =
      mode === "auto" && mayBeShown(page) && rendering.available() ? learning.predicted(place) : undefined;
    let begun = 0;
    let why: Reason = "learnt";
    const rendered$ = defer(() => {
      begun = now();
      return render({ url: place, as: "flattened", first: (page.whole ?? (() => response))(), reason: why });
    }).pipe(
      switchMap((shown) => read(shown).pipe(map((again) => ({ again, shown })))),
      share({ connector: () => new ReplaySubject(1), resetOnComplete: false, resetOnError: false }),
    );
    const outcome$ = read(response).pipe(
      switchMap((plain): Observable<Outcome<Read>> => {
        const measured = measure(plain, response);
        const asIs: Outcome<Read> = { read: plain, response, rendered: false, warnings: [] };
        const reason = reasonFor(page, mode, measured, predicted);
        if (!reason) return of(asIs);
        if (!rendering.available())
          return mode === "always"
            ? throwError(() => new SourceError("no-browser", NO_BROWSER))
            : of({ ...asIs, reason });
        rendering.decided?.(reason);
        why = reason;
        return rendered$.pipe(
          map(({ again, shown }): Outcome<Read> => {
            const renderMs = Math.round(now() - begun);
            const said = measure(again, shown);
            const better = isBetter(said, measured, mode);
            if (mode === "auto" && (better || said.words < GAIN * measured.words))
              learning.learn(place, better ? "needs" : "no-js");
            if (!better) return { ...asIs, renderMs, reason };
            return { read: again, response: shown, rendered: true, renderMs, reason, warnings: shown.warnings ?? [] };
          }),
          catchError((thrown: unknown) => {
            const error = toSourceError(thrown);
            if (mode === "always" || measured.words === 0) return throwError(() => error);
            return of({ ...asIs, reason, warnings: [`The page was not rendered: ${error.message}`] });
          }),
        );
      }),
    );
    if (predicted !== "needs") return outcome$;
    // The browser need not wait until the plain page is read; its failure is told with the outcome.
    const early$ = rendered$.pipe(
      ignoreElements(),
      catchError(() => EMPTY),
    );
    return merge(early$, outcome$).pipe(take(1));
  });
}

/** What the pages that a browser was asked for have taught: kept as long as what it is asked through. */
const LEARNT = new WeakMap<object, Learning>();
function learntFor(rendering: object): Learning {
  const learning = LEARNT.get(rendering) ?? new Learning();
  LEARNT.set(rendering, learning);
  return learning;
}

/** Whether a page may come to be rendered: else nobody need look whether it should be. */
export const mayRender = (mode: RenderMode | undefined, { render, rendering }: RenderingDeps["upstream"]): boolean =>
  render !== undefined && rendering !== undefined && (mode ?? rendering.mode) !== "never";

/** What to do where a browser is needed and none is there. */
export const NO_BROWSER =
  "Rendering takes a browser: install Chromium (Debian: apt-get install chromium), or name one in CHROMIUM_PATH or BROWSER_URL.";

function reasonFor<Read>(
  page: Page<Read>,
  mode: "auto" | "always",
  { scripting, refusal }: Measured,
  predicted: Prediction | undefined,
): Reason | undefined {
  if (refusal || !mayBeShown(page)) return undefined;
  if (mode === "always") return "asked";
  if (predicted === "needs") return "learnt";
  const reason = scripting && needsScripts(scripting, page.url);
  return reason === "weighed" && predicted === "no-js" ? undefined : reason;
}

/** Whether a browser can make more of an answer than is read of it. */
const mayBeShown = <Read>({ response, whole = () => response }: Page<Read>): boolean =>
  response.status < 400 && isHtml(response) && whole().body.length <= MAX_BODY_BYTES;

const isHtml = ({ headers }: HttpResponse): boolean => /html|^$/i.test(headers["content-type"] ?? "");

/** Where redirects led, with the fragment that was asked for. */
function targetOf<Read>({ url, response }: Page<Read>): string {
  const { hash } = new URL(url);
  return hash && !response.url.includes("#") ? response.url + hash : response.url;
}

function isBetter(rendered: Measured, plain: Measured, mode: "auto" | "always"): boolean {
  if (rendered.refusal) return false;
  if (mode === "always" || plain.words === 0) return rendered.words > 0 || plain.words === 0;
  return rendered.words > 0 && (plain.words < FEW_WORDS || rendered.words >= BETTER * plain.words);
}
