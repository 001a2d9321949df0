import { z } from "zod";
import { listOf } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";

const MOST_PACKAGES = 50;

/** One distribution's package. Its maintainers are e-mail addresses: never read. */
export const Row = z.object({
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

/** A project: what the distributions that hold it say together. */
export const itemOf = (name: string, rows: Rows) => ({
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
