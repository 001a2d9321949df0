import { z } from "zod";
import { listOf } from "../kit/json.ts";
import { repositoryUrl, webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { told } from "./item.ts";

/** The search folds single values into lists of one, or lists of one into single values, as it likes. */
const one = listOf(z.union([z.string(), z.number()]).transform(String)).transform(([first]) => first);

/** A release as the search answers it. */
export const Release = z.object({
  distribution: one,
  version: one,
  abstract: one,
  author: one,
  date: one,
  license: listOf(z.string()),
  "resources.homepage": one,
  "resources.repository.url": one,
});

/** What the search is asked for. */
export const FIELDS = Object.keys(Release.shape).join(",");

/** What MetaCPAN says of a release; none where the answer names no distribution. */
export function itemOf(found: z.output<typeof Release>) {
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

/** Where the release's project lives, as its own answer tells it. */
export const Resources = z.object({
  homepage: one,
  repository: z.object({ url: one, web: one }).nullish(),
});
