import { z } from "zod";
import { excerpt } from "../kit/excerpt.ts";
import { listOf } from "../kit/json.ts";
import { webUrl } from "../kit/links.ts";
import { isoDate } from "../kit/values.ts";
import { cvssOf, severityOf } from "./item.ts";

const Score = z.object({ vector_string: z.string().nullish(), score: z.number().nullish() }).nullish();

/** An advisory as the API answers it. */
export const Advisory = z.object({
  ghsa_id: z.string(),
  cve_id: z.string().nullish(),
  html_url: z.string(),
  summary: z.string(),
  description: z.string().nullish(),
  severity: z.string().nullish(),
  published_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  withdrawn_at: z.string().nullish(),
  references: z.array(z.string()).nullish(),
  identifiers: z.array(z.object({ value: z.string() })).nullish(),
  source_code_location: z.string().nullish(),
  vulnerabilities: z
    .array(
      z.object({
        package: z.object({ ecosystem: z.string(), name: z.string().nullish() }).nullish(),
        vulnerable_version_range: z.string().nullish(),
        /** A text in the global list, an object in a repository's. */
        first_patched_version: z.union([z.string(), z.object({ identifier: z.string() })]).nullish(),
      }),
    )
    .nullish(),
  cvss: Score,
  cvss_severities: z.object({ cvss_v3: Score, cvss_v4: Score }).nullish(),
  cwes: z.array(z.object({ cwe_id: z.string() })).nullish(),
  epss: listOf(z.object({ percentage: z.number().nullish(), percentile: z.number().nullish() })),
});

/** What GitHub says of an advisory. */
export function itemOf({
  ghsa_id,
  cve_id,
  identifiers,
  cvss_severities,
  cvss,
  epss,
  ...advisory
}: z.output<typeof Advisory>) {
  const scored = [cvss_severities?.cvss_v4, cvss_severities?.cvss_v3, cvss].find((some) => some?.vector_string);
  const [exploit] = epss;
  return {
    title: advisory.summary,
    url: advisory.html_url,
    snippet: excerpt(advisory.description),
    id: ghsa_id,
    cve: cve_id,
    aliases: identifiers?.flatMap(({ value }) => (value === ghsa_id ? [] : [value])),
    severity: severityOf(advisory.severity),
    cvss: cvssOf(scored?.vector_string, scored?.score),
    epss:
      typeof exploit?.percentage === "number" ? { score: exploit.percentage, percentile: exploit.percentile } : null,
    weaknesses: advisory.cwes?.map(({ cwe_id }) => cwe_id),
    packages: advisory.vulnerabilities?.flatMap(
      ({ package: named, vulnerable_version_range, first_patched_version }) =>
        named?.ecosystem
          ? [
              {
                ...named,
                vulnerableVersions: vulnerable_version_range,
                firstPatchedVersion:
                  typeof first_patched_version === "string" ? first_patched_version : first_patched_version?.identifier,
              },
            ]
          : [],
    ),
    repository: webUrl(advisory.source_code_location),
    references: advisory.references,
    publishedAt: isoDate(advisory.published_at),
    updatedAt: isoDate(advisory.updated_at),
    withdrawnAt: isoDate(advisory.withdrawn_at),
  };
}
