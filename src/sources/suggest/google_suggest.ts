import { z } from "zod";
import { defineSource } from "../define.ts";
import { get } from "../kit/requests/request.ts";
import { SuggestItem, typed } from "./item.ts";
import { OpenSearch, resultsAt, suggestions } from "./suggestions.ts";

/** Stands after the suggestions, with one list of kinds for each. */
const Subtypes = z.object({ "google:suggestsubtypes": z.array(z.array(z.int())) });

function subtypesOf([, , ...rest]: z.output<typeof OpenSearch>): readonly number[][] {
  for (const part of rest) {
    const read = Subtypes.safeParse(part);
    if (read.success) return read.data["google:suggestsubtypes"];
  }
  return [];
}

export const googleSuggest = defineSource({
  id: "google_suggest",
  title: "Google search suggestions",
  docs: "https://developers.google.com/custom-search/docs/overview",
  terms: "no key, undocumented; moderate use",
  query: typed("caf"),
  item: SuggestItem.extend({
    subtypes: z.array(z.int()).optional().describe("Google's numbers for the kind of the suggestion"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: suggestions({
    request: ({ text, language, region }) =>
      get("https://suggestqueries.google.com/complete/search", {
        client: "firefox",
        q: text,
        hl: language,
        gl: region?.toLowerCase(),
        ie: "utf8",
        oe: "utf8",
      }),
    body: OpenSearch,
    list: ([, phrases]) => phrases,
    results: resultsAt("https://www.google.com/search", "q"),
    more: (body, place) => {
      const subtypes = subtypesOf(body)[place];
      return subtypes?.length ? { subtypes } : {};
    },
  }),
});
