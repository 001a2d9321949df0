import { z } from "zod";
import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { Count } from "../kit/fields.ts";
import { rowsRemain } from "../kit/further.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { PackageItem } from "./item.ts";
import { Doc, itemOf } from "./maven-record.ts";

const PER_PAGE = 50;

/** The one index stands under two hosts. */
const at = (host: string) =>
  json({
    pages: ({ text, page }: { text: string } & PageAsk) =>
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
  read: otherwise(at("search.maven.org"), at("central.sonatype.com")),
});
