import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { isoDate } from "../kit/values.ts";
import { cvssOf, severityOf } from "./item.ts";

/** A vulnerability as the API answers it. */
export const Vulnerability = z.object({
  id: z.string(),
  summary: z.string().nullish(),
  details: z.string().nullish(),
  aliases: z.array(z.string()).nullish(),
  published: z.string().nullish(),
  modified: z.string().nullish(),
  withdrawn: z.string().nullish(),
  severity: z.array(z.object({ type: z.string(), score: z.string() })).nullish(),
  affected: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string() }).nullish(),
        ranges: z
          .array(
            z.object({
              type: z.string().nullish(),
              events: z.array(z.object({ introduced: z.string().nullish(), fixed: z.string().nullish() })).nullish(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
  references: z.array(z.object({ url: z.string() })).nullish(),
  database_specific: z
    .object({ severity: z.unknown(), cwe_ids: z.array(z.string()).nullish().catch(undefined) })
    .nullish(),
});

/** What OSV says of a vulnerability. */
export function itemOf({ id, details, aliases, severity, database_specific, ...more }: z.output<typeof Vulnerability>) {
  const rated = database_specific?.severity;
  const vectors = severity?.map(({ score }) => score).toSorted() ?? [];
  return {
    title: more.summary || id,
    url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
    snippet: excerpt(details),
    id,
    cve: [id, ...(aliases ?? [])].find((name) => name.startsWith("CVE-")),
    aliases,
    severity: severityOf(typeof rated === "string" ? rated : undefined),
    cvss: cvssOf(vectors.findLast((vector) => vector.startsWith("CVSS:")) ?? vectors[0]),
    weaknesses: database_specific?.cwe_ids,
    references: more.references?.map(({ url }) => url),
    publishedAt: isoDate(more.published),
    updatedAt: isoDate(more.modified),
    withdrawnAt: isoDate(more.withdrawn),
    affected: more.affected?.flatMap(({ package: named, ranges }) => {
      const released = ranges?.filter(({ type }) => type !== "GIT").flatMap(({ events }) => events ?? []);
      return named ? [{ ...named, fixed: released?.flatMap(({ fixed }) => fixed ?? []) }] : [];
    }),
  };
}
