import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json, listOf } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { get } from "../kit/request.ts";
import { personNames, told } from "./item.ts";

const PER_PAGE = 50;

/** What is searched for. */
export interface Search {
  readonly text: string;
  readonly prerelease: boolean;
}

const Data = z.object({
  id: z.string(),
  version: z.string().nullish(),
  description: z.string().nullish(),
  totalDownloads: Count.nullish(),
  authors: listOf(z.string()),
  owners: listOf(z.string()),
  tags: listOf(z.string()),
  licenseUrl: z.string().nullish(),
  projectUrl: z.string().nullish(),
  iconUrl: z.string().nullish(),
  verified: z.boolean().nullish(),
});

/** The search service under one of its addresses. */
export const at = (address: string) =>
  json({
    pages: ({ text, prerelease, page }: Search & PageAsk) =>
      get(address, {
        q: text,
        skip: (page - 1) * PER_PAGE,
        take: PER_PAGE,
        prerelease,
        semVerLevel: "2.0.0",
      }),
    body: z.object({ totalHits: z.number().nullish(), data: z.array(Data) }),
    items: ({ data }) =>
      data.map((found) => ({
        title: found.id,
        name: found.id,
        url: `https://www.nuget.org/packages/${found.id}`,
        snippet: found.description,
        version: found.version,
        homepage: webUrl(found.projectUrl),
        downloadsTotal: found.totalDownloads,
        authors: told(found.authors.flatMap(personNames)),
        maintainers: told(found.owners),
        keywords: told(found.tags),
        licenseUrl: webUrl(found.licenseUrl),
        image: webUrl(found.iconUrl),
        verified: found.verified,
      })),
    next: ({ data, totalHits }, _input, response) => rowsRemain(response, "skip", data.length, totalHits),
  });
