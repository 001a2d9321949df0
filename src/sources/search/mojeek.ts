import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { whenKey } from "../kit/compose/steps.ts";
import { timed } from "../kit/compose/timed.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { acceptLanguage, BROWSER, cookies } from "../kit/requests/as-browser.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { DAYS, type SearchInput, searchText } from "../kit/requests/search.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import type { Draft, Reader } from "../source.ts";
import { SearchItem } from "./item.ts";

/* The words of the empty page and of the 403, and the API's error words, are from memory: no recording of them exists. */

/** The variable that holds the key. */
const KEY = "MOJEEK_API_KEY";

/** What is asked for, and when. */
type Timed = SearchInput & { readonly now: number };

/** An item as either way reads it. */
type Found = Draft<Omit<z.input<typeof SearchItem>, "source">>;

/** Neither way goes further. */
const LAST_PAGE = 10;

const DAY_MS = 86_400_000;

/** What the page and the API share; `since` is a day as `20260131`. */
const shared = ({ text, page, safe, time_range, now }: Timed & PageRequest) => ({
  q: text,
  s: page > 1 ? (page - 1) * 10 + 1 : undefined,
  safe: safe && (safe === "off" ? 0 : 1),
  since: time_range && new Date(now - DAYS[time_range] * DAY_MS).toISOString().slice(0, 10).replaceAll("-", ""),
});

/** The page of results. */
const page: Reader<Timed, Found> = html<Timed, Found>({
  pages: (ask) =>
    ask.page > LAST_PAGE
      ? undefined
      : get("https://www.mojeek.com/search", shared(ask), {
          headers: {
            "accept-language": acceptLanguage(ask),
            "user-agent": BROWSER,
            ...((ask.language ?? ask.region) && {
              cookie: cookies({ lb: ask.language, arc: ask.region?.toLowerCase() }),
            }),
          },
        }),
  rows: "ul.results-standard > li",
  item: (row) => {
    const url = row.link("h2 a.title") ?? row.link("a.ob");
    if (!url) return undefined;
    return { title: row.text("h2 a.title") ?? "", url, snippet: row.text("p.s"), displayUrl: row.text("p.i .url") };
  },
  empty: says("No pages found matching"),
  blocked: ["#altcha-form", "altcha-widget"],
  judge: ({ status }) =>
    status === 403 ? new SourceError("blocked", "Mojeek takes us for a bot and refuses this address.") : undefined,
  next: furtherOn("s", 1, ".pagination a"),
});

const Refusal = z.object({ response: z.object({ status: z.string().refine((status) => !/^OK\b/.test(status)) }) });

/** The API says in `status` what is wrong, whatever the HTTP status. */
function refused(body: unknown): SourceError | undefined {
  const said = Refusal.safeParse(body).data?.response.status;
  if (!said) return undefined;
  return /key|denied|authori[sz]/i.test(said)
    ? new SourceError("missing-key", `Mojeek refuses the key in ${KEY}: ${quotedSaying(said)}.`)
    : new SourceError("bad-query", `Mojeek refuses the query: ${quotedSaying(said)}.`);
}

const Answer = z.object({
  response: z.object({
    status: z.string(),
    head: z.object({ results: numeric.nullish(), start: numeric.nullish(), return: numeric.nullish() }).nullish(),
    results: z
      .array(
        z.object({
          title: z.string().nullish(),
          url: z.string(),
          desc: z.string().nullish(),
          date: z.string().nullish(),
        }),
      )
      .nullish(),
  }),
});

/** The official API. */
const api: Reader<Timed, Found> = json({
  pages: (ask) =>
    ask.page > LAST_PAGE
      ? undefined
      : get("https://api.mojeek.com/search", {
          api_key: ask.key,
          ...shared(ask),
          t: 10,
          fmt: "json",
          date: 1,
          lb: ask.language?.toUpperCase(),
          rb: ask.region,
        }),
  refused,
  body: Answer,
  items: ({ response }) =>
    (response.results ?? []).map(({ title, url, desc, date }) => ({
      title: textOfHtml(title) ?? url,
      url,
      snippet: textOfHtml(desc),
      publishedAt: isoDate(date),
    })),
  next: ({ response: { head } }) => {
    if (head?.results == null || head.start == null || head.return == null) return undefined;
    return head.start + head.return > head.results ? null : undefined;
  },
});

export const mojeek = defineSource({
  id: "mojeek",
  title: "Mojeek",
  docs: "https://www.mojeek.com/support/api/search/request_parameters.html",
  terms: `own index; with ${KEY} its official API, without it the page, one request a second`,
  query: searchText("words to search the web for; site:, quotes and - pass through", "rxjs backpressure"),
  verbatim: true,
  item: SearchItem,
  key: { env: [KEY], required: false, from: "https://www.mojeek.com/services/search/web-search-api/" },
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: timed(whenKey(KEY, api, page)),
});
