import { z } from "zod";
import { isoDate } from "../kit/values.ts";
import { nvdPage, severityOf } from "./item.ts";

const Metric = z.object({
  type: z.string().nullish(),
  baseSeverity: z.string().nullish(),
  cvssData: z.object({
    version: z.string(),
    vectorString: z.string().nullish(),
    baseScore: z.number().nullish(),
    baseSeverity: z.string().nullish(),
  }),
});

const Metrics = z.array(Metric).nullish();

const Texts = z.array(z.object({ lang: z.string(), value: z.string() }));

/** A CVE as the API answers it. */
export const Cve = z.object({
  id: z.string(),
  published: z.string().nullish(),
  lastModified: z.string().nullish(),
  vulnStatus: z.string().nullish(),
  cisaExploitAdd: z.string().nullish(),
  cisaActionDue: z.string().nullish(),
  descriptions: Texts.nullish(),
  metrics: z
    .object({ cvssMetricV40: Metrics, cvssMetricV31: Metrics, cvssMetricV30: Metrics, cvssMetricV2: Metrics })
    .nullish(),
  weaknesses: z.array(z.object({ description: Texts.nullish() })).nullish(),
  references: z.array(z.object({ url: z.string() })).nullish(),
});

/** What the NVD says of a CVE. */
export function itemOf({ id, metrics, descriptions, weaknesses, references, ...cve }: z.output<typeof Cve>) {
  const sets = [metrics?.cvssMetricV40, metrics?.cvssMetricV31, metrics?.cvssMetricV30, metrics?.cvssMetricV2];
  const set = sets.find((some) => some && some.length > 0);
  const metric = set?.find(({ type }) => type === "Primary") ?? set?.[0];
  const codes = weaknesses?.flatMap(({ description }) => description?.map(({ value }) => value) ?? []);
  return {
    title: id,
    url: nvdPage(id),
    snippet: descriptions?.find(({ lang }) => lang === "en")?.value.replace(/\s+/g, " "),
    id,
    cve: id,
    severity: severityOf(metric?.cvssData.baseSeverity ?? metric?.baseSeverity),
    cvss: metric && {
      version: metric.cvssData.version,
      vector: metric.cvssData.vectorString,
      score: metric.cvssData.baseScore,
    },
    weaknesses: codes && [...new Set(codes.filter((code) => code.startsWith("CWE-")))],
    references: references && [...new Set(references.map(({ url }) => url))],
    publishedAt: isoDate(cve.published),
    updatedAt: isoDate(cve.lastModified),
    status: cve.vulnStatus,
    exploitedSince: isoDate(cve.cisaExploitAdd),
    actionDue: isoDate(cve.cisaActionDue),
  };
}
