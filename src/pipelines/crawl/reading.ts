import type { ErrorKind } from "../../errors.ts";
import type { Extraction, PageImage } from "../../extraction/page.ts";

/** How a body is read in another process. */
export interface ReadingTask {
  /** Where it came from; absolute. */
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly markdown: boolean;
  readonly images: boolean;
  /** Tell what a page with little text says of scripts. */
  readonly scripting?: boolean;
  /** The sites whose links are wanted, as `siteOf` writes them; absent: every link is. */
  readonly sites?: readonly string[];
  /** Every address is a page of its own, also where another differs in little. */
  readonly exact?: boolean;
}

/** Where a page leads: addresses without fragments and session ids, and the keys of their canonical forms. */
export interface Links {
  readonly links: readonly string[];
  /** One a link, in the same order. */
  readonly keys: BigUint64Array;
  /** So many of the first are no further from the first page than this one: sitemaps name them. Default: none. */
  readonly listed?: number;
}

/** What reading a body came to. A page without text may lead on all the same. */
export type Reading = Links &
  Pick<Extraction, "words" | "scripting"> &
  (
    | {
        readonly ok: true;
        readonly title?: string;
        readonly favicon?: string;
        readonly content: string;
        readonly images: readonly PageImage[];
        readonly textKey: bigint;
        readonly simHash: bigint | undefined;
      }
    | { readonly ok: false; readonly code: ErrorKind | "empty"; readonly error: string }
  );
