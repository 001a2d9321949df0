import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, listOf } from "../kit/readers/json.ts";
import { nextLink } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CVE, cvssOf, SEVERITIES, severityOf, VulnerabilityItem } from "./item.ts";

/** GitHub's 403 with nothing left of the hour's allowance is no refusal: it says when to come again. */
const judge: Judge = ({ status, headers }) =>
  status === 403 && headers["x-ratelimit-remaining"] === "0"
    ? new SourceError("rate-limited", "GitHub's hourly limit is used up; GITHUB_TOKEN raises it from 60 to 5000.", {
        retryAfterMs: Math.max(0, Number(headers["x-ratelimit-reset"] ?? 0) * 1000 - Date.now()),
      })
    : undefined;

const Score = z.object({ vector_string: z.string().nullish(), score: z.number().nullish() }).nullish();

/** An advisory as the API answers it. */
const Advisory = z.object({
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
function itemOf({ ghsa_id, cve_id, identifiers, cvss_severities, cvss, epss, ...advisory }: z.output<typeof Advisory>) {
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

export const githubAdvisories = defineSource({
  id: "github_advisories",
  title: "GitHub global security advisories",
  docs: "https://docs.github.com/en/rest/security-advisories/global-advisories",
  terms: "60 requests an hour, 5000 with a token; data under CC BY 4.0",
  key: { env: ["GITHUB_TOKEN"], required: false, from: "https://github.com/settings/tokens" },
  query: query({
    describe: "a package's name, a CVE or a GHSA identifier",
    example: "directus",
    options: z.object({
      ecosystem: z.string().optional().describe("npm, pip, maven, go, rust, composer, nuget, rubygems, …"),
      severity: z.enum(SEVERITIES).exclude(["none"]).optional(),
    }),
    parse: (q, options) => ({
      ...options,
      ...(CVE.test(q)
        ? { cve_id: q.toUpperCase() }
        : /^GHSA(-[a-z0-9]{4}){3}$/i.test(q)
          ? { ghsa_id: q.replace(/^ghsa/i, "GHSA") }
          : { affects: q }),
    }),
  }),
  item: VulnerabilityItem.extend({
    packages: z
      .array(
        z.object({
          ecosystem: z.string(),
          name: z.string().optional(),
          vulnerableVersions: z.string().optional(),
          firstPatchedVersion: z.string().optional(),
        }),
      )
      .optional(),
    repository: HttpUrl.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 200 },
  read: json({
    pages: ({ page: _page, key, keys: _keys, cursor, ...filters }) =>
      get(
        "https://api.github.com/advisories",
        { ...filters, per_page: 30, after: cursor },
        {
          headers: {
            accept: "application/vnd.github+json",
            "x-github-api-version": "2022-11-28",
            ...bearer(key),
          },
        },
      ),
    judge,
    body: listOf(Advisory),
    items: (advisories) => advisories.map(itemOf),
    next: (_body, _input, response) => URL.parse(nextLink(response) ?? "")?.searchParams.get("after") ?? null,
  }),
});
