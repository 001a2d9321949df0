/*
 * `POST /search` of Perplexity's search API differs from the common search API by some fields of the request; the answer
 * holds the fields of both.
 */

/** A request's body in the common search API's words, and what of it was not honoured. */
export interface InCommonWords {
  readonly body: unknown;
  /** Questions to be searched for beside the body's own `query`. */
  readonly further: readonly string[];
  readonly warnings: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (body: unknown): body is Fields => typeof body === "object" && body !== null && !Array.isArray(body);

const texts = (value: unknown): readonly string[] =>
  [value].flat(1).filter((text): text is string => typeof text === "string" && text.trim() !== "");

/** Questions that may be asked at once. */
const MOST_QUERIES = 5;
/** Tokens that may be asked for. */
const MOST_TOKENS = 1_000_000;

/** `3/1/2026` as a day; what is no such date stays, for whoever checks it. */
function dayIn(written: unknown): unknown {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(String(written)) ?? [];
  return month && day && year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : written;
}

const set = (value: unknown): boolean => value !== undefined && value !== null;

/** Reads Perplexity's fields out of a body; one without any comes back as it is. */
export function inCommonWords(given: unknown): InCommonWords {
  if (!isFields(given)) return { body: given, further: [], warnings: [] };
  const {
    query,
    search_domain_filter: domains,
    search_language_filter: languages,
    search_recency_filter: recency,
    search_after_date_filter: after,
    search_before_date_filter: before,
    last_updated_after_filter: updatedAfter,
    last_updated_before_filter: updatedBefore,
    search_mode: mode,
    search_type: type,
    search_context_size: size,
    max_tokens_per_page: perPage,
    display_server_time: _,
    ...others
  } = given;
  const [first, ...further]: readonly unknown[] = Array.isArray(query) ? texts(query) : [query];
  const sites = texts(domains);
  const spoken = texts(languages);
  const { max_tokens: tokens } = others;
  return {
    body: {
      ...others,
      ...(first !== undefined && { query: first }),
      ...(sites.length > 0 && {
        include_domains: sites.filter((site) => !site.startsWith("-")),
        exclude_domains: sites.filter((site) => site.startsWith("-")).map((site) => site.slice(1)),
      }),
      ...(spoken[0] !== undefined && { language: spoken[0] }),
      ...(set(recency) && { time_range: recency === "hour" ? "day" : recency }),
      ...(set(after) && { start_date: dayIn(after) }),
      ...(set(before) && { end_date: dayIn(before) }),
      ...(typeof tokens === "number" && { max_tokens: Math.min(tokens, MOST_TOKENS) }),
    },
    further: texts(further).slice(0, MOST_QUERIES - 1),
    warnings: [
      ...(recency === "hour"
        ? ["search_recency_filter: the engines know no hour; results of the last day are given."]
        : []),
      ...(spoken.length > 1 ? [`search_language_filter: the engines were asked in ${spoken[0]} alone.`] : []),
      ...(further.length >= MOST_QUERIES ? [`query: the first ${MOST_QUERIES} questions were asked.`] : []),
      ...(set(updatedAfter) || set(updatedBefore)
        ? ["last_updated filters are not honoured: engines do not say when a page was changed."]
        : []),
      ...(set(mode) && mode !== "web" ? ["search_mode: the web was searched."] : []),
      ...(set(type) && type !== "web" ? ["search_type: the web was searched."] : []),
      ...(set(size) ? ["search_context_size is not honoured: snippets are the engines' own."] : []),
      ...(set(perPage)
        ? ["max_tokens_per_page is not honoured: search_depth advanced gives passages of the pages."]
        : []),
    ],
  };
}
