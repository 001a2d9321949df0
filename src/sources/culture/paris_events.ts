import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { qualifiersIn } from "../kit/requests/qualifiers.ts";
import { query } from "../kit/requests/query.ts";
import type { Params } from "../kit/requests/request.ts";
import { all, between, DaysOptions, Joined, literal, Point, records } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, EventFields } from "./item.ts";

interface Asked extends z.output<typeof DaysOptions> {
  readonly text: string;
  readonly tag?: string | undefined;
  readonly zip?: string | undefined;
}

const Text = z.string().nullish();

/** null where it is not said, else 0 or 1, as a number or in words. */
const Flag = z
  .union([
    z.boolean(),
    z.number().transform((flag) => flag === 1),
    z.string().transform((flag) => /^(?:1|true|oui)$/i.test(flag)),
  ])
  .nullish();

/** The data set changes its columns: every one may be missing. */
const Row = z.object({
  id: z.union([z.string(), z.number()]).nullish(),
  event_id: z.union([z.string(), z.number()]).nullish(),
  url: Text,
  title: Text,
  lead_text: Text,
  description: Text,
  date_start: Text,
  date_end: Text,
  date_description: Text,
  occurrences: Text,
  tags: Joined,
  qfap_tags: Joined,
  universe_tags: Joined,
  group: Text,
  address_name: Text,
  address_street: Text,
  address_zipcode: Text,
  address_city: Text,
  lat_lon: Point,
  transport: Text,
  price_type: Text,
  price_detail: Text,
  access_link: Text,
  contact_url: Text,
  contact_phone: Text,
  audience: Text,
  pmr: Flag,
  blind: Flag,
  deaf: Flag,
  cover_url: Text,
  updated_at: Text,
});

/** "start_end;start_end", with their zones. */
const timesOf = (written: string | null | undefined) =>
  written?.split(";").flatMap((one) => {
    const [start, end] = one.split("_").map((time) => time.trim() || undefined);
    return start ? [{ start, end }] : [];
  });

function itemOf(row: z.output<typeof Row>) {
  const id = row.id ?? row.event_id;
  const description = textOfHtml(row.description);
  const price = row.price_type?.trim().toLowerCase();
  return {
    title: textOfHtml(row.title) ?? `Événement ${id ?? ""}`.trim(),
    url: webUrl(row.url),
    snippet: textOfHtml(row.lead_text) ?? excerpt(description),
    kind: "event" as const,
    id,
    description,
    startsAt: isoDate(row.date_start),
    endsAt: isoDate(row.date_end),
    datesText: textOfHtml(row.date_description),
    occurrences: timesOf(row.occurrences),
    category: row.group || row.universe_tags?.[0],
    tags: row.qfap_tags ?? row.tags,
    place: row.address_name,
    address: row.address_street,
    postcode: row.address_zipcode,
    city: row.address_city,
    ...row.lat_lon,
    access: textOfHtml(row.transport),
    free: price ? price === "gratuit" : undefined,
    priceType: price,
    priceText: textOfHtml(row.price_detail),
    bookingUrl: webUrl(row.access_link),
    contactUrl: webUrl(row.contact_url),
    contactPhone: row.contact_phone,
    audience: textOfHtml(row.audience),
    wheelchair: row.pmr,
    blind: row.blind,
    deaf: row.deaf,
    image: webUrl(row.cover_url),
    updatedAt: isoDate(row.updated_at),
  };
}

const conditionOf = ({ text, tag, zip, ...days }: Asked): Params => ({
  where: all(
    text && `search(${literal(text)})`,
    between("date_start", "date_end", days),
    tag && `qfap_tags like ${literal(tag)}`,
    zip && `address_zipcode=${literal(zip)}`,
  ),
  order_by: "date_start",
});

const events = records({ portal: "opendata.paris.fr", dataset: "que-faire-a-paris-", row: Row, item: itemOf });

export const parisEvents = defineSource({
  id: "paris_events",
  title: "Que faire à Paris",
  docs: "https://opendata.paris.fr/explore/dataset/que-faire-a-paris-/api/",
  terms: "ODbL; some 5,000 requests a day an address",
  query: query({
    describe: "words in French, * for all that is on; tag:Expo and zip:75004 restrict",
    example: "exposition photo",
    options: DaysOptions,
    parse: (q, days): Asked => {
      const { text, said } = qualifiersIn(q, ["tag", "zip"]);
      return { ...days, text: text === "*" ? "" : text, ...said };
    },
  }),
  item: CultureItem.extend({
    ...EventFields,
    priceType: z.string().optional().describe("gratuit, payant, gratuit sous condition"),
    contactUrl: HttpUrl.optional(),
    contactPhone: z.string().optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: (asked, context) => events({ condition: conditionOf(asked) }, context),
});
