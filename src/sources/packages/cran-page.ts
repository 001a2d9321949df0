import { emptyOn } from "../kit/answer.ts";
import type { El } from "../kit/dom.ts";
import { html, says } from "../kit/html.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { isoDate } from "../kit/values.ts";
import { itemOf } from "./cran-record.ts";
import { personNames, told, type Wanted } from "./item.ts";

/** The cell beside a label of the page's tables. */
const cell = (page: El, label: string): string | undefined =>
  page
    .all("tr")
    .find((row) => row.text("td") === `${label}:`)
    ?.text("td:nth-of-type(2)");

/** CRAN's own page of a package. */
export const page = html({
  request: ({ text }: Wanted & PageAsk) =>
    get(`https://cran.r-project.org/web/packages/${encodeURIComponent(text)}/index.html`),
  judge: emptyOn(404),
  rows: (doc) => (cell(doc, "Version") ? [doc] : []),
  item: (doc) => {
    const [, name, title] = /^([\w.]{1,200}):\s*(.*)$/s.exec(doc.text("h2") ?? "") ?? [];
    if (!name) return undefined;
    const found = itemOf(name, {
      Title: title,
      Description: doc.attr("content", 'meta[name="og:description"]') ?? doc.text("h2 + p"),
      Version: cell(doc, "Version"),
      License: cell(doc, "License"),
      Author: cell(doc, "Author"),
      URL: cell(doc, "URL"),
      BugReports: cell(doc, "BugReports"),
    });
    return {
      ...found,
      publishedAt: isoDate(cell(doc, "Published")),
      maintainers: told(personNames(cell(doc, "Maintainer"))),
    };
  },
  empty: says("was removed from the CRAN repository"),
});
