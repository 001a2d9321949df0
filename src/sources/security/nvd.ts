import { from } from "rxjs";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { branch, steps } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import type { Reader } from "../source.ts";
import { CVE, nvdPage, severityOf, VulnerabilityItem } from "./item.ts";

interface CveQuery {
  readonly cveId?: string | undefined;
  readonly keywordSearch?: string | undefined;
}

const ask = ({ cveId, keywordSearch, key }: CveQuery & PageRequest, startIndex: number, resultsPerPage: number) =>
  get(
    "https://services.nvd.nist.gov/rest/json/cves/2.0",
    { cveId, keywordSearch, ...(!cveId && { resultsPerPage, startIndex }) },
    key ? { headers: { apiKey: key } } : {},
  );

const ROWS = 100;

/** NVD counts requests within the last 30 seconds. */
const WINDOW_MS = 30_000;

/** NVD's reason stands in a header of an empty 404; its 403 means too many requests. */
const judge: Judge = ({ status, headers }) => {
  if (status === 404)
    return new SourceError(
      "bad-query",
      `NVD refused the query: ${quotedSaying(headers["message"] ?? "no reason given")}.`,
    );
  return status === 403
    ? new SourceError("rate-limited", "NVD is asked too often; NVD_API_KEY raises the limit from 5 to 50 in 30 s.", {
        retryAfterMs: WINDOW_MS,
      })
    : undefined;
};

const Texts = z.array(z.object({ lang: z.string(), value: z.string() }));

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

/** A CVE as the API answers it. */
const Cve = z.object({
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

const Answer = z.object({ totalResults: Count, vulnerabilities: z.array(z.object({ cve: Cve })) });

/** What the NVD says of a CVE. */
function itemOf({ id, metrics, descriptions, weaknesses, references, ...cve }: z.output<typeof Cve>) {
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

const newestFirst = ({ vulnerabilities }: z.output<typeof Answer>) =>
  vulnerabilities.map(({ cve }) => itemOf(cve)).reverse();

/** The first page, which is the oldest: enough where it is the only one, and it tells how many there are. */
const opening = json({
  request: (query: CveQuery & PageRequest) => ask(query, 0, ROWS),
  judge,
  body: Answer,
  items: (answer, query) => [{ ...query, total: answer.totalResults, first: newestFirst(answer) }],
});

type Opened = CveQuery & { readonly total: number; readonly first: readonly ReturnType<typeof itemOf>[] };

const theFirst: Reader<Opened, ReturnType<typeof itemOf>> = ({ first }) => from(first);

const fromTheEnd = json({
  pages: ({ total, page, ...query }: Opened & PageRequest) => {
    const end = total - (page - 1) * ROWS;
    return end > 0 ? ask({ ...query, page }, Math.max(0, end - ROWS), Math.min(ROWS, end)) : undefined;
  },
  judge,
  body: Answer,
  items: newestFirst,
});

export const nvd = defineSource({
  id: "nvd",
  title: "NVD CVE API 2.0",
  docs: "https://nvd.nist.gov/developers/vulnerabilities",
  terms: "5 requests in 30 seconds, 50 with a key; public domain",
  key: { env: ["NVD_API_KEY"], required: false, from: "https://nvd.nist.gov/developers/request-an-api-key" },
  query: query({
    describe: "words that all stand in the description, or a CVE identifier",
    example: "CVE-2022-1576",
    parse: (q): CveQuery => (CVE.test(q) ? { cveId: q.toUpperCase() } : { keywordSearch: q }),
  }),
  item: VulnerabilityItem.extend({
    status: z.string().optional().describe("NVD's: Received, Analyzed, Rejected, …"),
    actionDue: IsoDate.optional().describe("until when CISA wants an exploited one mended"),
  }),
  polite: { concurrency: 1, minIntervalMs: 6000 },
  read: steps(
    opening,
    branch(({ total }: Opened) => total <= ROWS, theFirst, fromTheEnd),
  ),
});
