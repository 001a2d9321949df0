import { z } from "zod";
import { defineSource } from "../define.ts";
import { qualifiersIn } from "../kit/ask/qualifiers.ts";
import { query } from "../kit/ask/query.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, EventFields } from "./item.ts";
import { all, between, DaysOptions, Listed, Point, quoted, records } from "./opendatasoft.ts";

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
  tags: Listed,
  qfap_tags: Listed,
  universe_tags: Listed,
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
    latitude: row.lat_lon?.lat,
    longitude: row.lat_lon?.lon,
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
  read: records({
    portal: "https://opendata.paris.fr",
    dataset: "que-faire-a-paris-",
    asked: ({ text, tag, zip, ...days }: Asked) => ({
      where: all(
        text ? `search(${quoted(text)})` : undefined,
        between("date_start", "date_end", days),
        tag && `qfap_tags like ${quoted(tag)}`,
        zip && `address_zipcode=${quoted(zip)}`,
      ),
      order_by: "date_start",
    }),
    row: Row,
    item: itemOf,
  }),
});
