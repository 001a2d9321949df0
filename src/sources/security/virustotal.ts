import ipaddr from "ipaddr.js";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, parseUrl, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn, type Judge } from "../kit/responses/answer.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { ThreatItem } from "./item.ts";

const PAGES = { url: "url", domain: "domain", ip_address: "ip-address", file: "file" } as const;

/** A hash, an address, a host or a URL, as the API's path to it. */
function pathOf(q: string): { path: string } {
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/i.test(q)) return { path: `files/${q.toLowerCase()}` };
  if (ipaddr.isValid(q)) return { path: `ip_addresses/${q}` };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(q) || /[/?]/.test(q))
    return { path: `urls/${Buffer.from(parseUrl(q).href).toString("base64url")}` };
  return { path: `domains/${parseDomain(q)}` };
}

const Verdict = z.object({ category: z.string(), engine_name: z.string().nullish(), result: z.string().nullish() });
const Report = z.object({
  id: z.string(),
  type: z.enum(["url", "domain", "ip_address", "file"]),
  attributes: z.object({
    url: z.string().nullish(),
    meaningful_name: z.string().nullish(),
    reputation: z.int().nullish(),
    categories: z.record(z.string(), z.string()).nullish(),
    tags: z.array(z.string()).nullish(),
    last_analysis_date: z.number().nullish(),
    first_submission_date: z.number().nullish(),
    last_analysis_stats: z
      .object({
        malicious: Count.nullish(),
        suspicious: Count.nullish(),
        harmless: Count.nullish(),
        undetected: Count.nullish(),
      })
      .nullish(),
    last_analysis_results: z.record(z.string(), Verdict).nullish(),
  }),
});

const judge: Judge = (response) =>
  response.status === 204
    ? new SourceError("rate-limited", "VirusTotal's quota is used up: 4 requests a minute, 500 a day.")
    : emptyOn(404)(response);

export const virustotal = defineSource({
  id: "virustotal",
  title: "VirusTotal",
  docs: "https://docs.virustotal.com/reference/overview",
  terms: "public key: 4 requests a minute, 500 a day, non-commercial use only",
  key: { env: ["VIRUSTOTAL_API_KEY"], required: true, from: "https://www.virustotal.com/gui/my-apikey" },
  query: query({
    describe: "a URL, a domain, an IP address, or a file's MD5, SHA-1 or SHA-256",
    example: "example.com",
    parse: pathOf,
  }),
  item: ThreatItem.extend({
    id: z.string(),
    type: z.enum(["url", "domain", "ip_address", "file"]),
    malicious: Count.optional().describe("engines that hold it to be malicious"),
    suspicious: Count.optional(),
    harmless: Count.optional(),
    undetected: Count.optional(),
    reputation: z.int().optional().describe("of VirusTotal's community: negative is bad"),
    categories: z.array(z.string()).optional(),
    tags: z.array(z.string()).optional(),
    lastAnalysis: IsoDate.optional(),
    firstSubmission: IsoDate.optional(),
    detections: z.array(z.object({ engine: z.string(), category: z.string(), result: z.string().optional() })),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    request: ({ path, key }) => get(`https://www.virustotal.com/api/v3/${path}`, {}, { headers: { "x-apikey": key } }),
    judge,
    // Clients of the API hand the report on without its envelope.
    body: z.union([z.object({ data: Report }), Report.transform((data) => ({ data }))]),
    items: ({ data: { id, type, attributes } }) => {
      const { last_analysis_stats: stats, last_analysis_results, categories } = attributes;
      const detections = Object.entries(last_analysis_results ?? {}).flatMap(([engine, { category, result }]) =>
        category === "malicious" || category === "suspicious" ? [{ engine, category, result }] : [],
      );
      return [
        {
          title: attributes.url ?? attributes.meaningful_name ?? id,
          url: `https://www.virustotal.com/gui/${PAGES[type]}/${encodeURIComponent(id)}`,
          target: attributes.url ?? id,
          id,
          type,
          listed: stats ? (stats.malicious ?? 0) > 0 : undefined,
          malicious: stats?.malicious,
          suspicious: stats?.suspicious,
          harmless: stats?.harmless,
          undetected: stats?.undetected,
          reputation: attributes.reputation,
          categories: categories && [...new Set(Object.values(categories))],
          tags: attributes.tags,
          lastAnalysis: unixSeconds(attributes.last_analysis_date),
          firstSubmission: unixSeconds(attributes.first_submission_date),
          updatedAt: unixSeconds(attributes.last_analysis_date),
          detections,
        },
      ];
    },
  }),
});
