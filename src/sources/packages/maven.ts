import { z } from "zod";
import { defineSource } from "../define.ts";
import { fallback } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { unixMillis } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { PackageItem } from "./item.ts";

const PER_PAGE = 50;

/** A package as the index answers it. */
const Doc = z.object({
  id: z.string(),
  g: z.string(),
  a: z.string(),
  latestVersion: z.string().nullish(),
  v: z.string().nullish(),
  p: z.string().nullish(),
  versionCount: Count.nullish(),
  timestamp: z.number().nullish(),
});

/** What the index says of a package. */
const itemOf = (doc: z.output<typeof Doc>) => ({
  title: doc.id,
  name: doc.id,
  url: `https://central.sonatype.com/artifact/${doc.g}/${doc.a}`,
  snippet: [doc.p, doc.versionCount && `${doc.versionCount} versions`].filter(Boolean).join(", "),
  version: doc.latestVersion || doc.v,
  publishedAt: unixMillis(doc.timestamp),
  group: doc.g,
  artifact: doc.a,
  packaging: doc.p,
  versionCount: doc.versionCount,
});

/** The one index stands under two hosts. */
const at = (host: string) =>
  json({
    pages: ({ text, page }: { text: string } & PageRequest) =>
      get(
        `https://${host}/solrsearch/select`,
        { q: text, rows: PER_PAGE, start: (page - 1) * PER_PAGE, wt: "json" },
        { timeoutMs: 30_000 },
      ),
    body: z.object({ response: z.object({ numFound: z.number(), docs: z.array(Doc) }) }),
    items: ({ response: { docs } }) => docs.map(itemOf),
    next: ({ response: { docs, numFound } }, _input, response) => rowsRemain(response, "start", docs.length, numFound),
  });

export const maven = defineSource({
  id: "maven",
  title: "Maven Central",
  docs: "https://central.sonatype.org/search/rest-api-guide/",
  terms: "no key; slow at times, and the index lags behind the repository",
  query: text("words to search for, or a Solr query (g:org.slf4j AND a:slf4j-api)", "guava"),
  item: PackageItem.extend({
    group: z.string().describe("groupId"),
    artifact: z.string().describe("artifactId"),
    packaging: z.string().optional().describe("jar, pom, aar, …"),
    versionCount: Count.optional(),
  }),
  polite: { concurrency: 1 },
  read: fallback(at("search.maven.org"), at("central.sonatype.com")),
});
