import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { repositoryUrl, webUrl } from "../kit/values/links.ts";
import { hitsOf } from "./hits.ts";
import { PackageItem, told, type Wanted, wantsOne, wordsOrName } from "./item.ts";

const API = "https://fastapi.metacpan.org/v1/release";

/** The search folds single values into lists of one, or lists of one into single values, as it likes. */
const one = listOf(z.union([z.string(), z.number()]).transform(String)).transform(([first]) => first);

/** A release as the search answers it. */
const Release = z.object({
  distribution: one,
  version: one,
  abstract: one,
  author: one,
  date: one,
  license: listOf(z.string()),
  "resources.homepage": one,
  "resources.repository.url": one,
});

/** Where the release's project lives, as its own answer tells it. */
const Resources = z.object({
  homepage: one,
  repository: z.object({ url: one, web: one }).nullish(),
});

/** What MetaCPAN says of a release; none where the answer names no distribution. */
function itemOf(found: z.output<typeof Release>) {
  const name = found.distribution;
  if (!name) return [];
  return [
    {
      title: name,
      name,
      url: `https://metacpan.org/dist/${name}`,
      snippet: found.abstract,
      version: found.version,
      publishedAt: isoDate(found.date),
      license: found.license.filter((license) => license !== "unknown").join(", "),
      repository: repositoryUrl(found["resources.repository.url"]),
      homepage: webUrl(found["resources.homepage"]),
      maintainers: told(found.author ? [found.author] : []),
    },
  ];
}

const latest = json({
  request: ({ text }: Wanted & PageRequest) => get(`${API}/${encodeURIComponent(text.replaceAll("::", "-"))}`),
  judge: emptyOn(404),
  body: Release.extend({ resources: Resources.nullish() }),
  items: ({ resources, ...found }) =>
    itemOf({
      ...found,
      "resources.homepage": resources?.homepage,
      "resources.repository.url": resources?.repository?.web ?? resources?.repository?.url,
    }),
});

/** Lucene's own signs as plain text. */
const escaped = (text: string): string => text.replace(/[+\-!(){}[\]^"~*?:\\/&|]/g, "\\$&");

const PER_PAGE = 50;

/** What the search is asked for. */
const FIELDS = Object.keys(Release.shape).join(",");

const search = json({
  pages: ({ text, page }: Wanted & PageRequest) =>
    get(`${API}/_search`, {
      q: `${escaped(text)} AND status:latest`,
      size: PER_PAGE,
      from: (page - 1) * PER_PAGE,
      fields: FIELDS,
    }),
  body: hitsOf(z.object({ fields: Release.nullish(), _source: Release.nullish() })),
  items: ({ hits: { hits } }) => hits.flatMap(({ fields, _source }) => itemOf(fields ?? _source ?? Release.parse({}))),
  next: ({ hits: { hits, total } }, _input, response) => rowsRemain(response, "from", hits.length, total),
});

export const metacpan = defineSource({
  id: "metacpan",
  title: "MetaCPAN (Perl)",
  docs: "https://github.com/metacpan/metacpan-api/blob/master/docs/API-docs.md",
  terms: "no key; asks for moderation, without a number",
  query: wordsOrName("words to search for, or a distribution's name", "json schema"),
  item: PackageItem,
  polite: { concurrency: 2 },
  read: branch(wantsOne, latest, search),
});
