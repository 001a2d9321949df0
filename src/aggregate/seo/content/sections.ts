import { isoDate } from "../../../sources/kit/values/dates.ts";
import { sameAddress } from "../../../standards/addresses.ts";
import { occurrences } from "../../formulas/phrases.ts";
import { wordsOf } from "../../formulas/words.ts";
import { mainEntities, textOfMain } from "../main-entity.ts";
import type { Entity, Heading, Measures, Meta, PageLink, PageReadings } from "./page.ts";

export const TITLE = { min: 15, max: 60 } as const;
const TOP_LINKS = 20;

export function titleOf({ title, titleLength = 0 }: Meta, language: string, keyword: string | undefined) {
  const keysOf = (text = "") => wordsOf(text, { language }).map(({ key }) => key);
  return {
    text: title,
    length: titleLength,
    in_range: titleLength >= TITLE.min && titleLength <= TITLE.max,
    has_keyword: keyword === undefined ? undefined : occurrences(keysOf(title), keysOf(keyword)) > 0,
  };
}

/** Whether a page's canonical URL is its own; undefined where it names none. */
export const isOwnCanonical = ({ canonical, url }: Meta): boolean | undefined =>
  canonical === undefined ? undefined : sameAddress(canonical, url);

export function metaOf({ meta, social, entities }: PageReadings) {
  const page = meta?.url;
  const [published, updated] = [dateIn(entities, "datePublished", page), dateIn(entities, "dateModified", page)];
  return {
    description: meta?.description,
    description_length: meta && (meta.descriptionLength ?? 0),
    canonical: meta?.canonical,
    canonical_is_self: meta && isOwnCanonical(meta),
    robots: meta?.robots,
    indexable: meta?.indexable,
    language: meta?.lang,
    charset: meta?.charset,
    viewport: meta?.viewport,
    published: social?.article?.publishedAt ?? published,
    updated: social?.article?.modifiedAt ?? updated,
    author: meta?.author ?? authorIn(entities, page),
    open_graph:
      social === undefined ? undefined : Object.keys(social?.raw ?? {}).some((name) => name.startsWith("og:")),
    twitter_card: social === undefined ? undefined : social?.twitterCard !== undefined,
    structured_data_types: entities && typesOf(entities),
    favicon: meta?.favicon,
  };
}

/** The types of a page's entities, each once. */
export const typesOf = (entities: readonly Entity[]): readonly string[] => [
  ...new Set(entities.flatMap(({ types }) => types)),
];

const dateIn = (
  entities: readonly Entity[] | undefined,
  field: string,
  page: string | undefined,
): string | undefined => {
  const stated = textOfMain(entities, field, page);
  return stated === undefined ? undefined : isoDate(stated);
};

/** Who wrote the page: the first author of its own entities. */
function authorIn(entities: readonly Entity[] | undefined, page: string | undefined): string | undefined {
  for (const { data } of mainEntities(entities ?? [], page)) {
    const stated: unknown = data?.["author"];
    const author: unknown = Array.isArray(stated) ? stated[0] : stated;
    if (typeof author === "string" && author) return author;
    if (typeof author === "object" && author !== null && "name" in author && typeof author.name === "string")
      return author.name;
  }
  return undefined;
}

export const bodyOf = (measures: Measures) => ({
  excerpt: measures.snippet ?? "",
  words: measures.words,
  sentences: measures.sentences,
  paragraphs: measures.paragraphs,
  reading_minutes: measures.readingTimeMinutes ?? 0,
  text_to_html: measures.textToHtmlRatio ?? 0,
  images: measures.images,
  images_without_alt: measures.imagesWithoutAlt,
  language: measures.lang,
});

const LIX_BANDS = [
  [35, "easy"],
  [45, "plain"],
  [55, "difficult"],
] as const;

/** How hard a text is to read; undefined where it is too short to say. */
export function readabilityOf(measures: Measures) {
  const { lix, avgSentenceLength } = measures;
  if (lix === undefined || avgSentenceLength === undefined) return undefined;
  const ofLix = LIX_BANDS.find(([bound]) => lix < bound)?.[1] ?? "very difficult";
  return {
    score: measures.score,
    scale: measures.scale ?? "lix",
    band: measures.scale ? measures.band : ofLix,
    grade: measures.fleschKincaidGrade,
    lix,
    words_per_sentence: avgSentenceLength,
    syllables_per_word: measures.avgSyllablesPerWord,
    n_words: measures.words,
  };
}

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

/** What the shown headings of a level say. */
export const headingsAt = (headings: readonly Heading[], level: number): readonly string[] =>
  headings.flatMap((heading) => (!heading.hidden && heading.level === level ? (heading.title ?? []) : []));

export function headingsOf(headings: readonly Heading[]) {
  const [h1, h2, h3, h4, h5, h6] = LEVELS.map((level) => headingsAt(headings, level));
  const summary = headings[0]?.summary;
  const count = (name: string): number => summary?.counts[name] ?? 0;
  return {
    h1: h1 ?? [],
    h2: h2 ?? [],
    h3: h3 ?? [],
    h4: h4 ?? [],
    h5: h5 ?? [],
    h6: h6 ?? [],
    counts: { h1: count("h1"), h2: count("h2"), h3: count("h3"), h4: count("h4"), h5: count("h5"), h6: count("h6") },
    problems: summary?.issues ?? ["The page has no headings."],
  };
}

export function linksOf(links: readonly PageLink[]) {
  const summary = links[0]?.summary;
  const ofType = (type: PageLink["type"]) =>
    links.filter((link) => link.type === type && link.duplicateOf === undefined).slice(0, TOP_LINKS);
  return {
    internal: summary?.internal ?? 0,
    external: summary?.external ?? 0,
    nofollow: summary?.nofollow ?? 0,
    unique_hosts: summary?.uniqueHosts ?? 0,
    empty_anchors: summary?.emptyAnchors ?? 0,
    internal_top: ofType("internal").flatMap(({ url, title }) => (url ? [{ url, anchor: title }] : [])),
    external_top: ofType("external").flatMap(({ url, title, nofollow }) =>
      url ? [{ url, anchor: title, nofollow }] : [],
    ),
  };
}
