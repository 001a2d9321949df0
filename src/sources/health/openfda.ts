import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { keyHelps } from "../kit/responses/answer.ts";
import { upstreamMessage, type Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import type { Reader } from "../source.ts";

/* What the endpoints of openFDA have in common: https://open.fda.gov/apis/ */

/** Rows beyond are refused. */
const LAST_ROW = 25_000;

export const key = {
  env: ["OPENFDA_API_KEY"],
  required: false,
  from: "https://open.fda.gov/apis/authentication/",
} as const;

export const terms = "public domain (CC0); 240 requests a minute and 1,000 a day an address, 120,000 with a free key";

export const polite = { concurrency: 2, minIntervalMs: 250 };

const Refusal = z.object({ error: z.object({ code: z.string(), details: z.string().nullish() }) });

/** NOT_FOUND is no match, and SERVER_ERROR what it says of a query that it cannot parse. */
function refused(body: unknown, response: HttpResponse): Verdict {
  const error = Refusal.safeParse(body).data?.error;
  const because = `openFDA refused the request: ${quotedSaying(upstreamMessage(response) ?? String(error?.code))}`;
  if (error?.code === "NOT_FOUND") return "empty";
  if (error?.code === "API_KEY_INVALID" || error?.code === "API_KEY_MISSING")
    return new SourceError("missing-key", `${because} (environment variable ${key.env[0]})`);
  if (error?.code === "SERVER_ERROR" && /token_mgr_error|parse/i.test(error.details ?? ""))
    return new SourceError("bad-query", because);
  return keyHelps(key.env[0])(response);
}

/** `field:"words"`; quotes and backslashes within the words would end them. */
export const says = (field: string, words: string): string => `${field}:"${words.replace(/["\\]/g, " ").trim()}"`;

/** Any of the conditions; written with blanks, which become the `+` that the API wants. */
export const any = (...conditions: readonly string[]): string => `(${conditions.join(" ")})`;

/** Reads an endpoint's rows, page after page, and passes its disclaimer on. */
export const openfda = <Input, Row, Out>(spec: {
  /** "drug/label" */
  readonly endpoint: string;
  readonly rows: number;
  /** Parameters of the search; with `count` there is one page. */
  readonly asked: (input: Input) => {
    readonly search: string;
    readonly sort?: string | undefined;
    readonly count?: string | undefined;
  };
  readonly row: z.ZodType<Row>;
  readonly item: (row: Row) => Out;
}): Reader<Input, Out> =>
  json({
    pages: (ask: Input & PageRequest) => {
      const { search, sort, count } = spec.asked(ask);
      const skip = (ask.page - 1) * spec.rows;
      if (skip > LAST_ROW || (count && ask.page > 1)) return undefined;
      return get(`https://api.fda.gov/${spec.endpoint}.json`, {
        api_key: ask.key || undefined,
        search,
        sort,
        count,
        limit: spec.rows,
        skip: count ? undefined : skip,
      });
    },
    refused,
    body: z.object({
      meta: z.object({ disclaimer: z.string().nullish(), results: z.object({ total: figure }).nullish() }).nullish(),
      results: z.array(spec.row),
    }),
    items: ({ meta, results }, _asked, _response, { notice }) => {
      if (meta?.disclaimer) notice({ kind: "note", text: meta.disclaimer });
      return results.map(spec.item);
    },
    next: ({ meta, results }, _asked, response) => rowsRemain(response, "skip", results.length, meta?.results?.total),
  });
