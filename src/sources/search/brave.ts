import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { whenKey } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { get } from "../kit/requests/request.ts";
import { type SearchInput, searchText } from "../kit/requests/search.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { LanguageTag } from "../kit/values/languages.ts";
import { BRAVE_DATES, BRAVE_LAST_PAGE, braveWeb } from "../kit/web/brave.ts";
import type { Draft, Reader } from "../source.ts";
import { SearchItem } from "./item.ts";

/** The variable that holds the key. */
const KEY = "BRAVE_API_KEY";

/** The API also knows the page's language. */
const Item = SearchItem.extend({ language: LanguageTag.optional().describe("the page's language") });

/** An item as either way reads it. */
type Found = Draft<Omit<z.input<typeof Item>, "source">>;

/** The API's own codes of languages, where they are not those of ISO 639-1. */
function languageCode({ language, region }: Pick<SearchInput, "language" | "region">): string | undefined {
  if (language === "zh") return region === "TW" || region === "HK" ? "zh-hant" : "zh-hans";
  if (language === "pt") return region === "PT" ? "pt-pt" : "pt-br";
  return language === "ja" ? "jp" : language === "no" ? "nb" : language;
}

const Refusal = z.object({
  error: z.object({ status: z.number(), code: z.string().nullish(), detail: z.string().nullish() }),
});

/** A key that is not valid is refused with 422, as a broken query is: the code tells them apart. */
function refused(body: unknown): SourceError | undefined {
  const { code, detail } = Refusal.safeParse(body).data?.error ?? {};
  return code === "SUBSCRIPTION_TOKEN_INVALID"
    ? new SourceError("missing-key", `Brave refuses the key in ${KEY}: ${quotedSaying(String(detail ?? code))}.`)
    : undefined;
}

const Result = z.object({
  title: z.string(),
  url: z.string(),
  description: z.string().nullish(),
  page_age: z.string().nullish(),
  language: z.string().nullish(),
  profile: z.object({ name: z.string().nullish() }).nullish(),
  meta_url: z.object({ netloc: z.string().nullish(), path: z.string().nullish() }).nullish(),
});

const Answer = z.object({
  type: z.literal("search"),
  query: z.object({ more_results_available: z.boolean().nullish() }).nullish(),
  web: z.object({ results: z.array(Result) }).nullish(),
});

/** The official API. */
const api: Reader<SearchInput, Found> = json({
  pages: ({ text, page, key, region, language, safe, time_range }) =>
    page > BRAVE_LAST_PAGE
      ? undefined
      : get(
          "https://api.search.brave.com/res/v1/web/search",
          {
            q: text,
            count: 20,
            offset: page - 1,
            country: region,
            search_lang: languageCode({ language, region }),
            safesearch: safe,
            freshness: time_range && BRAVE_DATES[time_range],
            result_filter: "web",
            text_decorations: false,
          },
          { headers: { "x-subscription-token": key } },
        ),
  refused,
  body: Answer,
  items: ({ web }) =>
    (web?.results ?? []).map((result) => ({
      title: textOfHtml(result.title) ?? result.title,
      url: result.url,
      snippet: textOfHtml(result.description),
      displayUrl: [result.meta_url?.netloc, result.meta_url?.path].filter(Boolean).join(" "),
      siteName: result.profile?.name,
      publishedAt: isoDate(result.page_age),
      language: result.language,
    })),
  next: ({ query }) => (query?.more_results_available === false ? null : undefined),
});

export const brave = defineSource({
  id: "brave",
  title: "Brave Search",
  docs: "https://api-dashboard.search.brave.com/app/documentation/web-search/get-started",
  terms: `own index; with ${KEY} its official API, without it the page, at most one request in two seconds`,
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  verbatim: true,
  item: Item,
  key: { env: [KEY], required: false, from: "https://api-dashboard.search.brave.com/" },
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: whenKey(KEY, api, braveWeb),
});
