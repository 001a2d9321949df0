import type { Strategy } from "./embedded.ts";
import type { Scripting } from "./scripting.ts";

/** An image of a page. */
export interface PageImage {
  /** Absolute, http(s). */
  readonly url: string;
  readonly alt?: string;
  /** In CSS pixels, as the page declares it. */
  readonly width?: number;
  readonly height?: number;
}

export interface PageLink {
  /** Absolute, http(s), without a fragment. */
  readonly url: string;
  /** What the link says; "" where it holds only an image without a description. */
  readonly text: string;
}

/** What a page says of itself. What it does not say is absent. */
export interface PageMetadata {
  readonly title?: string;
  readonly byline?: string;
  /** ISO 8601: a day, or a moment; with the zone only where the page gives it. */
  readonly publishedDate?: string;
  /** BCP 47, as the page declares it. */
  readonly language?: string;
  readonly siteName?: string;
  readonly description?: string;
  /** Absolute. What the page declares, else the origin's `/favicon.ico`, which browsers ask for then. */
  readonly favicon?: string;
  /** Absolute: the address that the page wants to be known by. */
  readonly canonicalUrl?: string;
}

/** A stretch of a page's text that stands on lines of its own. */
export interface PageBlock {
  /** Its beginning, where it is long. */
  readonly text: string;
  /** Whether it is in the page's text. */
  readonly kept: boolean;
  /**
   * Why it is not: nobody sees it, it says the title, it only stands beside an article (a caption, a comment), it was said
   * before, or it is not likely enough to be content.
   */
  readonly why?: "hidden" | "title" | "beside" | "repeated" | "unlikely";
  /** The part of the page it stands in, where that is furniture: `nav`, `header`, `footer`, `aside`, `form`, `button`. */
  readonly place?: string;
  /** How likely it is to be content, from 0 to 1; absent of blocks that were kept or not weighed. */
  readonly chance?: number;
}

/** A page read: its content without furniture, and what it says of itself. */
export interface ExtractedPage extends PageMetadata {
  readonly url: string;
  /** Where the text was read, when the page carries it as data and shows hardly a word; absent where it stands in the page's body. */
  readonly strategy?: Strategy;
  /** Plain text: paragraphs apart by a blank line, list markers, ` | ` between table cells, code as it stands. */
  readonly text: string;
  /** The same content as GitHub-flavoured Markdown; absent where the text itself is already marked up or data. */
  readonly markdown?: string;
  /** The same content as HTML, with absolute addresses and without scripts; absent where it was not asked for or the body is no HTML. */
  readonly html?: string;
  /** What the page's `<meta>` say, by lower-cased name; absent where they were not asked for. */
  readonly metas?: Readonly<Record<string, string>>;
  /** All that an HTML page says, block by block; absent where it was not asked for, or the text was not chosen of blocks. */
  readonly blocks?: readonly PageBlock[];
  readonly images: readonly PageImage[];
  readonly links: readonly PageLink[];
  /** What of the document is not in the text, or not as it was written; absent where all is. In our words alone. */
  readonly warnings?: readonly string[];
}

/** Why a body gave no page: what it is cannot be read as text, or nothing readable was in it. */
interface ExtractionFailure {
  readonly code: "unsupported-type" | "too-large" | "empty" | "changed";
  /** A sentence for people. */
  readonly error: string;
}

/** How much an HTML page holds, where that was asked for. */
interface Weighed {
  /** Of the text. */
  readonly words?: number;
  /** Absent where the page has text enough. */
  readonly scripting?: Scripting;
}

export type Extraction =
  | ({ readonly ok: true; readonly page: ExtractedPage } & Weighed)
  | ({
      readonly ok: false;
      readonly failure: ExtractionFailure;
      /** Where a page without text leads all the same; absent where it leads nowhere. */
      readonly links?: readonly PageLink[];
      /** What an `empty` page says of itself; absent where its metas were not asked for. */
      readonly page?: ExtractedPage;
    } & Weighed);
