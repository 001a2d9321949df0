import { absolute } from "../kit/dom.ts";
import { clip } from "../kit/query.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { type Author, OPEN_ACCESS } from "./item.ts";

/** Readings of the few things that every index of scholarly works writes in its own form. What cannot be read is undefined. */

type Text = string | null | undefined;

/** A DOI out of itself, `doi:…` or its address, in lower case. */
export function doiOf(written: Text): string | undefined {
  const found = /^(https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}(?:\.\d{1,9})*\/\S+)$/i.exec(
    written?.trim() ?? "",
  );
  const doi = found?.[2]?.toLowerCase();
  return doi && found?.[1]?.startsWith("http") ? decoded(doi) : doi;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A DOI as a part of an address: its slashes stay. */
export const doiPath = (doi: string): string => encodeURI(doi).replace(/#/g, "%23").replace(/\?/g, "%3F");

export const doiUrl = (doi: string | undefined): string | undefined => doi && `https://doi.org/${doiPath(doi)}`;

/** An http(s) address; what is none is undefined. */
export const addressOf = (written: Text): string | undefined => absolute(written, "about:blank");

/** An ORCID iD out of itself or its address. */
export const orcidOf = (written: Text): string | undefined =>
  /(?:^|\/|:)((?:\d{4}-){3}\d{3}[\dX])\/?$/i.exec(written?.trim() ?? "")?.[1]?.toUpperCase();

/** The ISSNs among texts, each once. */
export const issnsOf = (...written: readonly Text[]): string[] => [
  ...new Set(
    written.flatMap((text) => {
      const found = /^(\d{4})-?(\d{3}[\dX])$/i.exec(text?.trim() ?? "");
      return found ? [`${found[1]}-${found[2]?.toUpperCase()}`] : [];
    }),
  ),
];

/** The DOIs among texts, each once, the first 1,000. */
export const doisOf = (written: readonly Text[]): string[] =>
  [...new Set(written.flatMap((text) => doiOf(text) ?? []))].slice(0, 1000);

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
    const author: typeof Author._output = { name: clean };
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
