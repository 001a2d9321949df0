import { catchError, defer, map, type Observable, of, switchMap, throwError } from "rxjs";
import { type SourceError as Failure, SourceError, toSourceError } from "../../errors.ts";
import type { Scripting } from "../../extraction/scripting.ts";
import type { HttpResponse, RenderMode, Upstream } from "../../upstream/types.ts";
import { needsScripts, type Reason } from "./decision.ts";

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
  readonly reason?: Reason;
  readonly warnings: readonly string[];
}

export interface RenderingDeps {
  readonly upstream: Partial<Pick<Upstream, "render" | "rendering">>;
  readonly now?: () => number;
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

/**
 * Reads a page, and where its text comes with its scripts (`auto`), or in any case (`always`), renders it and reads that; the better
 * of the two texts is given. The page's first answer is the browser's too: it is requested once. Cold; unsubscribing ends the rendering.
 *
 *     read:    --p|      (plain: little text)
 *     render:     ----r|
 *     read:             --q|
 *     outcome: ---------(q|)
 *
 * Errors: `no-browser` for `always` where there is none; the rendering's own for `always`, and for `auto` where the plain page has
 * no text; otherwise they are warnings.
 */
export function readRendered<Read>(
  page: Page<Read>,
  { upstream, now = () => performance.now() }: RenderingDeps,
): Observable<Outcome<Read>> {
  return defer(() => {
    const { response, read, measure } = page;
    const { render, rendering } = upstream;
    const mode = render && rendering ? (page.mode ?? rendering.mode) : "never";
    return read(response).pipe(
      switchMap((plain): Observable<Outcome<Read>> => {
        const measured = measure(plain, response);
        const asIs: Outcome<Read> = {
          read: plain,
          response,
          ...(mode !== "never" && { rendered: false }),
          warnings: [],
        };
        if (!render || !rendering || mode === "never") return of(asIs);
        const reason = reasonFor(page, mode, measured);
        if (!reason) return of(asIs);
        if (!rendering.available())
          return mode === "always" ? throwError(() => new SourceError("no-browser", NO_BROWSER)) : of(asIs);
        const begun = now();
        return render({ url: targetOf(page), as: "flattened", first: (page.whole ?? (() => response))() }).pipe(
          switchMap((shown) =>
            read(shown).pipe(
              map((again): Outcome<Read> => {
                const renderMs = Math.round(now() - begun);
                const better = isBetter(measure(again, shown), measured, mode);
                if (!better) return { ...asIs, renderMs, reason };
                return {
                  read: again,
                  response: shown,
                  rendered: true,
                  renderMs,
                  reason,
                  warnings: shown.warnings ?? [],
                };
              }),
            ),
          ),
          catchError((thrown: unknown) => {
            const error = toSourceError(thrown);
            if (mode === "always" || measured.words === 0) return throwError(() => error);
            return of({ ...asIs, reason, warnings: [`The page was not rendered: ${error.message}`] });
          }),
        );
      }),
    );
  });
}

/** Whether a page may come to be rendered: else nobody need look whether it should be. */
export const mayRender = (mode: RenderMode | undefined, { render, rendering }: RenderingDeps["upstream"]): boolean =>
  render !== undefined && rendering !== undefined && (mode ?? rendering.mode) !== "never";

/** What to do where a browser is needed and none is there. */
export const NO_BROWSER =
  "Rendering takes a browser: install Chromium (Debian: apt-get install chromium), or name one in CHROMIUM_PATH or BROWSER_URL.";

function reasonFor<Read>(
  { response, whole = () => response, url }: Page<Read>,
  mode: "auto" | "always",
  { scripting, refusal }: Measured,
): Reason | undefined {
  if (refusal || response.status >= 400 || !isHtml(response)) return undefined;
  const reason = mode === "always" ? "asked" : scripting && needsScripts(scripting, url);
  return reason && whole().body.length <= MAX_BODY_BYTES ? reason : undefined;
}

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
