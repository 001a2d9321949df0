import { z } from "zod";
import { isoDate } from "../kit/values.ts";
import { nvdPage } from "./item.ts";

/** A vulnerability as the list tells it. */
export const Exploited = z.object({
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
export function itemOf(entry: z.output<typeof Exploited>) {
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
