import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { operatorsInstance } from "../kit/requests/instance.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { SearchItem } from "./item.ts";

/** Further restrictions of a search. */
const Options = SearchOptions.extend({
  categories: z.string().max(200).optional().describe("comma-separated categories of the instance, e.g. science,it"),
  engines: z.string().max(200).optional().describe("comma-separated engines of the instance, e.g. bing,wikipedia"),
});

/** What is asked for. */
type Input = { readonly text: string } & z.output<typeof Options>;

const SAFE = { off: 0, moderate: 1, strict: 2 } as const;

/** One page of a search at the instance. */
function request({ text, language, region, time_range, safe, categories, engines, page, key }: Input & PageRequest) {
  return get(`${operatorsInstance("SEARXNG_URL", key)}/search`, {
    q: text,
    format: "json",
    pageno: page,
    language: language && (region ? `${language}-${region}` : language),
    time_range,
    safesearch: safe && SAFE[safe],
    categories,
    engines,
  });
}

const Result = z.object({
  title: z.string(),
  url: z.string(),
  content: z.string().nullish(),
  engines: z.array(z.string()).nullish(),
  positions: z.array(z.number()).nullish(),
  score: z.number().nullish(),
  category: z.string().nullish(),
  publishedDate: z.string().nullish(),
  thumbnail: z.string().nullish(),
  img_src: z.string().nullish(),
});

const Answer = z.union([z.string(), z.object({ answer: z.string() }).transform(({ answer }) => answer)]);

/** An instance's answer. */
const Body = z.object({
  results: z.array(Result),
  answers: z.array(Answer).nullish(),
  corrections: z.array(z.string()).nullish(),
  suggestions: z.array(z.string()).nullish(),
  unresponsive_engines: z.array(z.array(z.string())).nullish(),
});

/** Engines that did not answer, with their reasons. */
const silent = (engines: readonly (readonly string[])[]): string =>
  engines.map(([name, reason]) => (reason ? `${name} (${reason})` : name)).join(", ");

/** The upstream's remarks beside its results. */
function* remarks({ answers, corrections, suggestions, unresponsive_engines }: z.output<typeof Body>) {
  if (answers?.length) yield `answer: ${answers.join("; ")}`;
  if (corrections?.length) yield `did you mean: ${corrections.join("; ")}`;
  if (suggestions?.length) yield `suggestions: ${suggestions.join("; ")}`;
  if (unresponsive_engines?.length) yield `engines without an answer: ${silent(unresponsive_engines)}`;
}

/** Whether the first page was asked for. */
const isFirst = ({ url }: HttpResponse): boolean => Number(URL.parse(url)?.searchParams.get("pageno") ?? 1) <= 1;

export const searxng = defineSource({
  id: "searxng",
  title: "SearXNG",
  docs: "https://docs.searxng.org/dev/search_api.html",
  terms: "an instance of one's own, named by SEARXNG_URL: no limit; no public one is asked otherwise",
  query: text("words to search for; !engine and :lang as in SearXNG", "rxjs backpressure", Options),
  key: { env: ["SEARXNG_URL"], required: true, from: "https://docs.searxng.org/admin/installation.html" },
  verbatim: true,
  item: SearchItem.extend({
    engines: z.array(z.string()).optional().describe("the engines that found it"),
    positions: z.array(z.int()).optional().describe("its rank in each engine, 1-based"),
    engineScore: z.number().optional().describe("the instance's own score, without an upper bound"),
    category: z.string().optional(),
    thumbnail: HttpUrl.optional(),
  }),
  polite: { concurrency: 2 },
  read: json({
    pages: request,
    body: Body,
    items: (body, _input: Input, response, context) => {
      for (const remark of remarks(body)) context.notice({ kind: "note", text: remark });
      // On the first page nothing found by engines that did not answer is no "nothing found".
      if (body.results.length === 0 && body.unresponsive_engines?.length && isFirst(response))
        throw new SourceError("blocked", `No engine of the instance answered: ${silent(body.unresponsive_engines)}.`);
      return body.results.map(({ title, url, content, publishedDate, thumbnail, img_src, score, ...rest }) => ({
        ...rest,
        title: title || url,
        url,
        snippet: content,
        publishedAt: isoDate(publishedDate),
        engineScore: score,
        thumbnail: [thumbnail, img_src].find((image) => /^https?:\/\//.test(image ?? "")),
      }));
    },
  }),
});
