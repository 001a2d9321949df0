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

/** How many tags are declared: one that stands in another place before (the page's head, its headers, the sitemap) is the same. */
function declaredTags(alternates: readonly Alternate[]): number {
  const placesOf = new Map<string, Set<string>>();
  let count = 0;
  for (const { hreflang, url, from } of alternates) {
    const tag = `${hreflang} ${url}`;
    const before = placesOf.get(tag) ?? new Set();
    placesOf.set(tag, before);
    const standsElsewhere = before.size > (before.has(from) ? 1 : 0);
    if (from !== "body" && !standsElsewhere) count += 1;
    before.add(from);
  }
  return count;
}

export function declaredOf(alternates: readonly Alternate[], { language }: Announcing) {
  const summary = alternates[0]?.summary;
  return {
    page_language: language,
    languages: summary?.languages ?? [],
    regions: summary?.regions ?? [],
    count: declaredTags(alternates),
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
