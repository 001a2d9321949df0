/* The codes that hreflang takes: a language of ISO 639-1, perhaps a script of ISO 15924, perhaps a country of ISO 3166-1. */

const names = (type: "language" | "script" | "region") => new Intl.DisplayNames("en", { type, fallback: "none" });
const [languages, scripts, regions] = [names("language"), names("script"), names("region")];

/** Codes that CLDR knows and that are no country of ISO 3166-1: reserved, withdrawn or private ones. */
const NO_COUNTRY = new Set(
  "AC AN BU CP CQ CS DD DG EA EU EZ FX IC NT QO SU TA TP UK UN XA XB XK YD YU ZR ZZ".split(" "),
);

/** What a code says, and what is wrong with it. */
export interface Code {
  readonly language?: string;
  readonly languageName?: string;
  readonly script?: string;
  readonly region?: string;
  /** Sentences; none: it is a valid code. */
  readonly issues: readonly string[];
}

const MISTAKEN: Readonly<Record<string, string>> = { UK: "GB", EU: "", EN: "GB" };

function regionIssues(region: string): string[] {
  if (/^\d{3}$/.test(region)) return [`${region} is a code of an area: search engines heed countries only.`];
  if (!NO_COUNTRY.has(region) && regions.of(region) !== undefined) return [];
  const meant = MISTAKEN[region];
  return [`${region} is no country of ISO 3166-1${meant ? `: ${meant} is meant` : ""}.`];
}

function languageIssues(language: string): string[] {
  if (language.length !== 2) return [`${language} is no two-letter language code of ISO 639-1.`];
  return languages.of(language) === undefined ? [`${language} is no language of ISO 639-1.`] : [];
}

/** Whether a language, or a country, exists. */
export const isLanguage = (language: string | undefined): boolean =>
  language !== undefined && languageIssues(language).length === 0;
export const isCountry = (region: string | undefined): boolean =>
  region !== undefined && regionIssues(region).length === 0;

/** A value of hreflang, taken apart. */
export function codeIn(written: string): Code {
  if (/^x-default$/i.test(written)) return { issues: [] };
  const [, language, script, region] = /^([a-z]{2,8})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?$/i.exec(written) ?? [];
  if (!language)
    return {
      issues: [
        `“${written.slice(0, 40)}” is no language code${written.includes("_") ? ": parts are joined by hyphens" : ""}.`,
      ],
    };
  const [lower, upper] = [language.toLowerCase(), region?.toUpperCase()];
  const title = script && `${script.charAt(0).toUpperCase()}${script.slice(1).toLowerCase()}`;
  const known = lower.length <= 3 ? languages.of(lower) : undefined;
  return {
    language: lower,
    ...(known && { languageName: known }),
    ...(title && { script: title }),
    ...(upper && { region: upper }),
    issues: [
      ...languageIssues(lower),
      ...(title && scripts.of(title) === undefined ? [`${title} is no script of ISO 15924.`] : []),
      ...(upper ? regionIssues(upper) : []),
    ],
  };
}
