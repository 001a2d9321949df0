import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { pollUntilReady } from "../kit/compose/poll.ts";
import type { El } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { overHttps } from "../kit/values/links.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { LawItem } from "./item.ts";

const SITE = "https://www.legislation.gov.uk";

const Options = z.object({
  type: z
    .string()
    .regex(/^[a-z]{2,10}$/, "a type as legislation.gov.uk names it")
    .default("all")
    .describe("all, or a type: ukpga (Acts of Parliament), uksi (statutory instruments), asp, nia, wsi, eur …"),
  year: z.coerce.number().int().min(1200).max(2200).optional(),
  title_only: z.stringbool().default(false).describe("look for the words in titles only"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

const request = ({ text: words, type, year, title_only, page }: Asked & PageRequest) =>
  get(
    `${SITE}/${type}/data.feed`,
    { [title_only ? "title" : "text"]: words, year, page },
    { headers: { accept: "application/atom+xml" } },
  );

/** Its own status for being asked too fast. */
const judge: Judge = ({ status }) =>
  status === 436
    ? new SourceError("rate-limited", "legislation.gov.uk allows 3,000 requests in 5 minutes (HTTP 436).")
    : undefined;

/** Welsh law has its title in two languages. */
const titleOf = (entry: El): string | undefined =>
  entry
    .all("title span")
    .find((span) => span.attr("xml:lang") === "en")
    ?.text() ?? entry.text("title");

function itemOf(entry: El) {
  const links = entry.all("link");
  const id = entry.text("id");
  const address = links.find((link) => link.attr("rel") === "self")?.link() ?? id;
  const url = overHttps(address?.replace(/(legislation\.gov\.uk)\/id\//, "$1/"));
  const title = titleOf(entry);
  if (!title || !url) return undefined;
  return {
    title,
    url,
    id: id ?? url,
    snippet: entry.text("summary"),
    publishedAt: isoDate(entry.text("published")),
    updatedAt: isoDate(entry.text("updated")),
    type: entry.attr("Value", "ukm\\:DocumentMainType"),
    documentType: entry.attr("Value", "ukm\\:DocumentMainType"),
    year: numberIn(entry.attr("Value", "ukm\\:Year")),
    number: entry.attr("Value", "ukm\\:Number"),
    createdAt: isoDate(entry.attr("Date", "ukm\\:CreationDate")),
    formats: links.flatMap((link) => {
      const address = overHttps(link.link());
      return link.attr("rel") === "alternate" && address
        ? [{ type: link.attr("type") ?? link.attr("title"), url: address }]
        : [];
    }),
  };
}

export const ukLegislation = defineSource({
  id: "uk_legislation",
  title: "UK legislation (legislation.gov.uk)",
  docs: "https://www.legislation.gov.uk/developer",
  terms: "Open Government Licence v3.0; 3,000 requests in 5 minutes",
  query: text("words to search the legislation for", "data protection", Options),
  item: LawItem.extend({
    updatedAt: IsoDate.optional(),
    documentType: z.string().optional().describe("UnitedKingdomPublicGeneralAct, UnitedKingdomStatutoryInstrument …"),
    year: z.int().optional(),
    number: z.string().optional().describe("number within its year"),
    createdAt: IsoDate.optional().describe("when it was made"),
    formats: z.array(z.object({ type: z.string().optional(), url: HttpUrl })).optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: pollUntilReady(
    2000,
    3,
    xml({
      pages: request,
      judge,
      rows: "feed > entry",
      item: itemOf,
      empty: ["feed"],
      next: (doc) => (Number(doc.text("leg\\:morePages") ?? 1) > 0 ? undefined : null),
    }),
  ),
});
