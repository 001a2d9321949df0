import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

const HOME = "https://search.brave.com/";

/** A suggestion in the rich form. */
const Rich = z.object({ desc: z.string().nullish(), img: z.string().nullish() });

export const braveSuggest = defineSource({
  id: "brave_suggest",
  title: "Brave search suggestions",
  docs: "https://api-dashboard.search.brave.com/app/documentation/suggest/get-started",
  terms: "no key, the endpoint of the search page itself; moderate use",
  query: typed("caf"),
  item: SuggestItem.extend({ image: HttpUrl.optional() }),
  polite: { concurrency: 1, minIntervalMs: 500, userAgent: BROWSER },
  read: suggestions({
    request: ({ text, region }) =>
      get(
        `${HOME}api/suggest`,
        { q: text, rich: false, source: "web" },
        { headers: { cookie: `country=${region?.toLowerCase() ?? "all"}` } },
      ),
    body: OpenSearch,
    list: ([, phrases]) => phrases,
    results: resultsAt(`${HOME}search`, "q"),
    more: ([, phrases], place) => {
      const rich = Rich.safeParse(phrases[place]).data;
      return { snippet: rich?.desc ?? undefined, image: absolute(rich?.img, HOME) };
    },
  }),
});
