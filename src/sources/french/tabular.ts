import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get, type Params } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import type { Reader } from "../source.ts";

/*
 * Files of data.gouv.fr, row by row, by its tabular interface: https://github.com/datagouv/api-tabular
 * Filters are a column's name with `__exact`, `__in` (values joined by commas), `__contains`, `__greater` and `__less`
 * (bounds included) behind it.
 */

/** The most rows that a page holds. */
const ROWS = 50;

const Refusal = z.object({ errors: z.array(z.object({ detail: z.object({ message: z.string() }) })) });

/** A file that is no longer there was replaced by another one, whose id the source has to be told; what else it says. */
function refused(json: unknown, { status }: HttpResponse): Verdict {
  if (status === 404 || status === 410)
    return new SourceError("changed", `data.gouv.fr has put another file in the place of this one (HTTP ${status}).`);
  const said = status === 400 ? Refusal.safeParse(json).data?.errors[0]?.detail.message : undefined;
  return said ? new SourceError("bad-query", `data.gouv.fr refused the query: ${quotedSaying(said)}.`) : undefined;
}

/** A text that a file may hold as a number: codes, telephone numbers. */
export const Text = z.union([z.string(), z.number().transform(String)]);

interface Table<Input, Row> {
  /** The file's id, which a new edition of the data may change. */
  readonly resource: string | ((input: Input) => string);
  readonly filters: (input: Input) => Params;
  readonly row: z.ZodType<Row>;
}

/** A condition on one value, or on several. */
export const among = (column: string, values: readonly string[]): Params =>
  values.length === 1 ? { [`${column}__exact`]: values[0] } : { [`${column}__in`]: values.join(",") };

/** Reads a file's rows that fit, page by page; how many there are in all is said where one page does not hold them. */
export function rows<Input, Row>({ resource, filters, row }: Table<Input, Row>): Reader<Input, Row> {
  return json({
    pages: (ask: Input & PageRequest) =>
      get(
        `https://tabular-api.data.gouv.fr/api/resources/${typeof resource === "string" ? resource : resource(ask)}/data/`,
        { ...filters(ask), page: ask.page, page_size: ROWS },
      ),
    body: z.object({
      data: z.array(row),
      links: z.object({ next: z.string().nullish() }).nullish(),
      meta: z.object({ page: z.number().nullish(), total: z.number().nullish() }).nullish(),
    }),
    refused,
    items: ({ data, links, meta }, _input, _response, context) => {
      if (links?.next && meta?.page === 1 && meta.total)
        context.notice({ kind: "note", text: `the file has ${meta.total} rows of this kind, ${ROWS} a page` });
      return data;
    },
    next: ({ links }) => (links?.next ? undefined : null),
  });
}
