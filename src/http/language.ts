import type { z } from "zod";

/** A language and a country, two letters each, as far as they are known. */
export interface Market {
  readonly language?: string;
  readonly region?: string;
}

/** Words that clients have for no language in particular. */
const ANY = new Set(["", "all", "auto", "any", "default"]);

/**
 * A language as clients write it: `fr`, `fr-CA`, `zh-Hans-TW`, `fra`, or `all` and `auto` for none in particular, which is
 * an empty market. Undefined where it is none at all.
 */
export function marketIn(written: string): Market | undefined {
  const tag = written.trim().toLowerCase();
  if (ANY.has(tag)) return {};
  if (!/^[a-z]{2,3}([-_][a-z]{4})?([-_]([a-z]{2}|\d{3}))?$/.test(tag)) return undefined;
  const { language, region } = new Intl.Locale(tag.replaceAll("_", "-"));
  return {
    ...(/^[a-z]{2}$/.test(language) && { language }),
    ...(/^[A-Z]{2}$/.test(region ?? "") && { region }),
  };
}

/**
 * Parameters with their `language` as a source can read it: left as it is where the source takes it so, or where it is no
 * language; else its two letters, with the country as `region` where that is an option and was not given.
 */
export function withLanguage(
  given: Readonly<Record<string, unknown>>,
  { shape }: z.ZodObject,
): Readonly<Record<string, unknown>> {
  const { language: written, ...others } = given;
  if (typeof written !== "string" || !(shape["language"] && "safeParse" in shape["language"])) return given;
  const own = shape["language"];
  const market = own.safeParse(written).success ? undefined : marketIn(written);
  if (!market) return given;
  const { language, region } = market;
  return {
    ...(region !== undefined && Object.hasOwn(shape, "region") && { region }),
    ...others,
    ...(language !== undefined && own.safeParse(language).success && { language }),
  };
}
