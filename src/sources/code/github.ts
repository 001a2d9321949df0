import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { retryAfterMs } from "../../upstream/retry-after.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { bearer, get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import type { KeySpec, Politeness, Reader } from "../source.ts";

const PER_PAGE = 50;

/** GitHub answers no more of a search than this. */
const MOST_RESULTS = 1000;

/** The token that all of GitHub's sources take. */
export const GITHUB_KEY: KeySpec = {
  env: ["GITHUB_TOKEN"],
  required: false,
  from: "https://github.com/settings/tokens",
};

/** The terms of GitHub's search. */
export const GITHUB_TERMS = "10 searches a minute without a token, 30 with one; 1,000 results a search";

/** How gently GitHub's search is asked. */
export const GITHUB_POLITE: Politeness = { concurrency: 1, minIntervalMs: 1000 };

/** What a search of GitHub is asked with; without `sort` the best matches come first. */
interface GithubSearch {
  readonly text: string;
  readonly sort?: string | undefined;
}

const Refusal = z.object({
  message: z.string(),
  errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
});

/** How long the limit holds, counted from the answer's own date. */
function limitedMs({ headers }: HttpResponse): number | undefined {
  const at = Date.parse(headers["date"] ?? "");
  const wait = Number(headers["x-ratelimit-reset"] ?? Number.NaN) * 1000 - at;
  return retryAfterMs(headers["retry-after"], at) ?? (wait >= 0 ? wait : undefined);
}

/** GitHub's limits answer 403 or 429, and its refusals of a query say why in a list beside the message. */
function refused(body: unknown, response: HttpResponse): Verdict {
  const said = Refusal.safeParse(body).data;
  if (response.status === 403 || response.status === 429) {
    const limited = response.headers["x-ratelimit-remaining"] === "0" || /rate limit/i.test(said?.message ?? "");
    if (limited)
      return new SourceError(
        "rate-limited",
        `GitHub says too many requests: ${quotedSaying(said?.message ?? "no reason given")}.`,
        {
          retryAfterMs: limitedMs(response),
        },
      );
  }
  const reason = said?.errors?.find(({ message }) => message)?.message;
  if (response.status === 422 && reason)
    return new SourceError("bad-query", `GitHub refused the query: ${quotedSaying(reason)}.`);
  return undefined;
}

/** Reads one of GitHub's searches, page by page. */
export function githubSearch<Row, Out>(
  what: "repositories" | "issues" | "users",
  row: z.ZodType<Row>,
  item: (row: Row) => Out,
): Reader<GithubSearch, Out> {
  return json({
    pages: ({ text, sort, page, key }: GithubSearch & PageRequest) =>
      (page - 1) * PER_PAGE >= MOST_RESULTS
        ? undefined
        : get(
            `https://api.github.com/search/${what}`,
            { q: text, sort, order: sort && "desc", per_page: PER_PAGE, page },
            {
              headers: {
                accept: "application/vnd.github+json",
                "x-github-api-version": "2022-11-28",
                ...bearer(key),
              },
            },
          ),
    refused,
    body: z.object({
      total_count: z.number(),
      incomplete_results: z.boolean().nullish(),
      items: z.array(row),
    }),
    items: ({ items, incomplete_results }, _input, _response, context) => {
      if (incomplete_results)
        context.notice({ kind: "note", text: "GitHub ran out of time: it did not search everything" });
      return items.map(item);
    },
    next: ({ total_count }, _input, response) => pagesRemain(response, PER_PAGE, total_count),
  });
}
