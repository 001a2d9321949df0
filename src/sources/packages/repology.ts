import { z } from "zod";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { PackageItem, type Wanted, wantsOne, wordsOrName } from "./item.ts";

const API = "https://repology.org/api/v1";

/** One distribution's package. Its maintainers are e-mail addresses: never read. */
const Row = z.object({
  repo: z.string(),
  visiblename: z.string().nullish(),
  binname: z.string().nullish(),
  version: z.string(),
  status: z.string().nullish(),
  summary: z.string().nullish(),
  licenses: listOf(z.string()),
  categories: listOf(z.string()),
  www: listOf(z.string()),
});

type Rows = readonly z.output<typeof Row>[];

/** Versions that Repology itself does not compare. */
const INCOMPARABLE = new Set(["ignored", "incorrect", "untrusted", "noscheme", "rolling"]);

const byNumber = new Intl.Collator("en", { numeric: true });

/** The version that Repology holds for the newest; where no row is marked so, the highest of those it compares. */
function newest(rows: Rows): string | undefined {
  const marked = rows.find(({ status }) => status === "newest" || status === "unique")?.version;
  return (
    marked ??
    rows
      .filter(({ status }) => !INCOMPARABLE.has(status ?? ""))
      .map(({ version }) => version)
      .sort(byNumber.compare)
      .at(-1)
  );
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)];

const MOST_PACKAGES = 50;

/** A project: what the distributions that hold it say together. */
const itemOf = (name: string, rows: Rows) => ({
  title: name,
  name,
  url: `https://repology.org/project/${encodeURIComponent(name)}/versions`,
  snippet: rows.find(({ summary }) => summary)?.summary,
  version: newest(rows),
  homepage: webUrl(rows.find(({ www }) => www.length > 0)?.www[0]),
  licenses: distinct(rows.flatMap(({ licenses }) => licenses)),
  categories: distinct(rows.flatMap(({ categories }) => categories)),
  repositories: distinct(rows.map(({ repo }) => repo)).length,
  packages: rows.slice(0, MOST_PACKAGES).map(({ repo, visiblename, binname, version, status }) => ({
    repo,
    name: visiblename || binname,
    version,
    status,
  })),
});

/** A project by its name. */
const one = json({
  request: ({ text }: Wanted & PageRequest) => get(`${API}/project/${encodeURIComponent(text.toLowerCase())}`),
  judge: emptyOn(404),
  body: z.array(Row),
  items: (rows, { text }) => (rows.length > 0 ? [itemOf(text.toLowerCase(), rows)] : []),
});

/** The project that a page begins with: the last one of the page before. */
const repeated = ({ url }: HttpResponse): string | undefined => {
  const written = /\/projects\/([^/]+)\/$/.exec(URL.parse(url)?.pathname ?? "")?.[1];
  return written && decodeURIComponent(written);
};

/** The upstream's own page size; it knows no parameter for it. */
const PER_PAGE = 200;

/** Projects by words of their names. */
const search = json({
  pages: ({ text, cursor }: Wanted & PageRequest) =>
    get(`${API}/projects/${cursor ? `${encodeURIComponent(cursor)}/` : ""}`, { search: text }),
  body: z.record(z.string(), z.array(Row)),
  items: (projects, _input, response) =>
    Object.entries(projects).flatMap(([name, rows]) => (name === repeated(response) ? [] : itemOf(name, rows))),
  next: (projects) => {
    const names = Object.keys(projects);
    return names.length < PER_PAGE ? null : names.at(-1);
  },
});

export const repology = defineSource({
  id: "repology",
  title: "Repology (all distributions)",
  docs: "https://repology.org/api",
  terms: "no key; one request a second, with a User-Agent that names the application and a contact",
  query: wordsOrName("a project's name or part of it", "nginx"),
  item: PackageItem.extend({
    licenses: z.array(z.string()).optional().describe("as the distributions name them"),
    categories: z.array(z.string()).optional(),
    repositories: Count.describe("distributions' repositories that hold it"),
    packages: z
      .array(
        z.object({
          repo: z.string(),
          name: z.string().optional(),
          version: z.string(),
          status: z.string().optional().describe("newest, outdated, legacy, devel, …"),
        }),
      )
      .describe("the distributions' packages, fifty of them at most"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: branch(wantsOne, one, search),
});
