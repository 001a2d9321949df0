const ASCII = /^[ -~\s]*$/;
const COMBINING = /[\u0300-\u036f]/g;

/** Without case, diacritics and compatibility forms: `Straße`, `ＳＴＲＡＳＳＥ` and `strasse` are one. */
export const folded = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : text.normalize("NFKD").replace(COMBINING, "").toUpperCase().toLowerCase().normalize("NFC");
