import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { DataciteItem, DataciteRecord, itemOf } from "./datacite-record.ts";
import { doiOf, doiPath } from "./identifiers.ts";
import { maybe } from "./reading.ts";

const SIZE = 25;
const NAMED = { affiliation: "true", publisher: "true" };

const one = json({
  request: ({ doi }: { doi?: string } & PageAsk) => get(`https://api.datacite.org/dois/${doiPath(doi ?? "")}`, NAMED),
  body: z.object({ data: DataciteRecord }),
  items: ({ data }) => [itemOf(data)],
});

const found = json({
  pages: ({ text, page }: { text: string } & PageAsk) =>
    page * SIZE > 10_000
      ? undefined
      : get("https://api.datacite.org/dois", { query: text, "page[number]": page, "page[size]": SIZE, ...NAMED }),
  body: z.object({ data: z.array(DataciteRecord), links: z.object({ next: maybe }).nullish() }),
  next: ({ links }) => (links?.next ? undefined : null),
  items: ({ data }) => data.map(itemOf),
});

export const datacite = defineSource({
  id: "datacite",
  title: "DataCite DOIs",
  docs: "https://support.datacite.org/docs/api",
  terms: "CC0 metadata; 3,000 requests in five minutes",
  query: query({
    describe: "words, an Elasticsearch query (titles.title:climate AND types.resourceTypeGeneral:Dataset) or a DOI",
    example: "climate dataset",
    parse: (text) => {
      const doi = doiOf(text);
      return { text, ...(doi && { doi }) };
    },
  }),
  item: DataciteItem,
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: either(({ doi }: { text: string; doi?: string }) => doi !== undefined, one, found),
});
