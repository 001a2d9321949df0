import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, onEmpty, steps } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { repositoryUrl } from "../kit/values/links.ts";
import { PackageItem, type Wanted, wantsOne, wordsOrName } from "./item.ts";

const API = "https://pkg.go.dev/v1beta";

/** An import path within an address: its slashes stay. */
const inPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** A package as far as its own answer tells; the module's tells the rest. */
interface Known {
  readonly path: string;
  readonly modulePath: string;
  readonly synopsis?: string | undefined;
}

const ownAnswer = json({
  request: ({ text }: Wanted & PageRequest) => get(`${API}/package/${inPath(text)}`),
  judge: emptyOn(404),
  body: z.object({ path: z.string(), modulePath: z.string(), synopsis: z.string().nullish() }),
  items: ({ path, modulePath, synopsis }): Known[] => [{ path, modulePath, synopsis: synopsis ?? undefined }],
});

const pageOf = (path: string): string => `https://pkg.go.dev/${path}`;

const moduleAnswer = json({
  request: ({ modulePath }: Known & PageRequest) => get(`${API}/module/${inPath(modulePath)}`, { licenses: true }),
  judge: emptyOn(404),
  body: z.object({
    path: z.string(),
    version: z.string().nullish(),
    commitTime: z.string().nullish(),
    repoUrl: z.string().nullish(),
    isStandardLibrary: z.boolean().nullish(),
    licenses: listOf(z.object({ types: listOf(z.string()) })),
  }),
  items: (found, { path, synopsis }) => [
    {
      title: path,
      name: path,
      url: pageOf(path),
      snippet: synopsis,
      version: found.version,
      publishedAt: isoDate(found.commitTime),
      license: [...new Set(found.licenses.flatMap(({ types }) => types))].join(", "),
      repository: repositoryUrl(found.repoUrl),
      module: found.path,
      standardLibrary: found.isStandardLibrary,
    },
  ],
});

/** A module need not have a package of its own name. */
const one = onEmpty(steps(ownAnswer, moduleAnswer), ({ text }: Wanted, context) =>
  moduleAnswer({ path: text, modulePath: text }, context),
);

const PER_PAGE = 50;

const Found = z.object({
  packagePath: z.string(),
  modulePath: z.string().nullish(),
  version: z.string().nullish(),
  synopsis: z.string().nullish(),
});

/** Packages by words. */
const search = json({
  pages: ({ text, cursor }: Wanted & PageRequest) => get(`${API}/search`, { q: text, limit: PER_PAGE, token: cursor }),
  body: z.object({ items: listOf(Found), nextPageToken: z.string().nullish() }),
  items: ({ items }) =>
    items.map((found) => ({
      title: found.packagePath,
      name: found.packagePath,
      url: pageOf(found.packagePath),
      snippet: found.synopsis,
      version: found.version,
      module: found.modulePath,
    })),
  next: ({ nextPageToken }) => nextPageToken || null,
});

export const goPackages = defineSource({
  id: "go_packages",
  title: "Go packages (pkg.go.dev)",
  docs: "https://pkg.go.dev/api",
  terms: "no key; the API is still marked v1beta",
  query: wordsOrName("words to search for, or an import path", "yaml parser"),
  item: PackageItem.extend({
    module: z.string().optional().describe("path of the module that holds the package"),
    standardLibrary: z.boolean().optional(),
  }),
  polite: { concurrency: 2 },
  read: branch(wantsOne, one, search),
});
