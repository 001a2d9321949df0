/**
 * The usual short name of a Creative Commons licence or mark by its address: `CC BY-SA 4.0`, `CC BY 3.0 US`, `CC0 1.0`,
 * `Public Domain Mark 1.0` (https://creativecommons.org/share-your-work/cclicenses/). Undefined for other addresses.
 */
export function creativeCommons(address: string | null | undefined): string | undefined {
  const [, shelf, code, version, land] =
    /^https?:\/\/(?:www\.)?creativecommons\.org\/(licenses|publicdomain)\/([a-z+-]{2,20})(?:\/(\d\.\d)(?:\/([a-z]{2,3})\b)?)?/i.exec(
      address?.trim() ?? "",
    ) ?? [];
  if (!shelf || !code) return undefined;
  const word = code.toLowerCase();
  if (word === "publicdomain") return "Public domain";
  const name =
    shelf.toLowerCase() === "licenses" ? `CC ${word.toUpperCase()}` : { zero: "CC0", mark: "Public Domain Mark" }[word];
  return name && [name, version, land?.toUpperCase()].filter(Boolean).join(" ");
}
