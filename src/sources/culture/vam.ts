import { z } from "zod";
import { defineSource } from "../define.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { figure, json, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, line, ObjectFields } from "./item.ts";
import { unknownNumber } from "./rows.ts";

const API = "https://api.vam.ac.uk/v2";
const PER_PAGE = 20;

const Options = z.object({
  onDisplayAt: z.string().max(100).optional().describe("only what is on display there, e.g. southken, dundee, young"),
  imagesExist: z.stringbool().default(false).describe("only objects with an image"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Text = z.string().nullish();
const Named = z.object({ text: Text }).nullish();

const pageOf = (systemNumber: string) => `https://collections.vam.ac.uk/item/${systemNumber}/`;

const imageAt = (base: string | null | undefined) => base && `${base.replace(/\/$/, "")}/full/!600,600/0/default.jpg`;

const Row = z.object({
  systemNumber: z.string(),
  accessionNumber: Text,
  objectType: Text,
  _primaryTitle: Text,
  _primaryMaker: z.object({ name: Text, association: Text }).nullish(),
  _primaryDate: Text,
  _primaryPlace: Text,
  _currentLocation: z.object({ displayName: Text, onDisplay: z.boolean().nullish() }).nullish(),
  _images: z.object({ _iiif_image_base_url: Text, _primary_thumbnail: Text }).nullish(),
});

function rowItem(row: z.output<typeof Row>) {
  const { systemNumber: id, objectType: type, _primaryMaker: maker, _currentLocation: where, _images: images } = row;
  return {
    title: row._primaryTitle || type || id,
    url: pageOf(id),
    snippet: line(type, maker?.name, row._primaryDate, row._primaryPlace),
    kind: "object" as const,
    id,
    accessionNumber: row.accessionNumber,
    type,
    artist: maker?.name,
    artistRole: maker?.association,
    dateText: row._primaryDate,
    place: row._primaryPlace,
    gallery: where?.displayName,
    onView: where?.onDisplay,
    image: webUrl(imageAt(images?._iiif_image_base_url)) ?? webUrl(images?._primary_thumbnail),
  };
}

const List = z.object({ info: z.object({ record_count: figure }).nullish(), records: z.array(Row) });

/** A whole record has the texts that a search leaves out. */
const Detail = z.object({
  meta: z.object({ images: z.object({ _iiif_image: Text, _primary_thumbnail: Text }).nullish() }).nullish(),
  record: z.object({
    systemNumber: z.string(),
    accessionNumber: Text,
    objectType: Text,
    titles: z.array(z.object({ title: Text })).nullish(),
    summaryDescription: Text,
    briefDescription: Text,
    materialsAndTechniques: Text,
    creditLine: Text,
    artistMakerPerson: z.array(z.object({ name: Named, association: Named })).nullish(),
    placesOfOrigin: z.array(z.object({ place: Named })).nullish(),
    productionDates: z
      .array(z.object({ date: z.object({ text: Text, earliest: Text, latest: Text }).nullish() }))
      .nullish(),
    galleryLocations: z.array(z.object({ current: Named })).nullish(),
    dimensions: z
      .array(z.object({ dimension: Text, value: z.union([z.string(), z.number()]).nullish(), unit: Text }))
      .nullish(),
  }),
});

/** "1590-01-01" as its year. */
const yearOf = (written: string | null | undefined) => {
  const iso = isoDate(written);
  return iso ? Number(iso.slice(0, 4)) : undefined;
};

function detailItem({ record, meta }: z.output<typeof Detail>) {
  const { systemNumber: id, objectType: type } = record;
  const maker = record.artistMakerPerson?.[0];
  const made = record.productionDates?.[0]?.date;
  const description = textOfHtml(record.summaryDescription) ?? textOfHtml(record.briefDescription);
  return {
    title: record.titles?.[0]?.title || type || id,
    url: pageOf(id),
    snippet: excerpt(description),
    kind: "object" as const,
    id,
    description,
    accessionNumber: record.accessionNumber,
    type,
    artist: maker?.name?.text,
    artistRole: maker?.association?.text,
    dateText: made?.text,
    yearBegin: yearOf(made?.earliest),
    yearEnd: yearOf(made?.latest),
    place: record.placesOfOrigin?.[0]?.place?.text,
    medium: textOfHtml(record.materialsAndTechniques),
    dimensions: record.dimensions
      ?.flatMap(({ dimension, value, unit }) => (value ? [`${dimension}: ${value} ${unit ?? ""}`.trim()] : []))
      .join(", "),
    credit: record.creditLine,
    gallery: record.galleryLocations?.[0]?.current?.text,
    image: webUrl(imageAt(meta?.images?._iiif_image)) ?? webUrl(meta?.images?._primary_thumbnail),
  };
}

const isNumber = (q: string): boolean => /^O\d{1,8}$/i.test(q);

function request({ text: q, onDisplayAt, imagesExist, page }: Asked & PageRequest) {
  if (isNumber(q)) return page > 1 ? undefined : get(`${API}/museumobject/${q.toUpperCase()}`);
  return get(`${API}/objects/search`, {
    q,
    on_display_at: onDisplayAt,
    images_exist: imagesExist ? 1 : undefined,
    page,
    page_size: PER_PAGE,
  });
}

export const vam = defineSource({
  id: "vam",
  title: "Victoria and Albert Museum",
  docs: "https://developers.vam.ac.uk/",
  terms: "no key; the museum's terms for its data and images: https://www.vam.ac.uk/info/va-websites-terms-conditions",
  query: text(
    "words of a title, a maker, a subject; or an object's number (O9138), which reads its whole record",
    "william morris wallpaper",
    Options,
  ),
  item: CultureItem.extend({
    ...ObjectFields,
    artistRole: z.string().optional().describe("designer, manufacturer, …"),
  }),
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: request,
    judge: unknownNumber,
    body: shaped("record", Detail, List),
    items: (answer) =>
      ("record" in answer ? [answer] : answer.records).map((one) => ("record" in one ? detailItem(one) : rowItem(one))),
    next: (answer, _asked, response) =>
      "record" in answer ? null : pagesRemain(response, PER_PAGE, answer.info?.record_count),
  }),
});
