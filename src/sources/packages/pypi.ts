import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { clip } from "../kit/values/text.ts";
import { linkNamed, PackageItem, personNames, told } from "./item.ts";

/** PEP 503: lower case, runs of -, _ and . as one hyphen. */
function projectName(q: string): { name: string } {
  if (!/^[A-Z0-9](?:[A-Z0-9._-]{0,198}[A-Z0-9])?$/i.test(q))
    throw new SourceError("bad-query", `“${clip(q)}” is no project name, and PyPI has no search by words.`);
  return { name: q.toLowerCase().replace(/[-_.]+/g, "-") };
}

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

/** A project as PyPI answers it. */
const Project = z.object({
  info: Info,
  urls: z.array(z.object({ upload_time_iso_8601: z.string().nullish() })).nullish(),
  vulnerabilities: z.array(z.object({ id: z.string() })).nullish(),
  ownership: z.object({ roles: z.array(z.object({ user: z.string() })).nullish() }).nullish(),
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

/** What PyPI says of a project. */
function itemOf({ info, urls, vulnerabilities, ownership }: z.output<typeof Project>) {
  const links = info.project_urls;
  return {
    title: info.name,
    name: info.name,
    url: info.package_url,
    snippet: info.summary,
    version: info.version,
    publishedAt: isoDate(urls?.[0]?.upload_time_iso_8601),
    license: licenseOf(info),
    repository: repositoryUrl(
      linkNamed(links, /^(source|repo(sitory)?|code|git(hub|lab)?)\b(?!.{0,20}(issue|sponsor|discussion|action))/i),
    ),
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

export const pypi = defineSource({
  id: "pypi",
  title: "PyPI",
  docs: "https://docs.pypi.org/api/json/",
  terms: "no key; asks for a User-Agent that names the application; no search by words",
  query: query({ describe: "a project's name", example: "flask", parse: projectName }),
  item: PackageItem.extend({
    requiresPython: z.string().optional().describe("the Python versions that it runs on"),
    classifiers: z.array(z.string()).optional(),
    yanked: z.boolean().optional().describe("whether the version was withdrawn"),
    vulnerabilities: z.array(z.string()).optional().describe("ids of known vulnerabilities of the version"),
  }),
  read: json({
    request: ({ name }) => get(`https://pypi.org/pypi/${encodeURIComponent(name)}/json`),
    judge: emptyOn(404),
    body: Project,
    items: (project) => [itemOf(project)],
  }),
});
