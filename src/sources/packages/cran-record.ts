import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { Count } from "../kit/fields.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { personName, personNames, told } from "./item.ts";

/** What a DESCRIPTION file says, with the index's own counts beside it. */
export const Description = z.object({
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
export function itemOf(id: string, found: z.output<typeof Description>) {
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
