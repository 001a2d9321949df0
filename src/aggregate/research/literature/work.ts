import type { z } from "zod";
import type { Author, ScholarItem } from "../../../sources/scholar/item.ts";
import { isPreprint, oneByWork } from "../../formulas/one-work.ts";
import { SOURCES } from "./sources.ts";

/** What an index says of a work, with its place in one of the index's lists (from 1 on). */
export interface WorkRecord extends z.output<typeof ScholarItem> {
  readonly list: string;
  readonly rank: number;
  readonly openalexId?: string | undefined;
  readonly referencedIds?: readonly string[] | undefined;
  readonly fwci?: number | undefined;
  readonly isRetracted?: boolean | undefined;
}

type Person = z.output<typeof Author>;

/** A work as all indexes together know it. */
export interface Work {
  readonly title: string;
  readonly doi?: string | undefined;
  readonly arxivId?: string | undefined;
  readonly openalexId?: string | undefined;
  readonly url?: string | undefined;
  readonly year?: number | undefined;
  readonly published?: string | undefined;
  readonly type?: string | undefined;
  readonly authors: readonly Person[];
  readonly authorCount: number;
  readonly venue?: string | undefined;
  readonly issns: readonly string[];
  readonly publisher?: string | undefined;
  readonly abstract?: string | undefined;
  readonly citations?: { readonly count: number; readonly source: string } | undefined;
  readonly fwci?: number | undefined;
  readonly openAccess: Access;
  readonly keywords: readonly string[];
  readonly retracted?: boolean | undefined;
  readonly preprint: boolean;
  readonly foundIn: readonly string[];
  /** What it cites, by DOIs and by OpenAlex ids; absent where no index tells. */
  readonly references?: readonly [dois: readonly string[], openalexIds: readonly string[]] | undefined;
  /** 0–1: the best of the set is 1. */
  readonly score: number;
}

/** Whether a work is free to read; `isOpen` is absent where nobody says. */
interface Access {
  readonly isOpen?: boolean | undefined;
  readonly status?: string | undefined;
  readonly url?: string | undefined;
  readonly license?: string | undefined;
}

/** The DOI that arXiv gives to what it has. */
export const arxivDoi = (id: string): string => `10.48550/arxiv.${id.toLowerCase()}`;

const ORDER = Object.keys(SOURCES);

/** Reciprocal rank fusion (Cormack, Clarke & Büttcher, SIGIR 2009) with the authors' constant. */
const FUSION = 60;
const KEYWORDS = 15;

/**
 * Works out of the records of several indexes, the best first: by how the indexes rank them together, times
 * 1 + log10(1 + citations) / 10. The order does not depend on which index answered first.
 */
export function worksOf(records: readonly WorkRecord[]): readonly Work[] {
  const inOrder = records.toSorted(
    (a, b) => ORDER.indexOf(a.source) - ORDER.indexOf(b.source) || a.list.localeCompare(b.list) || a.rank - b.rank,
  );
  const works = oneByWork(inOrder).map((group) => {
    const best = new Map<string, number>();
    for (const { list, rank } of group) best.set(list, Math.min(rank, best.get(list) ?? rank));
    const fused = [...best.values()].reduce((sum, rank) => sum + 1 / (FUSION + rank), 0);
    const work = merged(group);
    return { ...work, score: fused * (1 + Math.log10(1 + (work.citations?.count ?? 0)) / 10) };
  });
  const most = Math.max(...works.map(({ score }) => score));
  return works
    .map((work) => ({ ...work, score: Number((work.score / most).toFixed(4)) }))
    .toSorted((a, b) => b.score - a.score || a.title.localeCompare(b.title));
}

