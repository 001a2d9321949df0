import { filter, take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { fallback } from "../kit/compose/steps.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { saysAll } from "../kit/values/text.ts";
import { isNewest, nvdPage, VulnerabilityItem } from "./item.ts";

const HOUR_MS = 3_600_000;

/** A vulnerability as the list tells it. */
const Exploited = z.object({
  cveID: z.string(),
  vendorProject: z.string(),
  product: z.string(),
  vulnerabilityName: z.string(),
  dateAdded: z.string(),
  shortDescription: z.string().nullish(),
  requiredAction: z.string().nullish(),
  dueDate: z.string().nullish(),
  knownRansomwareCampaignUse: z.string().nullish(),
  notes: z.string().nullish(),
  cwes: z.array(z.string()).nullish(),
});

/** What the list says of a vulnerability. */
function itemOf(entry: z.output<typeof Exploited>) {
  const { cveID, knownRansomwareCampaignUse } = entry;
  return {
    title: entry.vulnerabilityName,
    url: nvdPage(cveID),
    snippet: entry.shortDescription,
    id: cveID,
    cve: cveID,
    vendor: entry.vendorProject,
    product: entry.product,
    exploitedSince: isoDate(entry.dateAdded),
    actionDue: isoDate(entry.dueDate),
    action: entry.requiredAction,
    ransomware: knownRansomwareCampaignUse === "Known" ? (true as const) : undefined,
    weaknesses: entry.cwes,
    references: entry.notes?.split(/\s;\s/).filter((part) => URL.canParse(part.trim())),
  };
}

const catalogue = (address: string) =>
  json({
    request: () => get(address),
    body: z.object({ vulnerabilities: z.array(Exploited) }),
    items: ({ vulnerabilities }) =>
      vulnerabilities.toSorted((a, b) => b.dateAdded.localeCompare(a.dateAdded)).map(itemOf),
  });

const wholeList = cachedReader(
  HOUR_MS,
  fallback(
    catalogue("https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json"),
    catalogue("https://raw.githubusercontent.com/cisagov/kev-data/develop/known_exploited_vulnerabilities.json"),
  ),
);

const ROWS = 50;

export const cisaKev = defineSource({
  id: "cisa_kev",
  title: "CISA known exploited vulnerabilities",
  docs: "https://www.cisa.gov/known-exploited-vulnerabilities-catalog",
  terms: "no key; one file, kept for an hour; CC0",
  query: text("a CVE identifier, a vendor, a product or words of the name, or “newest”", "Palo Alto"),
  item: VulnerabilityItem.extend({
    vendor: z.string(),
    product: z.string(),
    action: z.string().optional().describe("what CISA asks for"),
    actionDue: IsoDate.optional().describe("until when federal agencies must have done it"),
    ransomware: z.literal(true).optional().describe("used in ransomware campaigns; absent: not known"),
  }),
  read: ({ text }, context) =>
    wholeList({}, context).pipe(
      filter(({ cve, vendor, product, title }) => isNewest(text) || saysAll(text, cve, vendor, product, title)),
      take(context.pages * ROWS),
    ),
});
