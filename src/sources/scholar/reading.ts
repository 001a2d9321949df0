import { z } from "zod";
import { textOfHtml } from "../kit/html/dom.ts";
import { isoDate } from "../kit/values/dates.ts";
import { clip } from "../kit/values/text.ts";
import { addressOf, issnsOf, orcidOf, type Text } from "./identifiers.ts";
import { type Author, OPEN_ACCESS } from "./item.ts";

/** Readings of the few things that every index of scholarly works writes in its own form. What cannot be read is undefined. */

/** A text that may be null or left out. */
export const maybe = z.string().nullish();

const ABSTRACT_LENGTH = 5000;

/** An abstract in plain text, bounded. */
export const abstractOf = (plain: Text): string | undefined =>
  plain ? clip(plain.replace(/\s+/g, " ").trim(), ABSTRACT_LENGTH) : undefined;

/** An abstract in HTML or JATS (`<jats:p>`) as plain text, bounded, without its heading "Abstract". */
export const abstractOfMarkup = (markup: Text): string | undefined =>
  abstractOf(
    textOfHtml(
      markup
        ?.slice(0, 100_000)
        .replace(/<(\/?)jats:(title|sec|list|list-item)\b[^>]{0,200}>/gi, "<$1$2>")
        .replace(/<(\/?)jats:/gi, "<$1")
        .replace(/<(title|h4)>\s{0,100}(abstract|summary)\s{0,100}[:.]?\s{0,100}<\/\1>/gi, " ")
        .replace(/<(\/?)(title|sec|list|list-item)>/gi, "<$1p>"),
    ),
  );

/** A title in which markup or entities may stand. */
export const titleOf = (markup: Text): string | undefined => textOfHtml(markup?.slice(0, 5000));

/** A name as upstreams write it, in parts or whole. */
export interface Person {
  readonly name?: Text;
  readonly orcid?: Text;
  readonly affiliations?: readonly Text[] | undefined;
}

/** `authors` and `authorCount` of an item: who has no name is left out. */
export function authored(people: readonly Person[] | null | undefined) {
  const named = (people ?? []).flatMap(({ name, orcid, affiliations }) => {
    const clean = name?.replace(/\s+/g, " ").trim();
    if (!clean) return [];
    const where = [...new Set((affiliations ?? []).flatMap((place) => abstractOf(place) || []))].slice(0, 20);
    const author: z.output<typeof Author> = { name: clean };
    const id = orcidOf(orcid);
    if (id) author.orcid = id;
    if (where.length > 0) author.affiliations = where;
    return [author];
  });
  return named.length > 0 ? { authors: named.slice(0, 100), authorCount: named.length } : {};
}

/** `publishedAt` and `year` of an item, out of a written date or else a year. */
export function dated(written: Text, year?: number | string | null) {
  const publishedAt = isoDate(written) ?? (year ? isoDate(String(year)) : undefined);
  return publishedAt ? { publishedAt, year: Number(publishedAt.slice(0, 4)) } : {};
}

/** `venue` of an item; without name, ISSN and publisher there is none. */
export function venueOf({ name, issn = [], publisher }: { name?: Text; issn?: readonly Text[]; publisher?: Text }) {
  const issns = issnsOf(...issn);
  return name || publisher || issns.length > 0
    ? { name, publisher, ...(issns.length > 0 && { issn: issns }) }
    : undefined;
}

/** `openAccess` of an item; where nothing is known of it there is none. */
export function openAccessOf(known: { status?: Text; url?: Text; pdfUrl?: Text; license?: Text }) {
  const status = OPEN_ACCESS.find((one) => one === known.status?.toLowerCase());
  const url = addressOf(known.url);
  const pdfUrl = addressOf(known.pdfUrl);
  return status || url || pdfUrl || known.license ? { status, url, pdfUrl, license: known.license } : undefined;
}
