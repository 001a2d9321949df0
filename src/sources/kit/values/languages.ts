import { z } from "zod";

const CODE = /^[a-z]{2,3}([-_][a-z0-9]{1,8}){0,8}$/i;
/** Codes that say that there is no one language, or that nobody knows it. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(["und", "mul", "zxx", "mis"]);

/**
 * A language's code in its one form, a BCP 47 tag of two letters where ISO 639-1 has them: "fre", "fra" and "FR" are "fr",
 * "en_us" is "en-US". Other text stays as it is.
 */
function canonical(written: string): string {
  if (!CODE.test(written)) return written;
  try {
    return Intl.getCanonicalLocales(written.replaceAll("_", "-"))[0] ?? written;
  } catch {
    return written;
  }
}

/** A BCP 47 tag. */
export const LanguageTag = z
  .string()
  .overwrite(canonical)
  .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)
  .describe("BCP 47 language tag, of two letters where there is one");

let byName: ReadonlyMap<string, string> | undefined;

/** The languages of ISO 639-1 by their names in English, French, German and Spanish, and in the language itself. */
function namedLanguages(): ReadonlyMap<string, string> {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const english = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
  const codes = Array.from(letters, (one) => Array.from(letters, (other) => `${one}${other}`))
    .flat()
    .filter((code) => english.of(code) && canonical(code) === code);
  const names = new Map<string, string>();
  for (const locale of ["en", "fr", "de", "es"]) {
    const display = new Intl.DisplayNames(locale, { type: "language", fallback: "none" });
    for (const code of codes) setOnce(names, display.of(code), code);
  }
  for (const code of codes)
    setOnce(names, new Intl.DisplayNames(code, { type: "language", fallback: "none" }).of(code), code);
  return names;
}

function setOnce(names: Map<string, string>, name: string | undefined, code: string): void {
  const key = name?.toLowerCase();
  if (key && !names.has(key)) names.set(key, code);
}

/** A language as an upstream writes it, by a code or by name ("French", "français"); undefined for anything else. */
export function languageTag(written: string | null | undefined): string | undefined {
  const text = written?.trim();
  if (!text || text.length > 60) return undefined;
  byName ??= namedLanguages();
  const tag = LanguageTag.safeParse(text).data ?? byName.get(text.toLowerCase());
  return tag && !NO_LANGUAGE.has(tag) ? tag : undefined;
}

/** Languages as an upstream writes them, each once; without those that are none. */
export const languageTags = (written: readonly (string | null | undefined)[] | null | undefined): string[] => [
  ...new Set((written ?? []).flatMap((one) => languageTag(one) ?? [])),
];
