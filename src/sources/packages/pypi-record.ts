import { z } from "zod";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { linkNamed, personNames, told } from "./item.ts";

const Info = z.object({
  name: z.string(),
  version: z.string().nullish(),
  summary: z.string().nullish(),
  license: z.string().nullish(),
  license_expression: z.string().nullish(),
  author: z.string().nullish(),
  author_email: z.string().nullish(),
  maintainer: z.string().nullish(),
  home_page: z.string().nullish(),
  package_url: z.string(),
  project_urls: z.record(z.string(), z.string().nullable()).nullish(),
  requires_python: z.string().nullish(),
  keywords: z.string().nullish(),
  classifiers: z.array(z.string()).nullish(),
  yanked: z.boolean().nullish(),
});

/** The field may hold a whole licence text: then the classifier names it. */
function licenseOf({ license_expression, license, classifiers }: z.output<typeof Info>): string | undefined {
  const named = classifiers
    ?.find((classifier) => classifier.startsWith("License :: "))
    ?.split(" :: ")
    .at(-1);
  const stated = license && license.length <= 100 && !license.includes("\n") ? license : undefined;
  return license_expression || stated || named;
}

/** One text, parted by commas, or by blanks where it has none. */
const keywordsOf = (written: string): string[] =>
  written
    .split(written.includes(",") ? "," : /\s+/)
    .map((word) => word.trim())
    .filter(Boolean);

/** A project as PyPI answers it. */
export const Project = z.object({
  info: Info,
  urls: z.array(z.object({ upload_time_iso_8601: z.string().nullish() })).nullish(),
  vulnerabilities: z.array(z.object({ id: z.string() })).nullish(),
  ownership: z.object({ roles: z.array(z.object({ user: z.string() })).nullish() }).nullish(),
});

/** What PyPI says of a project. */
export function itemOf({ info, urls, vulnerabilities, ownership }: z.output<typeof Project>) {
  const links = info.project_urls;
  return {
    title: info.name,
    name: info.name,
    url: info.package_url,
    snippet: info.summary,
    version: info.version,
    publishedAt: isoDate(urls?.[0]?.upload_time_iso_8601),
    license: licenseOf(info),
    repository: repositoryUrl(linkNamed(links, /^(source|repository|code|git)|^(github|gitlab)$/i)),
    homepage: webUrl(info.home_page) ?? webUrl(linkNamed(links, /^home ?page$/i)),
    documentation: webUrl(linkNamed(links, /^doc/i)),
    authors: told(personNames(info.author || info.author_email)),
    maintainers: ownership?.roles?.map(({ user }) => user) ?? told(personNames(info.maintainer)),
    keywords: told(keywordsOf(info.keywords ?? "")),
    requiresPython: info.requires_python,
    classifiers: info.classifiers,
    yanked: info.yanked,
    vulnerabilities: vulnerabilities?.map(({ id }) => id),
  };
}
