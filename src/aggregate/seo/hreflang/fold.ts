import type { html_meta } from "../../../sources/page/html_meta.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { sameAddress } from "../../../standards/addresses.ts";
import type { Alternate, AlternateProblem, Announcing } from "../alternates.ts";

type Meta = ItemOf<typeof html_meta>;

export const tagsOf = (alternates: readonly Alternate[]) =>
  alternates.map(
    ({ hreflang, language, region, script, languageName, url, from, isXDefault, isSelf, issues, returnLink }) => {
      const problems = [...issues, ...(returnLink === false ? ["The alternate does not announce this page."] : [])];
      return {
        hreflang,
        language,
        region,
        script,
        language_name: languageName,
        url,
        from,
        x_default: isXDefault,
        is_self: isSelf,
        valid: problems.length === 0,
        problems,
        returns_link: returnLink,
      };
    },
  );

/** The page as it says itself, as far as one of its readings is there. */
export function announcerOf(alternates: readonly Alternate[], meta: Meta | undefined, q: string): Announcing {
  const summary = alternates[0]?.summary;
  return {
    url: meta?.url ?? q,
    language: meta?.lang ?? summary?.pageLanguage,
    canonical: meta?.canonical ?? summary?.canonical,
  };
}

/** Whether a tag stands in another place, too: the page's head, its headers or the sitemap. */
const standsBefore = ({ hreflang, url, from }: Alternate, before: readonly Alternate[]): boolean =>
  before.some((other) => other.from !== from && other.hreflang === hreflang && other.url === url);

export function declaredOf(alternates: readonly Alternate[], { language }: Announcing) {
  const summary = alternates[0]?.summary;
  return {
    page_language: language,
    languages: summary?.languages ?? [],
    regions: summary?.regions ?? [],
    count: alternates.filter((one, place) => one.from !== "body" && !standsBefore(one, alternates.slice(0, place)))
      .length,
    x_default: summary?.xDefault ?? false,
    self_reference: summary?.selfReference ?? false,
  };
}

export const canonicalOf = ({ url, canonical }: Announcing) => ({
  url: canonical,
  consistent: canonical === undefined || url === undefined || sameAddress(canonical, url),
});

export function verdictOf(problems: readonly AlternateProblem[]) {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return { valid: errors === 0, errors, warnings: problems.length - errors };
}
