import { filter, take } from "rxjs";
import { z } from "zod";
import { defineSource } from "../define.ts";
import { cachedReader } from "../kit/compose/cached-reader.ts";
import { branch } from "../kit/compose/steps.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { json } from "../kit/readers/json.ts";
import { parseDomain, query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { saysAll } from "../kit/values/text.ts";
import type { ReadContext } from "../source.ts";
import { isNewest } from "./item.ts";

const HOUR_MS = 3_600_000;
const ROWS = 50;

interface BreachQuery {
  readonly words: string;
  readonly domain?: string | undefined;
}

const Flag = z.boolean().nullish();
const Breach = z.object({
  Name: z.string(),
  Title: z.string(),
  Domain: z.string().nullish(),
  BreachDate: z.string().nullish(),
  AddedDate: z.string().nullish(),
  ModifiedDate: z.string().nullish(),
  PwnCount: Count.nullish(),
  Description: z.string().nullish(),
  DataClasses: z.array(z.string()).nullish(),
  LogoPath: z.string().nullish(),
  IsVerified: Flag,
  IsFabricated: Flag,
  IsSensitive: Flag,
  IsRetired: Flag,
  IsSpamList: Flag,
  IsMalware: Flag,
  IsStealerLog: Flag,
});

const breaches = json({
  request: ({ domain }: Pick<BreachQuery, "domain">) => get("https://haveibeenpwned.com/api/v3/breaches", { domain }),
  body: z.array(Breach),
  items: (list) =>
    list
      .toSorted((a, b) => (b.AddedDate ?? "").localeCompare(a.AddedDate ?? ""))
      .map((breach) => ({
        title: breach.Title,
        url: `https://haveibeenpwned.com/Breach/${encodeURIComponent(breach.Name)}`,
        snippet: textOfHtml(breach.Description),
        id: breach.Name,
        domain: breach.Domain,
        breachDate: isoDate(breach.BreachDate),
        publishedAt: isoDate(breach.AddedDate),
        updatedAt: isoDate(breach.ModifiedDate),
        accounts: breach.PwnCount,
        dataClasses: breach.DataClasses,
        verified: breach.IsVerified,
        fabricated: breach.IsFabricated,
        sensitive: breach.IsSensitive,
        retired: breach.IsRetired,
        spamList: breach.IsSpamList,
        malware: breach.IsMalware,
        stealerLog: breach.IsStealerLog,
        image: webUrl(breach.LogoPath),
      })),
});

const byWords = ({ words }: BreachQuery, context: ReadContext) =>
  cachedReader(HOUR_MS, breaches)({}, context).pipe(
    filter(
      ({ id, title, domain, snippet }) => isNewest(words) || saysAll(words, id, title, domain ?? undefined, snippet),
    ),
    take(context.pages * ROWS),
  );

export const hibpBreaches = defineSource({
  id: "hibp_breaches",
  title: "Have I Been Pwned: breach list",
  docs: "https://haveibeenpwned.com/API/v3#AllBreaches",
  terms: "no key for the list; CC BY 4.0, with a link to Have I Been Pwned",
  query: query({
    describe: "the domain of a breached site, words of a breach's name or description, or “newest”",
    example: "adobe.com",
    parse: (q): BreachQuery => ({ words: q, domain: /^\S+\.\S+$/.test(q) ? parseDomain(q) : undefined }),
  }),
  item: BaseItem.extend({
    title: z.string(),
    url: HttpUrl,
    id: z.string(),
    domain: z.string().optional(),
    breachDate: IsoDate.optional(),
    publishedAt: IsoDate.optional().describe("when it was added to the list"),
    updatedAt: IsoDate.optional(),
    accounts: Count.optional().describe("how many accounts were exposed"),
    dataClasses: z.array(z.string()).optional().describe("what was exposed"),
    verified: z.boolean().optional(),
    fabricated: z.boolean().optional(),
    sensitive: z.boolean().optional(),
    retired: z.boolean().optional(),
    spamList: z.boolean().optional(),
    malware: z.boolean().optional(),
    stealerLog: z.boolean().optional(),
    image: HttpUrl.optional().describe("logo of the site"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1500 },
  read: branch(({ domain }: BreachQuery) => domain !== undefined, breaches, byWords),
});
