import { SourceError } from "../../errors.ts";
import { html, says } from "../kit/html.ts";
import { get } from "../kit/request.ts";
import type { Reader } from "../source.ts";
import { acceptLanguage, cookies, furtherOn } from "./asking.ts";
import { BROWSER } from "./item.ts";
import { type Found, LAST_PAGE, shared, type Timed } from "./mojeek-request.ts";

/** The page of results. */
export const page: Reader<Timed, Found> = html<Timed, Found>({
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
  judge: ({ status }) =>
    status === 403 ? new SourceError("blocked", "Mojeek takes us for a bot and refuses this address.") : undefined,
  next: furtherOn("s", 1, ".pagination a"),
});
