import { map, type Observable, switchMap } from "rxjs";
import type { Shown } from "../../reading/read-shown.ts";
import { wallBefore } from "../../sources/kit/responses/refusals.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { type Measured, mayRender, readRendered } from "../rendering/rendering.ts";
import { type Brought, type Browsing, broughtBy, type Drive } from "./by-browser.ts";

/** A page that was read, and what it was read from. */
export interface Read<S> {
  readonly response: HttpResponse;
  readonly shown: S;
  readonly brought: Brought;
  readonly warnings: readonly string[];
}

interface Page<S> {
  /** As it was asked for. */
  readonly url: string;
  /** Absent: the browser asks for it itself. */
  readonly response?: HttpResponse | undefined;
  readonly drive: Drive | undefined;
  /** `scripting`: tell what it says of scripts. */
  readonly read: (response: HttpResponse, scripting: boolean) => Observable<S>;
  /** What of a reading is the page. */
  readonly shownOf: (read: S) => Shown;
  /** A reading with other markup than it was read from. */
  readonly withRaw: (read: S, raw: string | undefined) => S;
}

/** So little text may be a wall's. */
const FEW_CHARS = 1_000;
const NO_PAGE = "It is no HTML page: no browser showed it, and nothing was done on it.";

/**
 * Reads a page as its server sent it, or as a browser shows it: where something is to be done or seen in one, and where its text
 * comes with its scripts.
 *
 *     read (plain):   --p|
 *     render, driven: -----r|
 *     shownPage:      -------(q|)
 *
 * Errors: those of reading, of rendering where the page is driven.
 */
export function shownPage<S>(page: Page<S>, upstream: Browsing): Observable<Read<S>> {
  const { url, response, drive, read, shownOf, withRaw } = page;
  const { render, client } = upstream;
  if (drive && render && (!response || isHtml(response)))
    return render({
      url: response?.url ?? url,
      as: "flattened",
      client,
      ...drive,
      ...(response && { first: response }),
    }).pipe(
      switchMap((rendered) =>
        read(rendered, false).pipe(
          map((shown) => ({
            response: rendered,
            shown: rendered.markup ? withRaw(shown, Buffer.from(rendered.markup).toString()) : shown,
            brought: broughtBy(rendered),
            warnings: rendered.warnings ?? [],
          })),
        ),
      ),
    );
  if (!response) throw new TypeError("What no browser shows was fetched.");
  let plain: string | undefined;
  return readRendered(
    {
      url,
      response,
      mode: undefined,
      read: (document) =>
        read(document, mayRender(undefined, upstream)).pipe(
          map((shown) => {
            if (document === response) plain = shownOf(shown).raw;
            return document === response ? shown : withRaw(shown, plain);
          }),
        ),
      measure: (shown, document) => measured(shownOf(shown), document),
    },
    { upstream },
  ).pipe(
    map((outcome) => ({
      response: outcome.response,
      shown: outcome.read,
      brought: {},
      warnings: [...(drive ? [NO_PAGE] : []), ...outcome.warnings],
    })),
  );
}

const isHtml = ({ headers }: HttpResponse): boolean => /html|^$/i.test(headers["content-type"] ?? "");

function measured({ extraction }: Shown, response: HttpResponse): Measured {
  const text = extraction.ok ? extraction.page.text : "";
  const few = extraction.ok ? text.length < FEW_CHARS : extraction.failure.code === "empty";
  return {
    words: extraction.words ?? text.length,
    scripting: extraction.scripting,
    refusal: few ? wallBefore(response, text) : undefined,
  };
}
