import { filter, take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { otherwise } from "../kit/compose.ts";
import { IsoDate } from "../kit/fields.ts";
import { json } from "../kit/json.ts";
import { kept } from "../kit/kept.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { saysAll } from "../kit/shared.ts";
import { Exploited, itemOf } from "./cisa_kev-record.ts";
import { isNewest, VulnerabilityItem } from "./item.ts";

const HOUR_MS = 3_600_000;

const ROWS = 50;

const catalogue = (address: string) =>
  json({
    request: () => get(address),
    body: z.object({ vulnerabilities: z.array(Exploited) }),
    items: ({ vulnerabilities }) =>
      vulnerabilities.toSorted((a, b) => b.dateAdded.localeCompare(a.dateAdded)).map(itemOf),
  });

const wholeList = kept(
  HOUR_MS,
  otherwise(
    catalogue("https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json"),
    catalogue("https://raw.githubusercontent.com/cisagov/kev-data/develop/known_exploited_vulnerabilities.json"),
  ),
);

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
