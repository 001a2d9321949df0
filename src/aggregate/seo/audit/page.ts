import { ratingOf } from "../../formulas/vitals.ts";
import { type Alternate, alternateProblems } from "../alternates.ts";
import { FID_NOTE, FIELD_PERIOD, type Measured, passesIn } from "../measured.ts";
import type { Entity, Heading, Link, Meta, Social, Technology } from "./read.ts";

/** What the page is made with; its system is the surest technology of that category. */
export function cmsOf(technologies: readonly Technology[]) {
  const [system] = technologies
    .filter(({ categories }) => categories.includes("CMS"))
    .toSorted((one, other) => other.confidence - one.confidence);
  return {
    name: system?.title,
    version: system?.version,
    confidence: system?.confidence,
    technologies: technologies.map(({ title, version, categories, confidence }) => ({
      name: title,
      version,
      categories,
      confidence,
    })),
  };
}

/** The vitals of real users where there are any, else of the lab's run. */
export function vitalsOf(found: Measured) {
  const field = found.fieldData;
  const [lcp, inp, cls] = field ? [found.lcpP75Ms, found.inpMs, found.clsP75] : [found.lcpMs, undefined, found.cls];
  return {
    strategy: found.strategy,
    basis: field ? ("field" as const) : ("lab" as const),
    period: field ? FIELD_PERIOD : undefined,
    as_of: found.fetchedAt,
    lcp_ms: lcp,
    lcp_rating: ratingOf("lcp", lcp),
    inp_ms: inp,
    inp_rating: ratingOf("inp", inp),
    cls,
    cls_rating: ratingOf("cls", cls),
    fid_ms: found.fidMs,
    fid_note: FID_NOTE,
    passes: passesIn(found),
    performance_score: found.performanceScore,
    source: "pagespeed",
  };
}

/** The alternates in other languages, and what is wrong with them. */
export function hreflangOf(tags: readonly Alternate[], meta: Meta | undefined) {
  const summary = tags[0]?.summary;
  const problems = alternateProblems(tags, {
    url: meta?.url,
    language: meta?.lang ?? summary?.pageLanguage,
    canonical: meta?.canonical ?? summary?.canonical,
  });
  return {
    shown: {
      count: tags.filter(({ from }) => from !== "body").length,
      languages: summary?.languages ?? [],
      x_default: summary?.xDefault ?? false,
      problems: problems.map(({ sentence }) => sentence),
    },
    errors: problems.filter(({ severity }) => severity === "error").map(({ sentence }) => sentence),
  };
}

/** The Open Graph protocol's required properties: https://ogp.me/ */
const REQUIRED = ["og:title", "og:type", "og:image", "og:url"];

const hasTags = (social: Social | undefined, prefix: string): boolean =>
  Object.keys(social?.raw ?? {}).some((property) => property.startsWith(prefix));

/** What the page says to social networks: nothing, where the parser found no item. */
export function socialOf(social: Social | undefined) {
  const named = (property: string) => social?.raw[property]?.[0];
  const [graph, card] = [hasTags(social, "og:"), hasTags(social, "twitter:")];
  return {
    open_graph: {
      present: graph,
      title: named("og:title"),
      type: social?.type,
      image: social?.image,
      url: named("og:url") && social?.url,
      missing: social?.missing ?? REQUIRED,
    },
    twitter_card: {
      present: card,
      card: social?.twitterCard,
      missing: card ? (social?.twitterMissing ?? []) : ["twitter:card"],
    },
  };
}

export const structuredOf = (entities: readonly Entity[]) => ({
  types: [...new Set(entities.flatMap(({ types }) => types))],
  errors: entities.reduce((sum, { errors }) => sum + errors.length, 0),
});

/** The page itself; absent without any of its readings. */
export function pageOf(
  meta: Meta | undefined,
  headings: readonly Heading[] | undefined,
  links: readonly Link[] | undefined,
) {
  if (!meta && !headings && !links) return undefined;
  const linked = (type: Link["type"]) => links && (links[0]?.summary?.[type] ?? 0);
  return {
    url: meta?.url,
    status: meta?.status,
    title: meta?.title,
    title_length: meta?.titleLength,
    description: meta?.description,
    description_length: meta?.descriptionLength,
    canonical: meta?.canonical,
    indexable: meta?.indexable,
    language: meta?.lang,
    h1: headings?.filter(({ level, hidden }) => level === 1 && !hidden).length,
    internal_links: linked("internal"),
    external_links: linked("external"),
  };
}
