import { map } from "rxjs";
import { defineSource } from "../define.ts";
import { steps } from "../kit/compose.ts";
import { kept } from "../kit/kept.ts";
import { BROWSER, type SearchInput, SearchItem, searchText } from "./item.ts";
import { hidden, results } from "./seznam-page.ts";

/** Written from SearXNG's engine, without a recording of the page. */
export const seznam = defineSource({
  id: "seznam",
  title: "Seznam",
  docs: "https://napoveda.seznam.cz/cz/fulltext-hledani-v-internetu/",
  terms: "no official API; one request a second",
  query: searchText("words to search the Czech web for", "jízdní řády Praha"),
  item: SearchItem,
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: steps(
    (input: SearchInput, context) => kept(3_600_000, hidden)(input, context).pipe(map((form) => ({ ...input, form }))),
    results,
  ),
});
