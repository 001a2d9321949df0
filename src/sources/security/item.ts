import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate, Ratio } from "../kit/values/fields.ts";

/** Severities, the least first. */
export const SEVERITIES = ["none", "low", "medium", "high", "critical"] as const;

/** A score by the Common Vulnerability Scoring System, https://www.first.org/cvss/ */
const Cvss = z.object({
  version: z.string().describe("2.0, 3.0, 3.1 or 4.0"),
  vector: z.string().optional(),
  score: z.number().min(0).max(10).optional().describe("base score, 0–10"),
});

/** The Exploit Prediction Scoring System, https://www.first.org/epss/ */
export const Epss = z.object({
  score: Ratio.describe("probability of exploitation within 30 days"),
  percentile: Ratio.optional().describe("share of all vulnerabilities that score the same or less"),
});

/** A vulnerability, whoever lists it. */
export const VulnerabilityItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl,
  id: z.string().describe("the identifier that the list gives it"),
  cve: z.string().optional(),
  aliases: z.array(z.string()).optional().describe("other identifiers of the same vulnerability"),
  severity: z.enum(SEVERITIES).optional(),
  cvss: Cvss.optional().describe("the newest version's score"),
  epss: Epss.optional(),
  weaknesses: z.array(z.string()).optional().describe("CWE identifiers"),
  references: z.array(z.string()).optional(),
  publishedAt: IsoDate.optional(),
  updatedAt: IsoDate.optional(),
  withdrawnAt: IsoDate.optional(),
  exploitedSince: IsoDate.optional().describe("when CISA listed it as exploited"),
});

/** A site, address or file, and what somebody holds against it. */
export const ThreatItem = BaseItem.extend({
  title: z.string(),
  url: HttpUrl.describe("the list's page about it, never the thing itself"),
  target: z.string().describe("the URL, host, address or file that is judged; not to be opened"),
  listed: z.boolean().optional().describe("whether the list holds it to be harmful"),
  threat: z.string().optional().describe("the kind of harm, in the list's word"),
  updatedAt: IsoDate.optional(),
});

/** A CVE identifier. */
export const CVE = /^CVE-\d{4}-\d{4,19}$/i;

/** The word for the head of a list that is not searched. */
export const isNewest = (q: string): boolean => /^newest$/i.test(q);

/** The page of a CVE in the NVD. */
export const nvdPage = (cve: string): string => `https://nvd.nist.gov/vuln/detail/${cve}`;

/** A severity in whatever case; undefined for UNKNOWN and the like. */
export const severityOf = (written: string | null | undefined) => {
  const word = written?.toLowerCase().replace(/^moderate$/, "medium");
  return SEVERITIES.find((severity) => severity === word);
};

/** A vector with the version that it begins with; the vectors of version 2 do not name theirs. */
export function cvssOf(vector: string | null | undefined, score?: number | null): z.input<typeof Cvss> | undefined {
  if (!vector) return undefined;
  const version = /^CVSS:(\d\.\d)\//.exec(vector)?.[1] ?? (vector.startsWith("AV:") ? "2.0" : undefined);
  return version ? { version, vector, score: score ?? undefined } : undefined;
}
