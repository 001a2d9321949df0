import { absolute } from "../kit/html/dom.ts";

/** Identifiers and addresses out of the forms in which they are written. What cannot be read is undefined. */

/** A text that may be absent. */
export type Text = string | null | undefined;

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

/** The address that a DOI resolves at. */
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
