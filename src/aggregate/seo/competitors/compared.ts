import { SourceError } from "../../../errors.ts";
import type { PageRead } from "../corpus/reading.ts";
import { textOf } from "../corpus/text.ts";
import { type Compared, gapsOf } from "./gaps.ts";

interface Read extends Pick<Compared, "q" | "language" | "related" | "features" | "now"> {
  /** The competitors' pages in their order. */
  readonly pages: readonly PageRead[];
  /** The own page, where one is named. */
  readonly own: PageRead | undefined;
  /** Its domain. */
  readonly against: string | undefined;
}

/** The gaps among pages that were read; throws where none could be, or the own one could not. */
export function comparedOf({ pages, own, against, ...rest }: Read) {
  const texts = pages.flatMap((page) => textOf(page, rest.language) ?? []);
  const ownText = own && textOf(own, rest.language);
  if (texts.length === 0) throw new SourceError("unreachable", `None of the ${pages.length} pages could be read.`);
  if (own && !ownText)
    throw new SourceError("unreachable", `The own page could not be read: ${own.error ?? "it has no text."}`);
  return { against, gaps: gapsOf({ ...rest, pages: texts, own: ownText }) };
}
