import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { El } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get, type Params } from "../kit/requests/request.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { languageTags } from "../kit/values/languages.ts";
import { webUrl } from "../kit/values/links.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { isbnOf, isbnShaped } from "./isbn.ts";
import { BookItem, yearIn } from "./item.ts";

/*
 * Library catalogues over SRU (https://www.loc.gov/standards/sru/), asked for Dublin Core
 * (https://www.dublincore.org/specifications/dublin-core/dcmi-terms/).
 */

const PER_PAGE = 20;

/** A record of a library's catalogue. */
export const RecordItem = BookItem.extend({
  url: HttpUrl,
  id: z.string().describe("the record's number in the catalogue"),
  creators: z.array(z.string()).optional().describe("as the catalogue writes them, with dates and role"),
  contributors: z.array(z.string()).optional(),
  types: z.array(z.string()).optional().describe("e.g. text, Online-Ressource"),
  format: z.string().optional().describe("the volume as it is: pages, pictures, size"),
  links: z.array(HttpUrl).optional().describe("the text itself, or more about it, online"),
});

/** Words or a CQL query: the input is `{ cql }`, as `asCql` makes it of words and of an ISBN. */
export const catalogueQuery = (
  describe: string,
  example: string,
  isCql: RegExp,
  asCql: { readonly words: (words: string) => string; readonly isbn: (isbn: string) => string },
) =>
  query({
    describe,
    example,
    parse: (text) => {
      const isbn = isbnOf(text);
      return { cql: isbn ? asCql.isbn(isbn) : isCql.test(text) ? text : asCql.words(text) };
    },
  });

/** A text as a CQL string. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;

interface Catalogue {
  readonly address: string;
  readonly parameters: Params;
  /** What names of SRU elements begin with (`srw:`). */
  readonly prefix: string;
  /** The record's number and address; undefined for what has none. */
  readonly place: (record: El) => { readonly id: string; readonly url: string } | undefined;
  /** The ISBNs as written, what follows them included ("978-3-15-000001-4 kart. : EUR 4.00"). */
  readonly isbns: (record: El) => readonly string[];
  /** A creator's bare name. */
  readonly name: (creator: string) => string;
}

/** An element's name without its prefix. */
const localName = ({ node }: El): string => ("name" in node ? node.name.replace(/^.*:/, "") : "");

/** A diagnostic stands in an answer of status 200: https://www.loc.gov/standards/sru/diagnostics/diagnosticsList.html */
function diagnosticOf(doc: El): { readonly number: string; readonly said: string } | undefined {
  const found = doc.all("*").find((el) => localName(el) === "diagnostic");
  if (!found) return undefined;
  const parts = new Map(found.all("*").map((el) => [localName(el), el.text()]));
  const said = [parts.get("message"), parts.get("details")].filter(Boolean).join(": ");
  return { number: /\/(\d+)$/.exec(parts.get("uri") ?? "")?.[1] ?? "", said: said || "without a reason" };
}

/** "First record position out of range": a page past the last one. */
const PAST_THE_END = "61";

function refuse(doc: El): void {
  const diagnostic = diagnosticOf(doc);
  if (!diagnostic || diagnostic.number === PAST_THE_END) return;
  const kind = ["1", "2", "3"].includes(diagnostic.number) ? "unreachable" : "bad-query";
  throw new SourceError(kind, `The catalogue refuses the query: ${quotedSaying(diagnostic.said)}`);
}

/** Marks of sorting (U+0098, U+009C) that surround an article at a title's beginning. */
const unsorted = (title: string): string => title.replace(/[\u0098\u009c]/g, "");

/** Reads a catalogue's records. */
export function sru({ address, parameters, prefix, place, isbns, name }: Catalogue) {
  const element = (bare: string): string => `${prefix}${bare}`.replace(":", "\\:");
  const totalOf = (doc: El): number | undefined => numberIn(doc.text(element("numberOfRecords")));
  return xml({
    pages: ({ cql, page }: { readonly cql: string } & PageRequest) =>
      get(address, {
        ...parameters,
        operation: "searchRetrieve",
        query: cql,
        maximumRecords: PER_PAGE,
        startRecord: (page - 1) * PER_PAGE + 1,
      }),
    rows: (doc) => {
      refuse(doc);
      return doc.all(element("record"));
    },
    item: (record) => {
      const where = place(record) ?? { id: "", url: "" };
      const creators = record.texts("dc\\:creator");
      const date = record.text("dc\\:date");
      const format = record.texts("dc\\:format").join("; ");
      const identifiers = record.texts("dc\\:identifier");
      return {
        ...where,
        title: unsorted(record.text("dc\\:title") ?? ""),
        snippet: record.texts("dc\\:description").join(" ") || format,
        authors: [...new Set(creators.map(name))],
        publishers: record.texts("dc\\:publisher"),
        publishedAt: isoDate(date) ?? yearIn(date),
        languages: languageTags(record.texts("dc\\:language")),
        isbn: isbns(record).flatMap((written) => isbnShaped(written.split(" ")[0] ?? "") ?? []),
        subjects: record.texts("dc\\:subject"),
        creators,
        contributors: record.texts("dc\\:contributor"),
        types: record.texts("dc\\:type"),
        format,
        links: identifiers.flatMap((identifier) => linkIn(identifier, where.url) ?? []),
      };
    },
    empty: (doc) => totalOf(doc) === 0 || diagnosticOf(doc)?.number === PAST_THE_END,
    // Records are counted from 1.
    next: (doc, _input, response) => {
      const total = totalOf(doc);
      return rowsRemain(response, "startRecord", doc.all(element("record")).length, total && total + 1);
    },
  });
}

/** An identifier that is an address, but not that of the record itself. */
const linkIn = (identifier: string, own: string): string | undefined =>
  /^https?:\/\/\S+$/.test(identifier) && identifier.replace(/^http:/, "https:") !== own
    ? webUrl(identifier)
    : undefined;
