import { from, of } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch, fallback, steps } from "../../kit/compose/steps.ts";
import { json, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { clip } from "../../kit/values/text.ts";
import type { Reader } from "../../source.ts";
import { doiOf, doiPath, doiUrl } from "../identifiers.ts";
import { ScholarItem } from "../item.ts";
import { type Batch, bare, batchesOf, described, idsIn, Link, type LinkDraft, Metadata } from "./record.ts";

const API = "https://api.opencitations.net";

const Options = z.object({
  mode: z
    .enum(["citations", "references", "count", "metadata"])
    .default("citations")
    .describe("what cites it, what it cites, how many of both, or the work itself"),
});

interface Input extends z.output<typeof Options> {
  /** With its scheme: `doi:…`, `pmid:…`, `omid:br/…`. */
  readonly id: string;
}

/** A token is optional, and answers are slow: up to twenty seconds. */
const asking = (key: string) => ({ timeoutMs: 30_000, ...(key && { headers: { authorization: key } }) });

const links: Reader<Input, Batch> = json({
  request: ({ mode, id, key }: Input & PageRequest) => get(`${API}/index/v2/${mode}/${doiPath(id)}`, {}, asking(key)),
  body: z.array(Link),
  items: (found, { mode, id }, _response, context) => {
    if (found.length > 100)
      context.notice({
        kind: "note",
        text: `OpenCitations knows ${found.length} ${mode} of ${id}; the first 100 are given.`,
      });
    return batchesOf(found.slice(0, 100), mode === "references" ? "cited" : "citing");
  },
});

const metadata: Reader<Batch, LinkDraft> = json({
  request: ({ ids, key }: Batch & PageRequest) =>
    get(`${API}/meta/v1/metadata/${ids.map(doiPath).join("__")}`, {}, asking(key)),
  body: z.array(Metadata),
  items: described,
});

/** Links without titles are better than none. */
const untitled: Reader<Batch, LinkDraft> = (batch, context) => {
  context.notice({ kind: "note", text: "OpenCitations Meta did not answer: the works' titles are missing." });
  return from(batch.links.map(bare));
};

const network = steps(
  links,
  branch(({ ids }: Batch) => ids.length > 0, fallback(metadata, untitled), untitled),
);

const itself: Reader<Input, LinkDraft> = ({ id }, context) => metadata({ ids: [id], links: [] }, context);

const Counts = z.array(z.object({ count: numeric })).min(1);

const citing: Reader<Input, number> = json({
  request: ({ id, key }: Input & PageRequest) => get(`${API}/index/v2/citation-count/${doiPath(id)}`, {}, asking(key)),
  body: Counts,
  items: ([first]) => (first ? [first.count] : []),
});

const counts: Reader<Input, LinkDraft> = steps(
  (input: Input, context) => steps(citing, (citedBy: number) => of({ ...input, citedBy }))(input, context),
  json({
    request: ({ id, key }: Input & { citedBy: number } & PageRequest) =>
      get(`${API}/index/v2/reference-count/${doiPath(id)}`, {}, asking(key)),
    body: Counts,
    items: ([first], { id, citedBy }) => {
      const { doi } = idsIn(id);
      return [{ title: id, url: doiUrl(doi), doi, citedBy, references: { count: first?.count } }];
    },
  }),
);

const READERS = { citations: network, references: network, count: counts, metadata: itself } as const;

export const opencitations = defineSource({
  id: "opencitations",
  title: "OpenCitations",
  docs: "https://api.opencitations.net/index/v2",
  terms: "CC0 data; 180 requests a minute",
  key: { env: ["OPENCITATIONS_TOKEN"], required: false, from: "https://opencitations.net/accesstoken" },
  query: query({
    describe: "a DOI, pmid:… or omid:br/…",
    example: "10.1108/jd-12-2013-0166",
    options: Options,
    parse: (q, options): Input => {
      const doi = doiOf(q);
      const id = doi ? `doi:${doi}` : /^(pmid:\d{1,9}|omid:br\/\d{1,20}|openalex:W\d{1,12})$/i.exec(q)?.[1];
      if (!id) throw new SourceError("bad-query", `“${clip(q)}” is no DOI, pmid:… or omid:br/….`);
      return { ...options, id };
    },
  }),
  item: ScholarItem.extend({
    oci: z.string().optional().describe("Open Citation Identifier of the link"),
    omid: z.string().optional().describe("OpenCitations Meta id of the work"),
    timespan: z.string().optional().describe("between the two works' dates, an ISO 8601 duration, may be negative"),
    isJournalSelfCitation: z.boolean().optional(),
    isAuthorSelfCitation: z.boolean().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 350 },
  read: (input, context) => READERS[input.mode](input, context),
});
