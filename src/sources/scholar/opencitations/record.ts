import { z } from "zod";
import type { Draft } from "../../source.ts";
import { doiOf, doiUrl } from "../identifiers.ts";
import type { ScholarItem } from "../item.ts";
import { authored, dated, maybe, titleOf, venueOf } from "../reading.ts";

/** A citation (https://api.opencitations.net/index/v2): both ends are ids parted by spaces, in version 1 a bare DOI. */
export const Link = z.object({
  oci: maybe,
  citing: z.string(),
  cited: z.string(),
  creation: maybe,
  timespan: maybe,
  journal_sc: maybe,
  author_sc: maybe,
});

/** A work of OpenCitations Meta; names carry their ids in brackets. */
export const Metadata = z.object({
  id: z.string(),
  title: maybe,
  author: maybe,
  pub_date: maybe,
  venue: maybe,
  volume: maybe,
  issue: maybe,
  page: maybe,
  type: maybe,
  publisher: maybe,
});

/** Links whose other ends are asked for together. */
export interface Batch {
  /** What Meta is asked for, ten at most. */
  readonly ids: readonly string[];
  readonly links: readonly (z.output<typeof Link> & { readonly other: string })[];
}

/** An item before it is checked. */
export type LinkDraft = Draft<Omit<z.input<typeof ScholarItem>, "source">> & {
  readonly oci?: string | null | undefined;
  readonly omid?: string | undefined;
  readonly timespan?: string | null | undefined;
  readonly isJournalSelfCitation?: boolean | undefined;
  readonly isAuthorSelfCitation?: boolean | undefined;
};

/** The ids of one end by their schemes; a bare DOI counts as one. */
export function idsIn(written: string) {
  const parts = written.split(/\s+/);
  const by = (scheme: string) => parts.find((part) => part.startsWith(`${scheme}:`))?.slice(scheme.length + 1);
  return { doi: parts.map(doiOf).find(Boolean), pmid: by("pmid"), omid: by("omid") };
}

/** Citations in tens, as Meta takes them, with the end that is not the asked one. */
export function batchesOf(found: readonly z.output<typeof Link>[], end: "citing" | "cited"): Batch[] {
  const links = found.map((link) => ({ ...link, other: link[end] }));
  return Array.from({ length: Math.ceil(links.length / 10) }, (_, i) => {
    const ten = links.slice(i * 10, i * 10 + 10);
    return { links: ten, ids: ten.flatMap(({ other }) => metaId(other) ?? []) };
  });
}

function metaId(written: string): string | undefined {
  const { doi, pmid, omid } = idsIn(written);
  return doi ? `doi:${doi}` : pmid ? `pmid:${pmid}` : omid && `omid:${omid}`;
}

const yes = (written: string | null | undefined): boolean | undefined => (written ? written === "yes" : undefined);

/** A citation as far as the index itself tells. */
export function bare(link: Batch["links"][number]): LinkDraft {
  const { doi, pmid, omid } = idsIn(link.other);
  return {
    title: doi ?? link.other,
    url: doiUrl(doi),
    doi,
    pmid,
    omid,
    ...dated(link.creation),
    oci: link.oci,
    timespan: link.timespan,
    isJournalSelfCitation: yes(link.journal_sc),
    isAuthorSelfCitation: yes(link.author_sc),
  };
}

/** "Plos One [issn:1932-6203 omid:br/068038897]" as its name and its ids. */
function bracketed(written: string | null | undefined): { name: string; ids: readonly string[] } {
  const [, name = "", ids = ""] = /^([^[]*)(?:\[([^\]]*)\])?/.exec(written ?? "") ?? [];
  return { name: name.trim(), ids: ids.split(/\s+/) };
}

const idOf = (ids: readonly string[], scheme: string): string[] =>
  ids.flatMap((id) => (id.startsWith(`${scheme}:`) ? id.slice(scheme.length + 1) : []));

/** "Piwowar, Heather" as "Heather Piwowar". */
const turned = (name: string): string => name.replace(/^([^,]+),\s*(.+)$/, "$2 $1");

function workOf(work: z.output<typeof Metadata>): LinkDraft {
  const { doi, pmid, omid } = idsIn(work.id);
  const venue = bracketed(work.venue);
  return {
    title: titleOf(work.title) ?? doi ?? work.id,
    url: doiUrl(doi),
    doi,
    pmid,
    omid,
    type: work.type,
    ...authored(
      work.author?.split("; ").map((written) => {
        const { name, ids } = bracketed(written);
        return { name: turned(name), orcid: idOf(ids, "orcid")[0] };
      }),
    ),
    venue: venueOf({
      name: titleOf(venue.name),
      issn: idOf(venue.ids, "issn"),
      publisher: bracketed(work.publisher).name,
    }),
    volume: work.volume,
    issue: work.issue,
    pages: work.page,
    ...dated(work.pub_date),
  };
}

/** What Meta says of a batch: each citation with its work beside it; without citations the works themselves. */
export function described(works: readonly z.output<typeof Metadata>[], { links }: Batch): LinkDraft[] {
  if (links.length === 0) return works.map(workOf);
  return links.map((link) => {
    const plain = bare(link);
    const work = works.find(({ id }) => {
      const ids = idsIn(id);
      return (ids.doi && ids.doi === plain.doi) || (ids.omid && ids.omid === plain.omid);
    });
    return work ? { ...plain, ...workOf(work) } : plain;
  });
}
