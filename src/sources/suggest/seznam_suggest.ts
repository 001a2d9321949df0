import { z } from "zod";
import { defineSource } from "../define.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { get } from "../kit/requests/request.ts";
import { SuggestItem, typed } from "./item.ts";
import { resultsAt, suggestions } from "./suggestions.ts";

/* Undocumented; the shape is the one that SearXNG reads (searx/autocomplete.py). */

/** Items of other types (maps, goods) are cards without a plain text. */
const Entry = z.object({
  itemType: z.string().nullish(),
  text: z
    .array(z.object({ text: z.string().nullish() }))
    .nullish()
    .catch(undefined),
});

export const seznamSuggest = defineSource({
  id: "seznam_suggest",
  title: "Seznam search suggestions",
  docs: "https://napoveda.seznam.cz/cz/fulltext-hledani-v-internetu/",
  evidence: "documentation",
  terms: "no key, undocumented; moderate use",
  query: typed("jízd", "the beginning of a search, best in Czech"),
  item: SuggestItem,
  polite: { concurrency: 2, minIntervalMs: 200, userAgent: BROWSER },
  read: suggestions({
    request: ({ text }) =>
      get("https://suggest.seznam.cz/fulltext/cs", {
        phrase: text,
        cursorPosition: [...text].length,
        format: "json-2",
        highlight: 1,
        count: 10,
      }),
    body: z.object({ result: z.array(Entry) }),
    list: ({ result }) =>
      result.flatMap(({ itemType, text }) =>
        itemType === "ItemType.TEXT" ? [(text ?? []).map((part) => part.text ?? "").join("")] : [],
      ),
    results: resultsAt("https://search.seznam.cz/", "q"),
  }),
});
