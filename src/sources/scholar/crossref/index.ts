import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import type { Reader } from "../../source.ts";
import { doiOf, doiPath, issnsOf } from "../identifiers.ts";
import { type CrossrefDraft, CrossrefItem, CrossrefJournal, CrossrefWork, journalOf, workOf } from "./record.ts";

const ROWS = 20;

const Options = z.object({
  kind: z.enum(["works", "journals"]).default("works"),
  author: z.string().optional().describe("an author's name"),
  filter: z.string().optional().describe("Crossref filters, such as from-pub-date:2024-01-01,type:journal-article"),
  sort: z.string().default("relevance").describe("relevance, published, is-referenced-by-count …"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** The address's last part where one thing is asked for: a DOI or an ISSN. */
  readonly one?: string | undefined;
}

const Invalid = z.object({ message: z.array(z.object({ message: z.string() })).min(1) });

/** One kind of Crossref's records: a single one, else a list. */
function records<Row>(
  path: string,
  row: z.ZodType<Row>,
  draft: (row: Row) => CrossrefDraft,
): Reader<Input, CrossrefDraft> {
  const refused = (body: unknown, { status }: { status: number }) => {
    const invalid = Invalid.safeParse(body);
    return status === 400 && invalid.success
      ? new SourceError("bad-query", `Crossref says: ${quotedSaying(invalid.data.message[0]?.message ?? "")}.`)
      : undefined;
  };
  const single = json({
    request: ({ one, keys }: Input & PageRequest) =>
      get(`https://api.crossref.org/${path}/${one}`, { mailto: keys["CROSSREF_MAILTO"] }),
    refused,
    body: z.object({ message: row }),
    items: ({ message }) => [draft(message)],
  });
  const list = json({
    pages: ({ text, author, filter, sort, page, keys }: Input & PageRequest) =>
      page * ROWS > 10_000
        ? undefined
        : get(`https://api.crossref.org/${path}`, {
            query: text,
            "query.author": author,
            filter,
            rows: ROWS,
            offset: (page - 1) * ROWS,
            sort: path === "works" ? sort : undefined,
            mailto: keys["CROSSREF_MAILTO"],
          }),
    refused,
    body: z.object({
      message: z.object({
        "total-results": z.int(),
        query: z.object({ "start-index": z.int() }).nullish(),
        items: z.array(row),
      }),
    }),
    next: ({ message }) => ((message.query?.["start-index"] ?? 0) + ROWS < message["total-results"] ? undefined : null),
    items: ({ message }) => message.items.map(draft),
  });
  return branch(({ one }: Input) => one !== undefined, single, list);
}

const works = records("works", CrossrefWork, workOf);
const journals = records("journals", CrossrefJournal, journalOf);

export const crossref = defineSource({
  id: "crossref",
  title: "Crossref",
  docs: "https://api.crossref.org/swagger-ui/index.html",
  terms: "facts free to use; one list a second, three with an e-mail address",
  key: { env: ["CROSSREF_MAILTO"], required: false, from: "your own e-mail address" },
  query: query({
    describe: "words or a DOI; with kind=journals a journal's name or ISSN",
    example: "ecology forecasting",
    options: Options,
    parse: (text, options): Input => {
      const doi = doiOf(text);
      if (doi) return { ...options, kind: "works", text, one: doiPath(doi) };
      return { ...options, text, one: options.kind === "journals" ? issnsOf(text)[0] : undefined };
    },
  }),
  item: CrossrefItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(({ kind }: Input) => kind === "journals", journals, works),
});
