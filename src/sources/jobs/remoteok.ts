import { z } from "zod";
import { defineSource } from "../define.ts";
import { sharedList } from "../kit/compose/cached-reader.ts";
import { figure, json } from "../kit/readers/json.ts";
import { type Words, wordsOrLatest } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate, unixSeconds } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { withoutMojibake } from "../kit/values/mojibake.ts";
import { described, isAbout, JobItem, pay } from "./item.ts";

/** The feed is a day late anyway. */
const AN_HOUR = 60 * 60_000;

/** A row of the feed: the legal notice, which has `legal`, or an offer. */
const Row = z.object({
  legal: z.string().nullish(),
  id: z.union([z.int(), z.string()]).nullish(),
  epoch: figure,
  date: z.string().nullish(),
  company: z.string().nullish(),
  company_logo: z.string().nullish(),
  logo: z.string().nullish(),
  position: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
  description: z.string().nullish(),
  location: z.string().nullish(),
  salary_min: figure,
  salary_max: figure,
  apply_url: z.string().nullish(),
  url: z.string().nullish(),
});

/** An offer's text without the sentence at its end by which readers are told from robots. */
function withoutTrap(text: string): string {
  const at = text.search(/Please mention the word \*\*/i);
  return at < 0 ? text : text.slice(0, at).trimEnd();
}

/** What Remote OK says of an offer; it writes its own host with capitals. */
const itemOf = (row: z.output<typeof Row>) => ({
  title: withoutMojibake(row.position ?? ""),
  url: webUrl(row.url) ?? "",
  ...described(withoutTrap(withoutMojibake(row.description ?? ""))),
  id: row.id,
  company: withoutMojibake(row.company ?? ""),
  location: withoutMojibake(row.location ?? "").replace(/[\s,;]+$/, ""),
  publishedAt: isoDate(row.date) ?? unixSeconds(row.epoch),
  salaryMin: pay(row.salary_min),
  salaryMax: pay(row.salary_max),
  currency: pay(row.salary_min) || pay(row.salary_max) ? "USD" : undefined,
  tags: row.tags?.map(withoutMojibake),
  applyUrl: webUrl(row.apply_url),
  logo: webUrl(row.company_logo) ?? webUrl(row.logo),
});

export const remoteok = defineSource({
  id: "remoteok",
  title: "Remote OK jobs",
  docs: "https://remoteok.com/api",
  terms: "the newest 100 jobs, a day late; link back to the offer (without nofollow) and name Remote OK as the source",
  query: wordsOrLatest("words that a job's title, company, place, tags or description must hold", "golang"),
  item: JobItem.extend({}),
  polite: { concurrency: 1, minIntervalMs: 2000 },
  read: sharedList(
    AN_HOUR,
    json({
      request: (_words: Words) => get("https://remoteok.com/api"),
      body: z.array(Row),
      items: (rows) => rows.filter(({ legal }) => legal === undefined).map(itemOf),
    }),
    isAbout,
  ),
});
