import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, fallback } from "../kit/compose/steps.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { hitsOf } from "./hits.ts";
import { PackageItem, personName, personNames, told, type Wanted, wantsOne, wordsOrName } from "./item.ts";

/** What a DESCRIPTION file says, with the index's own counts beside it. */
const Description = z.object({
  Package: z.string().nullish(),
  Title: z.string().nullish(),
  Description: z.string().nullish(),
  Version: z.string().nullish(),
  License: z.string().nullish(),
  Author: z.string().nullish(),
  Maintainer: z.string().nullish(),
  URL: z.string().nullish(),
  BugReports: z.string().nullish(),
  "Date/Publication": z.string().nullish(),
  date: z.string().nullish(),
  downloads: Count.nullish(),
  revdeps: Count.nullish(),
});

/** `Ann Lee [aut, cre] (<https://orcid.org/…>), Bo Ek [ctb]` as names; without roles the commas part them. */
function authorsOf(written: string | null | undefined): string[] {
  const text = (written ?? "").slice(0, 20_000).replace(/\([^()]{0,500}\)/g, "");
  const parts = text.includes("[") ? text.split(/\[[^[\]]{0,200}\]/) : text.split(/,|\band\b/);
  return parts.flatMap((part) => personName(part.replace(/\s+/g, " ").replace(/^[\s,]+/, "")) ?? []);
}

/** What is said of the package `id`. */
function itemOf(id: string, found: z.output<typeof Description>) {
  const links = (found.URL ?? "").split(/[,\s]+/);
  return {
    title: id,
    name: id,
    url: `https://cran.r-project.org/package=${id}`,
    snippet: found.Title?.replace(/\s+/g, " "),
    description: excerpt(found.Description, 1000),
    version: found.Version,
    publishedAt: isoDate(found["Date/Publication"] ?? found.date),
    license: found.License,
    repository: repositoryUrl(
      links.find((link) => /^https?:\/\/(www\.)?(github|gitlab|codeberg|bitbucket)\./i.test(link)),
    ),
    homepage: webUrl(links[0]),
    downloadsLastMonth: found.downloads,
    authors: told(authorsOf(found.Author)),
    maintainers: told(personNames(found.Maintainer)),
    issues: webUrl(found.BugReports),
    reverseDependencies: found.revdeps,
  };
}

const one = json({
  request: ({ text }: Wanted & PageRequest) => get(`https://crandb.r-pkg.org/${encodeURIComponent(text)}`),
  judge: emptyOn(404),
  body: Description.extend({ Package: z.string() }),
  items: (found) => [itemOf(found.Package, found)],
});

/** The cell beside a label of the page's tables. */
const cell = (page: El, label: string): string | undefined =>
  page
    .all("tr")
    .find((row) => row.text("td") === `${label}:`)
    ?.text("td:nth-of-type(2)");

/** CRAN's own page of a package. */
const page = html({
  request: ({ text }: Wanted & PageRequest) =>
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

/** Only a name has a page. */
const isName = ({ text }: Wanted): boolean => /^[A-Za-z][\w.]{0,100}$/.test(text);

const PER_PAGE = 50;

const search = json({
  pages: ({ text, page }: Wanted & PageRequest) =>
    get("https://search.r-pkg.org/package/_search", { q: text, size: PER_PAGE, from: (page - 1) * PER_PAGE }),
  body: hitsOf(z.object({ _id: z.string(), _source: Description })),
  items: ({ hits: { hits } }) => hits.map(({ _id, _source }) => itemOf(_id, _source)),
  next: ({ hits: { hits, total } }, _input, response) => rowsRemain(response, "from", hits.length, total),
});

export const cran = defineSource({
  id: "cran",
  title: "CRAN (R)",
  docs: "https://r-hub.github.io/pkgsearch/",
  terms: "no key; METACRAN's open index, and CRAN's own page of a package where that is down",
  query: wordsOrName("words to search for, or a package's name", "spatial kriging"),
  item: PackageItem.extend({
    description: z.string().optional(),
    issues: HttpUrl.optional().describe("where bugs are reported"),
    reverseDependencies: Count.optional().describe("packages that depend on it"),
  }),
  polite: { concurrency: 2 },
  read: branch(wantsOne, fallback(one, page), branch(isName, fallback(search, page), search)),
});
