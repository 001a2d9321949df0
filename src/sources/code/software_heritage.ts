import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { nextLink } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { CodeItem } from "./item.ts";

const SITE = "https://archive.softwareheritage.org";
const PER_PAGE = 50;

const Origin = z.object({
  url: z.string(),
  origin_visits_url: z.string().nullish(),
  visit_types: z.array(z.string()).nullish(),
  has_visits: z.boolean().nullish(),
});

export const softwareHeritage = defineSource({
  id: "software_heritage",
  title: "Software Heritage origins",
  docs: "https://archive.softwareheritage.org/api/1/origin/search/doc/",
  terms: "120 requests an hour without a token, 1,200 with one; slow",
  query: text("words of a repository's address", "python cpython"),
  key: { env: ["SWH_TOKEN"], required: false, from: "https://archive.softwareheritage.org/oidc/profile/" },
  verbatim: true,
  item: CodeItem.extend({
    originUrl: z.string().describe("the repository's address, as it was archived"),
    visitTypes: z.array(z.string()).optional().describe("git, hg, svn, pypi, …"),
    visitsUrl: HttpUrl.optional().describe("the archive's visits, as JSON"),
    hasVisits: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ text, cursor, key }) =>
      cursor
        ? get(cursor, {}, { headers: bearer(key) })
        : get(
            `${SITE}/api/1/origin/search/${encodeURIComponent(text)}/`,
            { limit: PER_PAGE, with_visit: true },
            { headers: bearer(key) },
          ),
    body: z.array(Origin),
    items: (origins) =>
      origins.map((origin) => ({
        title: origin.url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""),
        url: `${SITE}/browse/origin/?origin_url=${encodeURIComponent(origin.url)}`,
        originUrl: origin.url,
        visitTypes: origin.visit_types,
        visitsUrl: webUrl(origin.origin_visits_url),
        hasVisits: origin.has_visits,
      })),
    next: (_origins, _input, response) => nextLink(response),
  }),
});
