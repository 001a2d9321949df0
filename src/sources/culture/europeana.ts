import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json, listOf } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { CultureItem, ObjectFields } from "./item.ts";

const ROWS = 24;
/** Rows beyond this one have cursors of their own, which forget the order by relevance. */
const LAST_START = 1000;

const Options = z.object({
  type: z.enum(["IMAGE", "TEXT", "VIDEO", "SOUND", "3D"]).optional(),
  country: z.string().max(60).optional().describe("only what a country provides, by its English name: france"),
  media: z.stringbool().default(true).describe("only objects whose picture, text or sound can be opened"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

const Texts = listOf(z.string());
/** Texts by language, `def` where it is not known. */
const ByLanguage = z.record(z.string(), Texts).nullish();

const Entry = z.object({
  id: z.string(),
  guid: z.string().nullish(),
  type: z.string().nullish(),
  title: Texts,
  dcTitleLangAware: ByLanguage,
  dcDescription: Texts,
  dcCreator: Texts,
  dcCreatorLangAware: ByLanguage,
  edmAgentLabel: listOf(z.record(z.string(), z.string())),
  dataProvider: Texts,
  provider: Texts,
  country: Texts,
  year: listOf(figure),
  language: Texts,
  rights: Texts,
  edmIsShownAt: Texts,
  edmIsShownBy: Texts,
  edmPreview: Texts,
  edmPlaceLatitude: listOf(figure),
  edmPlaceLongitude: listOf(figure),
  score: figure,
});

type Entry = z.output<typeof Entry>;

/** The first text, the English one before the others; addresses of things are no texts. */
function textIn(all: z.output<typeof ByLanguage>): string | undefined {
  const texts = [...(all?.["en"] ?? []), ...Object.values(all ?? {}).flat()];
  return texts.find((one) => !isAddress(one));
}

const isAddress = (value: string): boolean => /^(?:https?:\/\/|#)/.test(value);

const creatorOf = (entry: Entry): string | undefined =>
  entry.dcCreator.find((one) => !isAddress(one)) ??
  textIn(entry.dcCreatorLangAware) ??
  (entry.dcCreator.length > 0 ? Object.values(entry.edmAgentLabel[0] ?? {})[0] : undefined);

/** Its page; its query names the key that asked. */
function pageOf({ guid, id }: Entry): string {
  const url = URL.parse(guid ?? "");
  return url ? `${url.origin}${url.pathname}` : `https://www.europeana.eu/item${id}`;
}

function itemOf(entry: Entry) {
  const description = entry.dcDescription[0];
  return {
    title: entry.title[0] ?? textIn(entry.dcTitleLangAware) ?? `Object ${entry.id}`,
    url: pageOf(entry),
    snippet: excerpt(description),
    kind: "object" as const,
    id: entry.id,
    description,
    type: entry.type,
    artist: creatorOf(entry),
    provider: entry.dataProvider[0],
    aggregator: entry.provider[0],
    country: entry.country[0],
    yearBegin: entry.year[0],
    language: entry.language[0],
    rights: webUrl(entry.rights[0]),
    sourceUrl: webUrl(entry.edmIsShownAt[0]),
    image: webUrl(entry.edmPreview[0]),
    media: webUrl(entry.edmIsShownBy[0]),
    latitude: entry.edmPlaceLatitude[0],
    longitude: entry.edmPlaceLongitude[0],
    relevance: entry.score,
  };
}

export const europeana = defineSource({
  id: "europeana",
  title: "Europeana",
  docs: "https://europeana.atlassian.net/wiki/spaces/EF/pages/2385739812/Search+API+Documentation",
  terms: "free key; CC0 metadata, each object its own rights",
  key: { env: ["EUROPEANA_API_KEY"], required: true, from: "https://pro.europeana.eu/page/get-api" },
  query: text('words, or a query by fields such as who:"Vermeer"', "mona lisa", Options),
  item: CultureItem.extend({
    ...ObjectFields,
    type: z.string().optional().describe("IMAGE, TEXT, VIDEO, SOUND or 3D"),
    provider: z.string().optional().describe("the museum, library or archive that has it"),
    aggregator: z.string().optional().describe("who handed it on to Europeana"),
    country: z.string().optional(),
    language: z.string().optional().describe("of the record; mul: several"),
    rights: HttpUrl.optional().describe("the statement of rights"),
    sourceUrl: HttpUrl.optional().describe("its page at the provider"),
    media: HttpUrl.optional().describe("the picture, text or sound itself"),
    latitude: z.number().min(-90).max(90).optional(),
    longitude: z.number().min(-180).max(180).optional(),
    relevance: z.number().optional().describe("Europeana's own figure"),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: json({
    pages: ({ text: q, type, country, media, page, key }: Asked & PageRequest) => {
      const start = 1 + (page - 1) * ROWS;
      if (start > LAST_START) return undefined;
      const qf = [...(type ? [`TYPE:${type}`] : []), ...(country ? [`COUNTRY:"${country.replaceAll('"', "")}"`] : [])];
      return get(
        "https://api.europeana.eu/record/v2/search.json",
        { query: q, qf, rows: ROWS, start, profile: "standard", media: media ? true : undefined },
        { headers: { "x-api-key": key } },
      );
    },
    refused: (body, response) =>
      response.status === 200 && z.object({ success: z.literal(false) }).safeParse(body).success
        ? new SourceError(
            "bad-query",
            `Europeana refused the query: ${quotedSaying(upstreamMessage(response) ?? "no reason given")}`,
          )
        : undefined,
    body: z.object({ items: z.array(Entry), totalResults: figure }),
    items: ({ items }) => items.map(itemOf),
    // `start` counts from 1.
    next: ({ items, totalResults }, _asked, response) =>
      rowsRemain(response, "start", items.length, totalResults == null ? totalResults : totalResults + 1),
  }),
});
