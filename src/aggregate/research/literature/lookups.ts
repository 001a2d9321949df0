import { defaultIfEmpty, from, map, mergeMap, type Observable, of, reduce } from "rxjs";
import type { openalex } from "../../../sources/scholar/openalex/index.ts";
import type { orcid } from "../../../sources/scholar/orcid/index.ts";
import type { unpaywall } from "../../../sources/scholar/unpaywall.ts";
import { askedWith } from "../../settled-result.ts";
import type { LiteratureAnswer } from "./answer.ts";
import type { Journal } from "./figures.ts";
import { type Door, referencesOf } from "./searches.ts";
import type { Work, WorkRecord } from "./work.ts";

const MOST_ISSNS = 100;
const ISSNS_A_PAGE = 25;
/** Works whose free copies are looked for, whose references are, and authors whose affiliations are. */
const LOOKED_UP = { openAccess: 10, references: 10, authors: 5 };
const CONCURRENCY = 3;

/** What OpenAlex knows of the works' journals; fails where it cannot be asked, and there are none where no work has an ISSN. */
export function journalsOf(works: readonly Work[], ask: Door): Observable<readonly Journal[]> {
  const issns = [...new Set(works.flatMap((work) => work.issns.slice(0, 1)))].slice(0, MOST_ISSNS);
  if (issns.length === 0) return of([]);
  return ask
    .items<typeof openalex>("openalex", issns.join(","), {
      pages: Math.ceil(issns.length / ISSNS_A_PAGE),
      options: { kind: "journals" },
    })
    .pipe(reduce((all: readonly Journal[], journal) => [...all, journal], []));
}

/** Works with what Unpaywall says of those of which no index tells whether they are open. */
export function withOpenAccess(works: readonly Work[], ask: Door): Observable<readonly Work[]> {
  const dois = works
    .flatMap(({ doi, openAccess }) => (doi && openAccess.isOpen === undefined ? doi : []))
    .slice(0, LOOKED_UP.openAccess);
  return from(dois).pipe(
    mergeMap((doi) => ask.answer<typeof unpaywall>("unpaywall", doi), CONCURRENCY),
    reduce(
      (known, { items: [item] }) => (item?.doi ? known.set(item.doi, item.openAccess ?? {}) : known),
      new Map<string, NonNullable<WorkRecord["openAccess"]>>(),
    ),
    map((known) =>
      works.map((work) => {
        const told = known.get(work.doi ?? "");
        if (!told?.status) return work;
        const { status, url, pdfUrl, license } = told;
        return { ...work, openAccess: { isOpen: status !== "closed", status, url: pdfUrl ?? url, license } };
      }),
    ),
  );
}

type Author = LiteratureAnswer["authors"][number];

/** The first authors of whom no index tells where they work, with what ORCID says. */
export function withAffiliations(authors: readonly Author[], ask: Door): Observable<readonly Author[]> {
  const iDs = authors
    .flatMap(({ orcid: iD, affiliations }) => (iD && affiliations.length === 0 ? iD : []))
    .slice(0, LOOKED_UP.authors);
  const query = iDs.length > 0 ? `orcid:(${iDs.map((iD) => `"${iD}"`).join(" OR ")})` : undefined;
  return askedWith(query, (words) => ask.answer<typeof orcid>("orcid", words)).pipe(
    map(({ items }) =>
      authors.map((author) => {
        const told = iDs.includes(author.orcid ?? "") ? items.find((item) => item.orcid === author.orcid) : undefined;
        return { ...author, affiliations: told?.affiliations?.slice(0, 5) ?? author.affiliations };
      }),
    ),
  );
}

/** The references of the first works of which no index tells them, by the works' places. */
export function missingReferences(
  works: readonly Work[],
  ask: Door,
): Observable<ReadonlyMap<number, readonly string[]>> {
  const unknown = [...works.entries()].flatMap(([place, { references, doi, arxivId }]) => {
    const id = doi ?? (arxivId ? `ARXIV:${arxivId}` : undefined);
    return references === undefined && id ? [{ place, id, doi }] : [];
  });
  return from(unknown.slice(0, LOOKED_UP.references)).pipe(
    mergeMap(({ place, id, doi }) => referencesOf(id, doi, ask).pipe(map((cited) => ({ place, cited }))), CONCURRENCY),
    reduce((found, { place, cited }) => found.set(place, cited), new Map<number, readonly string[]>()),
    defaultIfEmpty(new Map<number, readonly string[]>()),
  );
}