function merged(group: readonly WorkRecord[]): Omit<Work, "score"> {
  const reviewed = group.filter((record) => !unreviewed(record));
  const first = [...reviewed, ...group];
  const each = <T>(read: (record: WorkRecord) => T | undefined): readonly T[] =>
    first.map(read).filter((value) => value !== undefined);
  const doi = each((record) => record.doi)[0];
  const people = longest(each(({ authors }) => authors));
  const venues = each(({ venue }) => venue);
  const named = venues.find(({ name, issn }) => name && issn) ?? venues.find(({ name }) => name);
  const year = agreedYear(group);
  const isNear = (told: number): boolean => year === undefined || Math.abs(told - year) <= NEAR_YEARS;
  const published = earliest(
    group.flatMap((record) => {
      const { publishedAt } = record;
      return publishedAt && (unreviewed(record) || isNear(Number(publishedAt.slice(0, 4)))) ? [publishedAt] : [];
    }),
  );
  const dois = [...new Set(group.flatMap(({ references }) => references?.dois ?? []))];
  const ids = [...new Set(group.flatMap(({ referencedIds }) => referencedIds ?? []))];
  return {
    title: first[0]?.title ?? "",
    doi,
    arxivId: each(({ arxivId }) => arxivId)[0],
    openalexId: each(({ openalexId }) => openalexId)[0],
    url: doi ? `https://doi.org/${encodeURI(doi)}` : each(({ url }) => url)[0],
    year: published
      ? Number(published.slice(0, 4))
      : each((record) => record.year)
          .filter(isNear)
          .toSorted((a, b) => a - b)[0],
    published,
    type: each(({ type }) => type)[0],
    authors: people,
    authorCount: Math.max(people.length, ...group.map(({ authorCount }) => authorCount ?? 0)),
    venue: named?.name,
    issns: [...new Set(venues.flatMap(({ issn }) => issn ?? []))],
    publisher: venues.find(({ publisher }) => publisher)?.publisher,
    abstract: each(({ snippet }) => snippet).toSorted((a, b) => b.length - a.length)[0],
    citations: group
      .flatMap(({ citedBy: count, source }) => (count === undefined ? [] : [{ count, source }]))
      .toSorted((a, b) => b.count - a.count)[0],
    fwci: each(({ fwci }) => fwci)[0],
    openAccess: accessOf(group),
    keywords: distinct(group.flatMap(({ keywords }) => keywords ?? [])).slice(0, KEYWORDS),
    retracted: group.some(({ isRetracted, title }) => isRetracted || /^\W*retracted\b\W/i.test(title)) || undefined,
    preprint: reviewed.length === 0,
    foundIn: [...new Set(group.map(({ source }) => source))],
    references: dois.length + ids.length > 0 ? [dois, ids] : undefined,
  };
}

/** Years between the first and the last date of one work: online before print. */
const NEAR_YEARS = 2;

/** The year that most records tell, give or take two; of as many the one of the index that is named first. */
function agreedYear(group: readonly WorkRecord[]): number | undefined {
  const told = group.flatMap((record) => {
    const year = record.publishedAt ? Number(record.publishedAt.slice(0, 4)) : record.year;
    return year === undefined || !Number.isFinite(year) ? [] : [year];
  });
  const support = (year: number): number => told.filter((other) => Math.abs(other - year) <= NEAR_YEARS).length;
  return told.toSorted((a, b) => support(b) - support(a))[0];
}

/** A record that names nothing but arXiv is of the preprint. */
const unreviewed = (record: WorkRecord): boolean =>
  isPreprint(record) ||
  (record.arxivId !== undefined && record.doi === undefined && /^(?:arxiv.*)?$/i.test(record.venue?.name ?? ""));

/** The list of most authors; of as many the one that tells where they work, then the one that writes their names out. */
function longest(lists: readonly (readonly Person[])[]): readonly Person[] {
  const placed = (list: readonly Person[]): number => list.filter(({ affiliations }) => affiliations?.length).length;
  const letters = (list: readonly Person[]): number => list.reduce((sum, { name }) => sum + name.length, 0);
  return lists.toSorted((a, b) => b.length - a.length || placed(b) - placed(a) || letters(b) - letters(a))[0] ?? [];
}

/** The earliest of ISO dates; of “2020” and “2020-05-01” the one that says more. */
function earliest(dates: readonly string[]): string | undefined {
  const [first] = dates.toSorted();
  return dates
    .filter((date) => first !== undefined && date.startsWith(first))
    .toSorted((a, b) => b.length - a.length)[0];
}

/** Open where any index says so or names a free copy; closed where one says so and none the contrary. */
function accessOf(group: readonly WorkRecord[]): Access {
  const all = group.flatMap(({ openAccess }) => openAccess ?? []);
  const free = all.filter(({ status, url, pdfUrl }) => (status ? !CLOSED.has(status) : url || pdfUrl));
  const told = free.find(({ status }) => status && status !== "open") ?? free[0];
  const copy = free.find(({ pdfUrl }) => pdfUrl)?.pdfUrl ?? free.find(({ url }) => url)?.url;
  if (told)
    return { isOpen: true, status: told.status, url: copy, license: free.find(({ license }) => license)?.license };
  const closed = all.find(({ status }) => status);
  return closed ? { isOpen: false, status: closed.status } : {};
}

const CLOSED: ReadonlySet<string> = new Set(["closed", "embargoed", "restricted"]);

function distinct(words: readonly string[]): readonly string[] {
  const known = new Map(words.toReversed().map((word) => [word.toLowerCase(), word]));
  return [...new Set(words.map((word) => known.get(word.toLowerCase()) ?? word))];
}
