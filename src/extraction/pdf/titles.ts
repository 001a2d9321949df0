/** A title as it is compared: without numbers, signs and case. */
export const titleKey = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^\s*(?:\d+(?:\.\d+)*\.?|[ivxlc]+\.|appendix \w+:?)\s+/u, "")
    .replace(/[^\p{L}\p{N}]+/gu, "");

// biome-ignore lint/suspicious/noControlCharactersInRegex: signs of fonts whose letters have no names
const BULLET = /^[•·▪◦‣○●■□➢✓–—*\-\u0001-\u001f\u007f-\u009f\ue000-\uf8ff]$/u;
/** `1.`, `(a)`, `iv)`; a capital with a point is a name's. */
const NUMBER = /^\(?(?:(\d{1,3})[.)]|[a-z][.)]|[ivx]{1,5}[.)]|[A-Z]\))$/u;

/** What a list's mark says: its number, or `bullet`; undefined where a text is none. */
export function markOf(text: string): number | "bullet" | undefined {
  if (BULLET.test(text)) return "bullet";
  const found = NUMBER.exec(text);
  return found ? Number(found[1] ?? 1) : undefined;
}
