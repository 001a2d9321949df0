/** Countries by names that the Unicode data does not write so. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  america: "US",
  "bosnia and herzegovina": "BA",
  burma: "MM",
  "cape verde": "CV",
  congo: "CG",
  "czech republic": "CZ",
  "democratic republic of the congo": "CD",
  england: "GB",
  "great britain": "GB",
  holland: "NL",
  "hong kong": "HK",
  "ivory coast": "CI",
  macao: "MO",
  macedonia: "MK",
  myanmar: "MM",
  palestine: "PS",
  "saint lucia": "LC",
  swaziland: "SZ",
  "trinidad and tobago": "TT",
  turkey: "TR",
  "united states of america": "US",
  usa: "US",
};

/** Codes that name no country. */
const NO_COUNTRY = new Set(["EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"]);

const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
let byName: ReadonlyMap<string, string> | undefined;

/** The code of today for a code that was given up (`FX`, `UK`); the code itself else. */
const presentCode = (code: string): string => new Intl.Locale(`und-${code}`).region ?? code;

/** The English names of all countries (Unicode CLDR), folded, with their ISO 3166-1 codes. */
function countries(): ReadonlyMap<string, string> {
  if (byName) return byName;
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  byName = new Map([
    ...LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
      const name = names.of(code);
      return name === undefined || NO_COUNTRY.has(code) || presentCode(code) !== code
        ? []
        : [[folded(name), code] as const];
    }),
    ...Object.entries(OTHER_NAMES),
  ]);
  return byName;
}

const folded = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/&/g, "and")
    .replace(/[’']/g, "")
    .trim();

/** A country's ISO 3166-1 code by its English name or the code itself; undefined where it is none. */
export function countryCode(written: string): string | undefined {
  const name = folded(written).replace(/^st\.? /, "saint ");
  if (/^[a-z]{2}$/.test(name)) {
    const code = presentCode(name.toUpperCase());
    return [...countries().values()].includes(code) ? code : undefined;
  }
  return countries().get(name) ?? countries().get(name.replace(/^saint /, "st. "));
}

/** A language's two-letter code by its English name, the code itself, or a tag that begins with it. */
export function languageCode(written: string): string | undefined {
  const [code = ""] = written.trim().toLowerCase().split(/[-_]/);
  if (/^[a-z]{2}$/.test(code)) return code;
  const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const wanted = folded(written);
  return LETTERS.flatMap((first) => LETTERS.map((second) => (first + second).toLowerCase())).find((tag) => {
    const name = names.of(tag);
    return name !== undefined && folded(name) === wanted;
  });
}
