import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { emptyOn } from "../kit/answer.ts";
import { json } from "../kit/json.ts";
import { clip, query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { PackageItem } from "./item.ts";
import { itemOf, Project } from "./pypi-record.ts";

/** PEP 503: lower case, runs of -, _ and . as one hyphen. */
function projectName(q: string): { name: string } {
  if (!/^[A-Z0-9](?:[A-Z0-9._-]{0,198}[A-Z0-9])?$/i.test(q))
    throw new SourceError("bad-query", `“${clip(q)}” is no project name, and PyPI has no search by words.`);
  return { name: q.toLowerCase().replace(/[-_.]+/g, "-") };
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
