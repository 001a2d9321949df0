import { folded } from "../../../language/fold.ts";
import type { openalex } from "../../../sources/scholar/openalex/index.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import { citationNetwork } from "../../formulas/citation-network.ts";
import { LEAST, statistic } from "../../formulas/statistic.ts";
import { median } from "../../formulas/statistics.ts";
import { clipped } from "../../prompt/clean.ts";
import type { LiteratureAnswer } from "./answer.ts";
import { arxivDoi, type Work } from "./work.ts";

/** A journal as OpenAlex tells of it. */
export type Journal = ItemOf<typeof openalex>;

const ABSTRACT = 600;
const NAMED_AUTHORS = 20;
const SHOWN = { authors: 20, affiliations: 15, keywords: 15, seminal: 5, coupling: 20 };
const ORGANISATION = 200;
const MEASURE = "2yr_mean_citedness (OpenAlex)";

/** Entries by how often they occur, the most frequent first; of equals, the one that came first. */
function counted<T>(
  entries: readonly T[],
  most = Number.POSITIVE_INFINITY,
): readonly (readonly [entry: T, n: number])[] {
  const counts = new Map<T, number>();
  for (const entry of entries) counts.set(entry, (counts.get(entry) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).slice(0, most);
}

export function articleOf(work: Work, journals: readonly Journal[]): Draft<LiteratureAnswer["articles"][number]> {
  const { citations, openAccess, abstract, issns } = work;
  return {
    title: work.title,
    doi: work.doi,
    url: work.url,
    year: work.year,
    published: work.published,
    type: work.type,
    authors: work.authors.slice(0, NAMED_AUTHORS).map(({ name }) => name),
    author_count: work.authorCount,
    venue: work.venue,
    issn: issns[0],
    publisher: work.publisher,
    abstract: abstract && clipped(abstract, ABSTRACT),
    citations: citations?.count,
    citations_source: citations?.source,
    fwci: work.fwci,
    impact: journalOf(work, journals)?.venue?.impact?.value,
    open_access: {
      is_open: openAccess.isOpen,
      status: openAccess.status,
      url: openAccess.url,
      license: openAccess.license,
    },
    keywords: work.keywords,
    retracted: work.retracted,
    preprint: work.preprint,
    found_in: work.foundIn,
    score: work.score,
  };
}

const journalOf = ({ issns }: Work, journals: readonly Journal[]): Journal | undefined =>
  journals.find(({ venue }) => venue?.issn?.some((issn) => issns.includes(issn)));

export function overviewOf(
  records: number,
  all: readonly Work[],
  works: readonly Work[],
): Draft<LiteratureAnswer["overview"]> {
  const citations = works.flatMap((work) => work.citations?.count ?? []);
  return {
    found: records,
    merged: all.length,
    years: counted(works.flatMap(({ year }) => year ?? []))
      .map(([year, n]) => ({ year, n }))
      .toSorted((a, b) => b.year - a.year),
    median_citations: statistic(citations, median, { least: LEAST.median }).value,
    n: citations.length,
    top_keywords: counted(
      works.flatMap(({ keywords }) => keywords.map((keyword) => keyword.toLowerCase())),
      SHOWN.keywords,
    ).map(([keyword, n]) => ({ keyword, n })),
  };
}

/** A name as it is compared: without case, but with its accents, which part Andres from Andrés. */
const nameKey = (name: string): string => name.normalize("NFC").toLowerCase();

/**
 * Who wrote the works: one person by ORCID iD, else by name and one of the places where they work. A name with one iD among the
 * works is that person's only where both are of one place: there are many called Wei Wang.
 */
export function authorsOf(works: readonly Work[]): LiteratureAnswer["authors"] {
  const iDs = new Map<string, Set<string>>();
  const placesOf = new Map<string, Set<string>>();
  for (const { name, orcid, affiliations = [] } of works.flatMap(({ authors }) => authors)) {
    if (!orcid) continue;
    iDs.set(nameKey(name), (iDs.get(nameKey(name)) ?? new Set()).add(orcid));
    const places = placesOf.get(orcid) ?? new Set();
    for (const place of affiliations) places.add(folded(place));
    placesOf.set(orcid, places);
  }
  const people = new Map<string, LiteratureAnswer["authors"][number]>();
  for (const { authors, citations } of works)
    for (const { name, orcid, affiliations = [] } of authors) {
      const [only, ...others] = iDs.get(nameKey(name)) ?? [];
      const places = placesOf.get(only ?? "");
      const together = others.length === 0 && affiliations.some((place) => places?.has(folded(place)));
      const iD = orcid ?? (together ? only : undefined);
      const key = iD ?? nameKey(name);
      const known = people.get(key);
      people.set(key, {
        name: known && known.name.length >= name.length ? known.name : name,
        ...(iD && { orcid: iD }),
        articles: (known?.articles ?? 0) + 1,
        citations: (known?.citations ?? 0) + (citations?.count ?? 0),
        affiliations: [...new Set([...(known?.affiliations ?? []), ...affiliations.map(shortened)])].slice(0, 5),
      });
    }
  return [...people.values()]
    .toSorted((a, b) => b.articles - a.articles || b.citations - a.citations)
    .slice(0, SHOWN.authors);
}

const shortened = (organisation: string): string => clipped(organisation, ORGANISATION);

export const affiliationsOf = (works: readonly Work[]): LiteratureAnswer["affiliations"] =>
  counted(
    works.flatMap(({ authors }) => [
      ...new Set(authors.flatMap(({ affiliations = [] }) => affiliations.map(shortened))),
    ]),
    SHOWN.affiliations,
  ).map(([name, articles]) => ({ name, articles }));

export function openAccessOf(works: readonly Work[]): Draft<LiteratureAnswer["open_access"]> {
  const so = (isOpen: boolean | undefined): number =>
    works.filter(({ openAccess }) => openAccess.isOpen === isOpen).length;
  const [open, closed] = [so(true), so(false)];
  return {
    open,
    closed,
    unknown: so(undefined),
    share: open + closed > 0 ? Number((open / (open + closed)).toFixed(4)) : undefined,
    by_status: counted(works.flatMap(({ openAccess }) => openAccess.status ?? [])).map(([status, n]) => ({
      status,
      n,
    })),
    n: works.length,
  };
}

/** The venues of the works that OpenAlex tells of. */
export function impactsOf(
  works: readonly Work[],
  journals: readonly Journal[],
): Draft<LiteratureAnswer["impact_factors"]> {
  const venues = counted(works.flatMap((work) => journalOf(work, journals) ?? []));
  return venues
    .map(([{ title, venue, hIndex, worksCount, isInDoaj }, articles]) => ({
      venue: venue?.name ?? title,
      issn: venue?.issn?.[0],
      impact: venue?.impact?.value,
      measure: MEASURE,
      h_index: hIndex,
      works: worksCount,
      in_doaj: isInDoaj,
      articles,
    }))
    .toSorted((a, b) => b.articles - a.articles || (b.impact ?? 0) - (a.impact ?? 0));
}

/** Who of the works cites whom; `found` has the references that were looked up, by the work's place. */
export function networkOf(
  works: readonly Work[],
  found: ReadonlyMap<number, readonly string[]>,
): LiteratureAnswer["citation_network"] {
  const nodes = works.map((work, place) => ({
    id: work.doi ?? `A${place + 1}`,
    names: [
      ...(work.doi ? [work.doi] : []),
      ...(work.openalexId ? [work.openalexId] : []),
      ...(work.arxivId ? [arxivDoi(work.arxivId)] : []),
    ],
    references: work.references ?? (found.has(place) ? [found.get(place) ?? [], []] : undefined),
  }));
  const { edges, density, degrees, coupling, coverage } = citationNetwork(nodes);
  const cited = nodes
    .map(({ id }) => ({ id, times: degrees.get(id)?.citedInSet ?? 0 }))
    .filter(({ times }) => times > 0)
    .toSorted((a, b) => b.times - a.times);
  return {
    nodes: works.map(({ title, year }, place) => {
      const id = nodes[place]?.id ?? "";
      const { citedInSet = 0, citesInSet = 0 } = degrees.get(id) ?? {};
      return { id, title, ...(year !== undefined && { year }), cited_in_set: citedInSet, cites_in_set: citesInSet };
    }),
    edges: [...edges],
    density: Number(density.toFixed(4)),
    seminal: cited.slice(0, SHOWN.seminal).map(({ id }) => id),
    coupling: coupling.filter(({ shared }) => shared >= 2).slice(0, SHOWN.coupling),
    coverage: Number(coverage.toFixed(4)),
    n: works.length,
  };
}
