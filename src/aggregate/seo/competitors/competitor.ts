import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { ItemOf } from "../../../sources/source.ts";
import { registeredDomain } from "../../../standards/addresses.ts";
import { authority } from "../../formulas/authority.ts";
import { referringDomains } from "../../formulas/backlinks.ts";
import { headingsAt, typesOf } from "../content/sections.ts";
import type { PageRead } from "../corpus/reading.ts";
import { textOfMain } from "../main-entity.ts";
import type { Result } from "../results.ts";
import { profilesOf } from "./profiles.ts";

const EXAMPLES = 5;
const YEAR_MS = 365.25 * 86_400_000;

/** What has been told of a competitor so far; what is undefined was not told (yet). */
export interface Known {
  /** Its rank of popularity; null: it has none. */
  readonly rank?: number | null | undefined;
  /** When its domain was registered. */
  readonly created?: string | undefined;
  readonly articles?: number | undefined;
  /** Addresses of results that name its domain. */
  readonly naming?: readonly string[] | undefined;
  /** Results that were looked at for its domain. */
  readonly searched?: number | undefined;
  readonly page?: PageRead | undefined;
  /** Its social tags; null: it has none. */
  readonly tags?: ItemOf<typeof opengraph> | null | undefined;
  /** The features of the page of results in which its domain stands. */
  readonly features?: readonly string[] | undefined;
}

/** A competitor as far as it is known. */
export function competitorOf({ rank, title, url, domain, found_in, positions }: Result, known: Known, now: number) {
  const created = known.created === undefined ? Number.NaN : Date.parse(known.created);
  return {
    rank,
    domain,
    url,
    title,
    found_in,
    positions,
    domain_authority: known.rank ? authority(known.rank) : undefined,
    authority_basis: basisOf(domain, known.rank),
    tranco_rank: known.rank,
    age_years: Math.round(((now - created) / YEAR_MS) * 10) / 10,
    backlinks: backlinksOf(domain, known),
    social: socialOf(known),
    page: known.page && pageOf(known.page),
    serp_features: known.features,
  };
}

function basisOf(domain: string, rank: number | null | undefined): string {
  const registered = registeredDomain(domain);
  if (registered !== undefined && registered !== domain) return `a site on ${registered}, whose rank is not its own`;
  if (rank === undefined) return "its rank is not known";
  return rank === null ? "not among the ranked domains" : "rank of popularity over 30 days (Tranco), not links";
}

function backlinksOf(domain: string, { articles, naming, searched = 0 }: Known) {
  if (articles === undefined && naming === undefined) return undefined;
  const referring = naming && referringDomains(domain, naming);
  return {
    wikipedia_articles: articles,
    referring_domains: referring?.domains.length,
    examples: referring?.examples.slice(0, EXAMPLES),
    checked: searched,
    lower_bound: true,
  };
}

function socialOf({ page, tags }: Known) {
  if (page?.links === undefined && page?.entities === undefined && tags === undefined) return undefined;
  const profiles = page ? profilesOf(page) : [];
  return {
    profiles,
    networks: profiles.length,
    open_graph: tags === undefined ? undefined : Object.keys(tags?.raw ?? {}).some((name) => name.startsWith("og:")),
    twitter_card: tags === undefined ? undefined : tags?.twitterCard !== undefined,
  };
}

function pageOf({ url, content, measures, headings, links, entities }: PageRead) {
  const modified = textOfMain(entities, "dateModified", url);
  const summary = links?.[0]?.summary;
  return {
    words: measures?.words,
    h2: headings && headingsAt(headings, 2).length,
    readability: measures?.score,
    readability_scale: measures?.score === undefined ? undefined : measures.scale,
    internal_links: links && (summary?.internal ?? 0),
    external_links: links && (summary?.external ?? 0),
    structured_data_types: entities && typesOf(entities),
    updated: dayIn(modified ?? content?.published_date),
  };
}

const dayIn = (date: string | undefined): string | undefined => /^\d{4}-\d{2}-\d{2}/.exec(date ?? "")?.[0];
