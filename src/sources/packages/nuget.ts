import { z } from "zod";
import { defineSource } from "../define.ts";
import { changed } from "../kit/answer.ts";
import { otherwise, steps } from "../kit/compose.ts";
import { HttpUrl } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { kept } from "../kit/kept.ts";
import { webUrl } from "../kit/links.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { PackageItem } from "./item.ts";
import { at, type Search } from "./nuget-api.ts";

const DAY = 24 * 3_600_000;

/** The search service's addresses, the primary one first, out of the service index. */
const services = kept(
  DAY,
  json({
    request: (_ask: Search & PageAsk) => get("https://api.nuget.org/v3/index.json"),
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
    steps(services, ({ primary, secondary }, inner) => otherwise(at(primary), at(secondary))(input, inner))(
      input,
      context,
    ),
});
