import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { Judge } from "../kit/answer.ts";
import { bearer } from "../kit/bearer.ts";
import { HttpUrl } from "../kit/fields.ts";
import { nextLink } from "../kit/further.ts";
import { json, listOf } from "../kit/json.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { Advisory, itemOf } from "./github_advisories-record.ts";
import { CVE, SEVERITIES, VulnerabilityItem } from "./item.ts";

/** GitHub's 403 with nothing left of the hour's allowance is no refusal: it says when to come again. */
const judge: Judge = ({ status, headers }) =>
  status === 403 && headers["x-ratelimit-remaining"] === "0"
    ? new SourceError("rate-limited", "GitHub's hourly limit is used up; GITHUB_TOKEN raises it from 60 to 5000.", {
        retryAfterMs: Math.max(0, Number(headers["x-ratelimit-reset"] ?? 0) * 1000 - Date.now()),
      })
    : undefined;

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
