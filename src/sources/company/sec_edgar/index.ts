import { concat, concatMap, EMPTY, from, type Observable } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { decodeText } from "../../../upstream/charset.ts";
import { defineSource } from "../../define.ts";
import { best, nameRank } from "../../kit/compose/best.ts";
import { cachedReader } from "../../kit/compose/cached-reader.ts";
import { branch } from "../../kit/compose/steps.ts";
import { understood } from "../../kit/compose/understood.ts";
import { json, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import type { Judge } from "../../kit/responses/answer.ts";
import { Count, IsoDate } from "../../kit/values/fields.ts";
import type { ReadContext, Reader } from "../../source.ts";
import { CompanyItem } from "../item.ts";
import { Columns, Filer, type Filing, itemsOf, padded } from "./record.ts";

/* The filer's record holds its newest filings, a thousand or a year's; older ones are files of their own, its further pages. */

const DAY_MS = 86_400_000;
/** More than a name has letters. */
const LATER = 1000;

const Options = z.object({
  form: z
    .string()
    .max(20)
    .transform((form) => form.toUpperCase())
    .optional()
    .describe("only filings of this form, e.g. 10-K, 8-K, 4"),
});

interface Input extends z.output<typeof Options> {
  /** A ticker or a name; "" where the number is known. */
  readonly text: string;
  /** Central Index Key, ten digits. */
  readonly cik?: string;
}

function parse(q: string, options: z.output<typeof Options>): Input {
  const cik = /^(?:CIK[\s#:]*)?(\d{1,10})$/i.exec(q)?.[1];
  return cik ? { ...options, text: "", cik: padded(cik) } : { ...options, text: q };
}

/** Who names no contact gets a page that says so: https://www.sec.gov/about/webmaster-frequently-asked-questions */
const judge: Judge = (response) =>
  response.status === 403 && /undeclared automated tool/i.test(decodeText(response))
    ? new SourceError(
        "blocked",
        "The SEC wants to know whom it answers (HTTP 403): set USER_AGENT to a name and an e-mail address.",
      )
    : undefined;

/** Companies with a ticker: https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data */
const listed = cachedReader(
  DAY_MS,
  json({
    request: () => get("https://www.sec.gov/files/company_tickers.json"),
    judge,
    body: z.record(z.string(), z.object({ cik_str: numeric, ticker: z.string(), title: z.string() })),
    items: (rows) => Object.values(rows),
  }),
);

/**
 * A ticker in capitals comes first (share classes are written with a dash there), then names that begin with the words:
 * "ford" is a company, and a ticker of another one.
 */
function rankOf(words: string, { ticker, title }: { readonly ticker: string; readonly title: string }) {
  const code = words.replace(".", "-");
  if (ticker === code) return -1;
  const rank = nameRank(words, title);
  if (rank === 0 || title.toLowerCase().startsWith(`${words.toLowerCase()} `)) return rank;
  return ticker === code.toUpperCase() ? LATER : rank && rank + LATER;
}

const submissions = "https://data.sec.gov/submissions";

const record = json({
  request: ({ cik = "" }: Input) => get(`${submissions}/CIK${cik}.json`),
  judge,
  body: Filer,
  items: (filer) => [filer],
});

const older = json({
  pages: ({ filer, page }: Input & { readonly filer: Filer } & PageRequest) => {
    const file = filer.filings.files?.[page - 1];
    return file && get(`${submissions}/${encodeURIComponent(file.name)}`);
  },
  judge,
  body: Columns,
  items: (columns, input) => itemsOf(input.filer, columns, input.form),
});

const filings: Reader<Input, Filing> = (input, context) =>
  record(input, { ...context, pages: 1 }).pipe(
    concatMap((filer) => {
      const pages = context.pages - 1;
      const further$ = pages > 0 ? older({ ...input, filer }, { ...context, pages }) : EMPTY;
      return concat(from(itemsOf(filer, filer.filings.recent, input.form)), further$);
    }),
  );

const named = (input: Input, context: ReadContext): Observable<Filing> =>
  listed({}, { ...context, pages: 1 }).pipe(
    best((filer) => rankOf(input.text, filer)),
    concatMap(({ cik_str, ticker, title }) =>
      understood(() => `${title}, ticker ${ticker}, CIK ${cik_str}`, filings)(
        { ...input, cik: padded(cik_str) },
        context,
      ),
    ),
  );

export const secEdgar = defineSource({
  id: "sec_edgar",
  title: "SEC EDGAR: company filings",
  docs: "https://www.sec.gov/search-filings/edgar-application-programming-interfaces",
  terms: "no key; 10 requests a second, with a User-Agent that names a contact's e-mail; public domain",
  query: query({
    describe: "a ticker, a company's name, or a CIK: its filings, newest first",
    example: "TSLA",
    options: Options,
    parse,
  }),
  item: CompanyItem.extend({
    indexUrl: z.url().describe("page of all the filing's documents"),
    form: z.string().describe("10-K, 8-K, 4 …"),
    filedAt: IsoDate.optional(),
    reportDate: IsoDate.optional().describe("end of the period reported on"),
    acceptedAt: IsoDate.optional(),
    document: z.string().optional().describe("file name of the main document"),
    description: z.string().optional(),
    items: z.array(z.string()).optional().describe("numbers of an 8-K's items"),
    sizeBytes: Count.optional(),
    company: z.string(),
    cik: z.string().describe("Central Index Key, ten digits"),
    ticker: z.string().optional(),
    exchange: z.string().optional(),
    lei: z.string().optional(),
    fiscalYearEnd: z.string().optional().describe("month and day, 12-31"),
  }),
  polite: { minIntervalMs: 110 },
  read: branch(
    ({ cik }: Input) => cik !== undefined,
    understood(({ cik }: Input) => `CIK ${cik}`, filings),
    named,
  ),
});
