import { getDomain } from "tldts";
import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { clip } from "../kit/values/text.ts";
import { DomainItem } from "./item.ts";

const Rank = z.int().positive();

export const domainRank = defineSource({
  id: "domain_rank",
  title: "Tranco rank",
  docs: "https://tranco-list.eu/api_documentation",
  terms: "no key; one request a second",
  query: query({
    describe: "a domain; one below a registered domain is asked as that one",
    example: "wikipedia.org",
    parse: (q) => {
      const name = parseDomain(q);
      const domain = getDomain(name, { allowPrivateDomains: false });
      if (!domain) throw new SourceError("bad-query", `“${clip(q)}” is not below a public suffix.`);
      return { domain, name };
    },
  }),
  item: DomainItem.extend({
    domain: z.string(),
    rank: Rank.describe("among the most popular sites, 1 first"),
    date: IsoDate.describe("of the list"),
    history: z.array(z.object({ date: IsoDate, rank: Rank })).describe("newest first, some 38 days"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    request: ({ domain }) => get(`https://tranco-list.eu/api/ranks/domain/${domain}`),
    body: z.object({ ranks: z.array(z.object({ date: z.string(), rank: Rank })) }),
    items: ({ ranks }, { domain, name }, _response, context) => {
      if (name !== domain) context.notice({ kind: "note", text: `understood as ${domain}` });
      const history = ranks.flatMap(({ date, rank }) => {
        const day = isoDate(date);
        return day ? [{ date: day, rank }] : [];
      });
      const [latest] = history;
      if (!latest) return [];
      const url = `https://tranco-list.eu/query?domain=${domain}`;
      return [{ title: `${domain}: rank ${latest.rank}`, url, domain, ...latest, history }];
    },
  }),
});
