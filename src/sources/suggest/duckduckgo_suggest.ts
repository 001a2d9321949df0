import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute } from "../kit/html/dom.ts";
import { get } from "../kit/requests/request.ts";
import { duckduckgoMarket } from "../kit/services/duckduckgo.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

const HOME = "https://duckduckgo.com/";

/** The other form of the answer; bangs (`!w`) come with a name and an icon. */
const Listed = z.array(
  z.object({ phrase: z.string().nullish(), snippet: z.string().nullish(), image: z.string().nullish() }),
);

const isOpenSearch = (
  body: z.output<typeof OpenSearch> | z.output<typeof Listed>,
): body is z.output<typeof OpenSearch> => typeof body[0] === "string";

export const duckduckgoSuggest = defineSource({
  id: "duckduckgo_suggest",
  title: "DuckDuckGo search suggestions",
  docs: "https://duckduckgo.com/duckduckgo-help-pages/features/auto-suggest/",
  terms: "no key, undocumented; light use",
  query: typed("sail", "the beginning of a search; ! begins a bang"),
  item: SuggestItem.extend({ image: HttpUrl.optional().describe("icon of a bang") }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: suggestions({
    request: ({ text, language, region }) =>
      get(`${HOME}ac/`, {
        q: text,
        type: "list",
        kl: duckduckgoMarket(language, region),
      }),
    body: z.union([OpenSearch, Listed]),
    list: (body) => (isOpenSearch(body) ? body[1] : body),
    results: resultsAt(HOME, "q"),
    more: (body, place) => {
      const bang = isOpenSearch(body) ? undefined : body[place];
      return { snippet: bang?.snippet ?? undefined, image: absolute(bang?.image, HOME) };
    },
  }),
});
