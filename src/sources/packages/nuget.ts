import { z } from "zod";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { fallback, steps } from "../kit/compose/steps.ts";
import { json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed } from "../kit/responses/answer.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { PackageItem, personNames, told } from "./item.ts";

const DAY = 24 * 3_600_000;

/** What is searched for. */
interface Search {
  readonly text: string;
  readonly prerelease: boolean;
}

/** The search service's addresses, the primary one first, out of the service index. */
const services = cachedReader(
  DAY,
  json({
    request: (_ask: Search & PageRequest) => get("https://api.nuget.org/v3/index.json"),
    body: z.object({ resources: z.array(z.object({ "@id": z.string(), "@type": z.string() })) }),
    items: ({ resources }, _input, _response, context) => {
      const addresses = resources.flatMap((resource) =>
        resource["@type"] === "SearchQueryService" ? (webUrl(resource["@id"]) ?? []) : [],
      );
      const [primary, secondary = primary] = addresses;
      if (!primary || !secondary) throw changed(context.source, "no SearchQueryService in the service index");
      return [{ primary, secondary }];
    },
  }),
);

const PER_PAGE = 50;

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
const at = (address: string) =>
  json({
    pages: ({ text, prerelease, page }: Search & PageRequest) =>
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

export const nuget = defineSource({
  id: "nuget",
  title: "NuGet",
  docs: "https://learn.microsoft.com/en-us/nuget/api/search-query-service-resource",
  terms: "no key; the search tells no dates",
  query: text(
    "words to search for; packageid:, owner: and tags: pass through",
    "json serializer",
    z.object({ prerelease: z.stringbool().default(false).describe("packages without a stable version too") }),
  ),
  item: PackageItem.extend({
    licenseUrl: HttpUrl.optional().describe("where the licence stands"),
    image: HttpUrl.optional(),
    verified: z.boolean().optional().describe("whether the id's prefix is reserved for its owner"),
  }),
  polite: { concurrency: 2 },
  read: (input, context) =>
    steps(services, ({ primary, secondary }, inner) => fallback(at(primary), at(secondary))(input, inner))(
      input,
      context,
    ),
});
