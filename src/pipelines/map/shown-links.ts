import { catchError, defer, EMPTY, type Observable, of, switchMap } from "rxjs";
import { SourceError, toSourceError } from "../../errors.ts";
import type { RenderMode, Upstream } from "../../upstream/types.ts";
import { NO_BROWSER } from "../rendering/rendering.ts";
import { type FoundLink, pageLinks } from "./page-links.ts";

/** Without `render` no page is rendered. */
export type Showing = Partial<Pick<Upstream, "render" | "rendering">>;

/** Throws `no-browser` where a browser is wanted in any case, and none is there. */
export function checkBrowser(mode: RenderMode | undefined, { rendering }: Showing): void {
  if (mode === "always" && !rendering?.available()) throw new SourceError("no-browser", NO_BROWSER);
}

export interface Shown {
  readonly mode: RenderMode | undefined;
  /** Asked once the plain page is read: whether its links come with its scripts. */
  readonly isWanted: () => boolean;
  /** Told why it could not be rendered. */
  readonly onFailure: (error: SourceError) => void;
}

/**
 * A page's links once its scripts have run: where that is wanted (`auto`), or in any case (`always`). Empty where it is not, where
 * there is no browser, and where the page cannot be rendered.
 *
 *     render: ----r|
 *     links:  ----(ab|)
 */
export function shownLinks(
  url: string,
  { render, rendering }: Showing,
  { mode, isWanted, onFailure }: Shown,
): Observable<FoundLink> {
  return defer(() => {
    const when = mode ?? rendering?.mode ?? "never";
    if (!render || !rendering?.available() || when === "never" || (when === "auto" && !isWanted())) return EMPTY;
    const reason = when === "always" ? "asked" : "links";
    rendering.decided?.(reason);
    return render({ url, as: "flattened", reason }).pipe(
      switchMap((page) => of(page.body).pipe(pageLinks(page.url))),
      catchError((error: unknown) => {
        onFailure(toSourceError(error));
        return EMPTY;
      }),
    );
  });
}
