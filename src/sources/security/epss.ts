import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, numeric } from "../kit/readers/json.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { Count, IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { CVE, Epss, nvdPage, VulnerabilityItem } from "./item.ts";

const ROWS = 100;

const Score = z.object({ cve: z.string(), epss: numeric, percentile: numeric, date: z.string() });

/** `highest`, or CVE identifiers; the API takes 2000 characters of them. */
function understood(q: string): { cve?: string; order?: string } {
  if (/^highest$/i.test(q)) return { order: "!epss" };
  const ids = q.split(/[\s,;]+/).filter(Boolean);
  const odd = ids.find((id) => !CVE.test(id));
  if (odd) throw new SourceError("bad-query", `“${clip(odd)}” is not a CVE identifier.`);
  const cve = ids.join(",").toUpperCase();
  if (cve.length > 2000) throw new SourceError("bad-query", "Too many CVE identifiers at once: some 120 are taken.");
  return { cve };
}

export const epss = defineSource({
  id: "epss",
  title: "FIRST EPSS scores",
  docs: "https://www.first.org/epss/api",
  terms: "no key; 1000 requests a minute",
  query: query({
    describe: "one or more CVE identifiers, separated by commas, or “highest” for the highest scores",
    example: "CVE-2022-27225",
    options: z.object({ date: z.iso.date().optional().describe("the scores of that day instead of the latest") }),
    parse: (q, { date }) => ({ ...understood(q), date }),
  }),
  item: VulnerabilityItem.extend({
    epss: Epss,
    date: IsoDate.describe("of the score"),
  }),
  read: json({
    pages: ({ cve, order, date, page }) =>
      get("https://api.first.org/data/v1/epss", { cve, order, date, limit: ROWS, offset: (page - 1) * ROWS }),
    body: z.object({ total: Count.nullish(), data: z.array(Score) }),
    items: ({ data }) =>
      data.map(({ cve, epss: score, percentile, date }) => ({
        title: cve,
        url: nvdPage(cve),
        id: cve,
        cve,
        epss: { score, percentile },
        date,
      })),
    next: ({ data, total }, _input, response) => rowsRemain(response, "offset", data.length, total),
  }),
});
