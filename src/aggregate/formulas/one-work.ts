import { folded } from "../../language/fold.ts";

/** What tells whether two records of scholarly works are of one. */
export interface WorkIdentity {
  readonly title: string;
  /** In lower case, without https://doi.org/. */
  readonly doi?: string | undefined;
  readonly arxivId?: string | undefined;
  readonly pmid?: string | undefined;
  readonly year?: number | undefined;
  readonly authors?: readonly { readonly name: string }[] | undefined;
  readonly type?: string | undefined;
}

/**
 * Records of works, those of one work together, in the order in which each work came first. One work are those of the same
 * DOI, arXiv id or PubMed id; else those of the same title (without case, marks and diacritics), the same first author's family
 * name and initial, and years that differ by one at most; of titles that many works have the same year: two DOIs part them, unless one is a preprint's.
 */
export function oneByWork<Record extends WorkIdentity>(records: readonly Record[]): readonly (readonly Record[])[] {
  /** Places of the records of one work; each place is in one group. */
  const groupOf: number[][] = [];
  const byName = new Map<string, number>();
  const byTitle = new Map<string, number[]>();
  const join = (a: number[], b: number[]): number[] => {
    if (a === b) return a;
    const all = [...a, ...b].toSorted((one, other) => one - other);
    for (const place of all) groupOf[place] = all;
    return all;
  };
  for (const [place, record] of records.entries()) {
    const names = namesOf(record);
    const title = titleOf(record);
    const entitled = byTitle.get(title) ?? [];
    let group = [place];
    groupOf[place] = group;
    for (const name of names) group = join(groupOf[byName.get(name) ?? place] ?? group, group);
    if (group.length === 1 && title !== "") {
      const like = entitled.find((other) => groupOf[other]?.every((member) => agree(records[member], record)));
      if (like !== undefined) join(groupOf[like] ?? [], group);
    }
    for (const name of names) if (!byName.has(name)) byName.set(name, place);
    byTitle.set(title, [...entitled, place]);
  }
  return [...new Set(groupOf)].map((places) => places.flatMap((place) => records[place] ?? []));
}

const ARXIV_DOI = /^10\.48550\/arxiv\.(.+?)(?:v\d+)?$/;

/** The identifiers of a record; arXiv's own DOIs are arXiv ids. */
function namesOf({ doi, arxivId, pmid }: WorkIdentity): readonly string[] {
  const arxiv = arxivId?.toLowerCase() ?? ARXIV_DOI.exec(doi ?? "")?.[1];
  return [doi && `doi:${doi}`, arxiv && `arxiv:${arxiv}`, pmid && `pmid:${pmid}`].flatMap((name) => name || []);
}

const plain = (text: string): string =>
  folded(text)
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const titleOf = ({ title }: WorkIdentity): string => plain(title);

function agree(a: WorkIdentity | undefined, b: WorkIdentity): boolean {
  if (a?.year === undefined || b.year === undefined || Math.abs(a.year - b.year) > 1) return false;
  const [first, other] = [a.authors?.[0]?.name, b.authors?.[0]?.name];
  const [given, also] = [first && initialOf(first), other && initialOf(other)];
  if (GENERIC.test(titleOf(b)) && (a.year !== b.year || !given || given !== also)) return false;
  if (first && other && given && also && given !== also && !sameWords(first, other)) return false;
  if (!first || !other || !(named(first, familyOf(other)) || named(other, familyOf(first)))) return false;
  return a.doi === undefined || b.doi === undefined || a.doi === b.doi || isPreprint(a) || isPreprint(b);
}

/** Titles that many works have. */
const GENERIC =
  /^(?:(?:an |the )?(?:introduction|editorial|preface|foreword|conclusions?|commentary|erratum|corrigendum|letter to the editor|book reviews?|contents|index|abstracts?|discussion|overview|summary|review|news|obituary|acknowledge?ments?|bibliography|appendix|einleitung|vorwort|avant propos|introduccion|prologo|introduzione|prefazione|introducao))$/;

const sameWords = (one: string, other: string): boolean =>
  plain(one).split(" ").toSorted().join(" ") === plain(other).split(" ").toSorted().join(" ");

/** The first letter of a given name: “Yann LeCun”, “LeCun, Y.” and “LeCun Y” as “y”; undefined where none is written. */
function initialOf(name: string): string | undefined {
  const [before = "", after] = name.split(",", 2);
  if (after !== undefined) return plain(after)[0];
  const family = familyOf(name);
  const last = before.trim().split(/\s+/).at(-1) ?? "";
  if (/^(?:\p{Lu}\.?-?){1,3}$/u.test(last)) return plain(last)[0];
  return plain(before)
    .split(" ")
    .find((word) => word !== family)?.[0];
}

/** Names are written in either order: what counts is that the one's family name is a part of the other's name. */
const named = (name: string, family: string): boolean => plain(name).split(" ").includes(family);

/** “LeCun, Yann”, “LeCun Y” and “Yann LeCun” as “lecun”. */
function familyOf(name: string): string {
  const [before = "", after] = name.split(",", 2);
  const words = (after === undefined ? name : before)
    .replace(/\b(?:jr|sr|ii|iii|iv|\d{4})\b\.?/gi, "")
    .trim()
    .split(/\s+/);
  const whole = words.length > 1 && /^(?:\p{Lu}\.?-?){1,3}$/u.test(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  return (
    plain(whole.at(-1) ?? "")
      .split(" ")
      .at(-1) ?? ""
  );
}

/** Whether a record is of a version before review. */
export const isPreprint = ({ type, doi }: WorkIdentity): boolean =>
  /preprint|posted-content/i.test(type ?? "") || ARXIV_DOI.test(doi ?? "");
