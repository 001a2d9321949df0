import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { DaysOptions } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { overHttps } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, line, ObjectFields, PeriodFields } from "./item.ts";
import { numberIn, rowsOrOne, unknownNumber } from "./rows.ts";

const PER_PAGE = 20;
/** A search reaches 1,000 results. */
const LAST_PAGE = 50;

const FIELDS = {
  artworks:
    "id,title,artist_display,artist_title,date_display,date_start,date_end,medium_display,dimensions,place_of_origin," +
    "artwork_type_title,department_title,credit_line,main_reference_number,is_on_view,gallery_title,is_public_domain," +
    "image_id,short_description,description,thumbnail",
  exhibitions: "id,title,status,aic_start_at,aic_end_at,short_description,web_url,image_url,gallery_title",
};

const Options = z.object({
  type: z.enum(["artworks", "exhibitions"]).default("artworks").describe("what is looked for"),
  start: DaysOptions.shape.start.describe("of exhibitions: only those that are on from this day on"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Text = z.string().nullish();

const Entry = z.object({
  id: z.union([z.number(), z.string()]),
  title: Text,
  artist_display: Text,
  artist_title: Text,
  date_display: Text,
  date_start: figure,
  date_end: figure,
  medium_display: Text,
  dimensions: Text,
  place_of_origin: Text,
  artwork_type_title: Text,
  department_title: Text,
  credit_line: Text,
  main_reference_number: Text,
  is_on_view: z.boolean().nullish(),
  gallery_title: Text,
  is_public_domain: z.boolean().nullish(),
  image_id: Text,
  short_description: Text,
  description: Text,
  thumbnail: z.object({ alt_text: Text }).nullish(),
  status: Text,
  aic_start_at: Text,
  aic_end_at: Text,
  web_url: Text,
  image_url: Text,
});

type Entry = z.output<typeof Entry>;

function itemOf(entry: Entry, images: string) {
  const { id, artist_display: artistText, aic_start_at: start } = entry;
  const description = textOfHtml(entry.description);
  const common = {
    title: entry.title ?? `Untitled (${id})`,
    id,
    gallery: entry.gallery_title,
    description,
  };
  const said = textOfHtml(entry.short_description);
  if (start !== undefined)
    return {
      ...common,
      kind: "exhibition" as const,
      url: overHttps(entry.web_url) ?? `https://www.artic.edu/exhibitions/${id}`,
      snippet: said ?? excerpt(description),
      startsAt: isoDate(start),
      endsAt: isoDate(entry.aic_end_at),
      status: entry.status,
      place: entry.gallery_title,
      image: overHttps(entry.image_url),
    };
  return {
    ...common,
    kind: "object" as const,
    url: `https://www.artic.edu/artworks/${id}`,
    snippet: said ?? line(...(artistText?.split("\n") ?? []), entry.date_display),
    artist: entry.artist_title,
    artistText,
    dateText: entry.date_display,
    yearBegin: entry.date_start,
    yearEnd: entry.date_end,
    medium: entry.medium_display,
    dimensions: entry.dimensions,
    place: entry.place_of_origin,
    type: entry.artwork_type_title,
    department: entry.department_title,
    credit: entry.credit_line,
    accessionNumber: entry.main_reference_number,
    onView: entry.is_on_view,
    publicDomain: entry.is_public_domain,
    image: entry.image_id && `${images}/${entry.image_id}/full/843,/0/default.jpg`,
    imageText: entry.thumbnail?.alt_text,
  };
}

function request({ text: q, type, start, page }: Asked & PageRequest) {
  const headers = { "aic-user-agent": "tributary (self-hosted search)" };
  const place = `https://api.artic.edu/api/v1/${type}`;
  const fields = FIELDS[type];
  const number = numberIn(q);
  if (page > (number ? 1 : LAST_PAGE)) return undefined;
  return number
    ? get(`${place}/${number}`, { fields }, { headers })
    : get(
        `${place}/search`,
        {
          q: q === "*" ? undefined : q,
          "query[range][aic_end_at][gte]": type === "exhibitions" ? start : undefined,
          page,
          limit: PER_PAGE,
          fields,
        },
        { headers },
      );
}

export const artic = defineSource({
  id: "artic",
  title: "Art Institute of Chicago",
  docs: "https://api.artic.edu/docs/",
  terms: "CC0, descriptions CC BY 4.0; 60 requests a minute an address",
  query: text(
    "words of a title, an artist, a subject, * for any; or a number, which reads that one",
    "monet water lilies",
    Options,
  ),
  item: CultureItem.extend({
    ...ObjectFields,
    ...PeriodFields,
    artistText: z.string().optional().describe("the artist with nationality and years, in lines"),
    status: z.string().optional().describe("of an exhibition: Confirmed, Closed"),
    imageText: z.string().optional().describe("what the image shows"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: request,
    judge: unknownNumber,
    body: z.object({
      data: rowsOrOne(Entry),
      pagination: z.object({ total_pages: figure, current_page: figure }).nullish(),
      config: z.object({ iiif_url: Text }).nullish(),
    }),
    items: ({ data, config }) => data.map((entry) => itemOf(entry, config?.iiif_url ?? "https://www.artic.edu/iiif/2")),
    next: ({ pagination }) => ((pagination?.current_page ?? 1) < (pagination?.total_pages ?? 1) ? undefined : null),
  }),
});
