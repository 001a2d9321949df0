import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure, json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { DaysOptions } from "../kit/services/opendatasoft.ts";
import { isoDate } from "../kit/values/dates.ts";
import { IsoDate } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, ObjectFields, PeriodFields } from "./item.ts";
import { numberIn, rowsOrOne, unknownNumber } from "./rows.ts";

const API = "https://openaccess-api.clevelandart.org/api";
const ROWS = 20;

/** Whole records carry their provenance and every citation. */
const FIELDS =
  "id,accession_number,title,url,description,wall_description,tombstone,did_you_know,creators,creation_date," +
  "creation_date_earliest,creation_date_latest,type,department,culture,technique,measurements,current_location," +
  "creditline,share_license_status,images,external_resources,updated_at";

const Options = z.object({
  type: z
    .string()
    .max(100)
    .optional()
    .describe("a type of works, as Painting, or “exhibitions”, which are looked for by their titles"),
  hasImage: z.stringbool().default(false).describe("only works with an image"),
  cc0: z.stringbool().default(false).describe("only works whose images are free"),
  onView: z.stringbool().default(false).describe("only works that are on display"),
  start: DaysOptions.shape.start.describe("of exhibitions: only those that are on from this day on"),
  end: DaysOptions.shape.end.describe("of exhibitions: only those that begin until this day"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Text = z.string().nullish();
const Image = z.object({ url: Text }).nullish();

const Entry = z.object({
  id: z.union([z.number(), z.string()]),
  accession_number: Text,
  title: Text,
  url: Text,
  description: Text,
  wall_description: Text,
  tombstone: Text,
  did_you_know: Text,
  creators: z.array(z.object({ description: Text, role: Text })).nullish(),
  creation_date: Text,
  creation_date_earliest: figure,
  creation_date_latest: figure,
  type: Text,
  department: Text,
  culture: listOf(z.string()),
  technique: Text,
  measurements: Text,
  current_location: Text,
  creditline: Text,
  share_license_status: Text,
  images: z.object({ web: Image, print: Image }).nullish(),
  external_resources: z.object({ wikidata: listOf(z.string()) }).nullish(),
  updated_at: Text,
  opening_date: Text,
  closing_date: Text,
  venues: z.array(z.object({ name: Text })).nullish(),
});

type Entry = z.output<typeof Entry>;

function exhibitionOf(entry: Entry) {
  const description = textOfHtml(entry.description);
  return {
    title: textOfHtml(entry.title) ?? `Exhibition ${entry.id}`,
    url: webUrl(entry.url) ?? `${API}/exhibitions/${entry.id}`,
    snippet: excerpt(description),
    kind: "exhibition" as const,
    id: entry.id,
    description,
    startsAt: isoDate(entry.opening_date),
    endsAt: isoDate(entry.closing_date),
    place: entry.venues?.[0]?.name,
  };
}

function workOf(entry: Entry) {
  const description = textOfHtml(entry.description ?? entry.wall_description);
  const { images, current_location: gallery, share_license_status: license } = entry;
  return {
    title: textOfHtml(entry.title) ?? `Work ${entry.accession_number ?? entry.id}`,
    url: webUrl(entry.url) ?? `https://clevelandart.org/art/${entry.accession_number ?? entry.id}`,
    snippet: excerpt(description ?? textOfHtml(entry.tombstone ?? entry.did_you_know)),
    kind: "object" as const,
    id: entry.id,
    description,
    didYouKnow: textOfHtml(entry.did_you_know),
    tombstone: textOfHtml(entry.tombstone),
    accessionNumber: entry.accession_number,
    artist: entry.creators?.flatMap((creator) => creator.description ?? []).join("; "),
    dateText: entry.creation_date,
    yearBegin: entry.creation_date_earliest,
    yearEnd: entry.creation_date_latest,
    type: entry.type,
    department: entry.department,
    culture: entry.culture.join("; "),
    medium: entry.technique,
    dimensions: entry.measurements,
    credit: entry.creditline,
    gallery,
    onView: gallery === undefined ? undefined : Boolean(gallery),
    license,
    publicDomain: license ? license === "CC0" : undefined,
    image: webUrl(images?.web?.url) ?? webUrl(images?.print?.url),
    wikidata: webUrl(entry.external_resources?.wikidata[0]),
    updatedAt: isoDate(entry.updated_at),
  };
}

function request({ text: words, type, hasImage, cc0, onView, start, end, page }: Asked & PageRequest) {
  const number = numberIn(words);
  if (number && type !== "exhibitions")
    return page > 1 ? undefined : get(`${API}/artworks/${number}`, { fields: FIELDS });
  const slice = { limit: ROWS, skip: (page - 1) * ROWS };
  if (type === "exhibitions") {
    const days = { opened_before: end, closed_after: start };
    return get(`${API}/exhibitions/`, { title: words === "*" ? undefined : words, ...days, ...slice });
  }
  const flag = (set: boolean) => (set ? 1 : undefined);
  return get(`${API}/artworks/`, {
    q: words,
    type,
    has_image: flag(hasImage),
    cc0: flag(cc0),
    currently_on_view: flag(onView),
    ...slice,
    fields: FIELDS,
  });
}

export const clevelandMuseum = defineSource({
  id: "cleveland_museum",
  title: "Cleveland Museum of Art",
  docs: "https://openaccess-api.clevelandart.org/",
  terms: "CC0 data; no key",
  query: text(
    "words of a title, an artist, a subject, of exhibitions * for any; or a work's number, which reads that one",
    "monet",
    Options,
  ),
  item: CultureItem.extend({
    ...ObjectFields,
    ...PeriodFields,
    tombstone: z.string().optional().describe("the label: title, date, artist, material, credit"),
    didYouKnow: z.string().optional(),
    license: z.string().optional().describe("CC0, or Copyrighted"),
    updatedAt: IsoDate.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: request,
    judge: unknownNumber,
    body: z.object({ data: rowsOrOne(Entry), info: z.object({ total: figure }).nullish() }),
    items: ({ data }) => data.map((entry) => (entry.opening_date === undefined ? workOf(entry) : exhibitionOf(entry))),
    next: ({ data, info }, { text: words }, response) =>
      numberIn(words) ? null : rowsRemain(response, "skip", data.length, info?.total),
  }),
});
