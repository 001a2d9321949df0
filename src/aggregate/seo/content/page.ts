import type { headings } from "../../../sources/page/headings.ts";
import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { links } from "../../../sources/page/links.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { readability } from "../../../sources/page/readability/index.ts";
import type { structured_data } from "../../../sources/page/structured_data/index.ts";
import type { ItemOf } from "../../../sources/source.ts";

export type Meta = ItemOf<typeof html_meta>;
export type Heading = ItemOf<typeof headings>;
export type PageLink = ItemOf<typeof links>;
type Social = ItemOf<typeof opengraph>;
export type Measures = ItemOf<typeof readability>;
export type Entity = ItemOf<typeof structured_data>;

/** What the parsers said of one page. What a parser failed to say, or was not asked, is undefined; a list may be empty. */
export interface PageReadings {
  readonly meta?: Meta | undefined;
  readonly headings?: readonly Heading[] | undefined;
  readonly links?: readonly PageLink[] | undefined;
  /** Null: the page has no social tags. */
  readonly social?: Social | null | undefined;
  /** Null: the page has no text. */
  readonly measures?: Measures | null | undefined;
  readonly entities?: readonly Entity[] | undefined;
}
