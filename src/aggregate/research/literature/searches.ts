import { EMPTY, filter, map, merge, type Observable, type OperatorFunction, of, switchMap } from "rxjs";
import type { arxiv } from "../../../sources/scholar/arxiv.ts";
import type { core } from "../../../sources/scholar/core.ts";
import type { crossref } from "../../../sources/scholar/crossref/index.ts";
import type { datacite } from "../../../sources/scholar/datacite.ts";
import type { dblp } from "../../../sources/scholar/dblp.ts";
import type { doaj } from "../../../sources/scholar/doaj/index.ts";
import type { europepmc } from "../../../sources/scholar/europepmc.ts";
import type { hal } from "../../../sources/scholar/hal.ts";
import type { openalex } from "../../../sources/scholar/openalex/index.ts";
import type { opencitations } from "../../../sources/scholar/opencitations/index.ts";
import type { pubmed } from "../../../sources/scholar/pubmed/index.ts";
import type { semanticScholar } from "../../../sources/scholar/semantic_scholar/index.ts";
import type { ItemOf, TypedSource } from "../../../sources/source.ts";
import { type Gathered, gathered } from "../../settled-result.ts";
import type { SourceClient } from "../../source-client.ts";
import type { SOURCES } from "./sources.ts";
import { arxivDoi, type WorkRecord } from "./work.ts";

export type Door = SourceClient<keyof typeof SOURCES>;

/** What is looked for beside the words. */
export interface Wanted {
  readonly from?: number | undefined;
  readonly limit: number;
  readonly open_access: boolean;
  readonly sort: "relevance" | "citations" | "date";
}

/** Results that most indexes give on a page. */
const PAGE = 25;

/** A list's records: what is looked up by another list of the same index counts as a list of its own. */
const listed = <T extends Omit<WorkRecord, "list" | "rank">>(kind = ""): OperatorFunction<T, WorkRecord> =>
  map((item, index) => ({ ...item, list: `${item.source} ${kind}`, rank: index + 1 }));

/** The works on a topic: what each index finds, as soon as it is whole. */
export function onTopic(q: string, wanted: Wanted, ask: Door): Observable<Gathered<WorkRecord>> {
  const { from, limit, open_access, sort } = wanted;
  const pages = Math.ceil(limit / PAGE);
  const conditions = [...(from ? [`from_publication_date:${from}-01-01`] : []), ...(open_access ? ["is_oa:true"] : [])];
  const fielded = [
    `(${q})`,
    ...(from ? [`FIRST_PDATE:[${from}-01-01 TO 3000-12-31]`] : []),
    ...(open_access ? ["OPEN_ACCESS:y"] : []),
  ];
  const found = <S extends TypedSource<string, Omit<WorkRecord, "list" | "rank">>>(
    id: S["id"] & keyof typeof SOURCES,
    words = q,
    options: Readonly<Record<string, string | number | boolean | undefined>> = {},
  ): Observable<WorkRecord> => ask.items<S>(id, words, { pages, options }).pipe(listed<ItemOf<S>>());
  const lists = [
    ask.withFallback(
      found<typeof openalex>("openalex", q, {
        filter: conditions.join(",") || undefined,
        sort: sort === "citations" ? "cited_by_count:desc" : sort === "date" ? "publication_date:desc" : undefined,
      }),
      found<typeof doaj>("doaj"),
    ),
    ask.withFallback(
      found<typeof crossref>("crossref", q, { filter: from ? `from-pub-date:${from}-01-01` : undefined }),
      found<typeof datacite>("datacite"),
    ),
    ask.withFallback(
      found<typeof semanticScholar>("semantic_scholar", q, { year: from ? `${from}-` : undefined, open_access }),
      ask.withFallback(found<typeof dblp>("dblp"), found<typeof core>("core")),
    ),
    ask.withFallback(
      found<typeof europepmc>("europepmc", fielded.length > 1 ? fielded.join(" AND ") : q),
      found<typeof pubmed>("pubmed", q, { abstracts: true }),
    ),
    ask.withFallback(
      found<typeof arxiv>("arxiv", q, { sort: sort === "date" ? "submittedDate" : undefined }),
      found<typeof hal>("hal"),
    ),
  ];
  return merge(...lists.map((list$) => list$.pipe(gathered())));
}

/** A work by its DOI, what it cites, and what cites it. */
export function around(doi: string, ask: Door): Observable<Gathered<WorkRecord>> {
  const semantic = (relation?: "citations" | "references") =>
    ask.items<typeof semanticScholar>("semantic_scholar", doi, { options: { relation } }).pipe(listed(relation));
  const open = (mode: "citations" | "references") =>
    ask.items<typeof opencitations>("opencitations", doi, { options: { mode } }).pipe(listed(mode));
  // What an index answers with another DOI is another work.
  const itself = filter((found: WorkRecord) => found.doi?.toLowerCase() === doi.toLowerCase());
  const lists: readonly Observable<WorkRecord>[] = [
    ask.items<typeof openalex>("openalex", doi).pipe(listed(), itself),
    ask.items<typeof crossref>("crossref", doi).pipe(listed(), itself),
    semantic().pipe(itself),
    semantic("references"),
    semantic("citations"),
    open("references"),
    open("citations"),
  ];
  return merge(...lists.map((list$) => list$.pipe(gathered())));
}

/** The DOIs that a work cites, by whichever of two indexes knows. */
export function referencesOf(id: string, doi: string | undefined, ask: Door): Observable<readonly string[]> {
  const references = { options: { relation: "references" } };
  const cited$: Observable<Pick<WorkRecord, "doi" | "arxivId">> = ask.items<typeof semanticScholar>(
    "semantic_scholar",
    id,
    references,
  );
  const known$ =
    doi === undefined
      ? cited$
      : ask.withFallback(
          cited$,
          ask.items<typeof opencitations>("opencitations", doi, { options: { mode: "references" } }),
        );
  return known$.pipe(
    gathered(),
    switchMap(({ items, answered }) =>
      // An empty list is no word on what is cited: indexes give one for works whose references they do not have.
      answered && items.length > 0
        ? of(items.flatMap((cited) => cited.doi ?? (cited.arxivId ? arxivDoi(cited.arxivId) : [])))
        : EMPTY,
    ),
  );
}
