import { z } from "zod";
import { defineSource } from "../define.ts";
import { either } from "../kit/compose.ts";
import { json } from "../kit/json.ts";
import type { PageAsk } from "../kit/paged.ts";
import { query } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { maybe } from "./reading.ts";
import { itemOf, ZenodoItem, ZenodoRecord } from "./zenodo-record.ts";

const API = "https://zenodo.org/api/records";
const SIZE = 25;

const Options = z.object({
  sort: z.enum(["bestmatch", "mostrecent", "newest"]).default("bestmatch"),
  communities: z.string().optional().describe("a community's name within Zenodo, such as ipbes"),
  all_versions: z.stringbool().default(false),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** A record's number, where nothing else was asked. */
  readonly id?: string | undefined;
}

const authorized = (key: string) => (key ? { headers: { authorization: `Bearer ${key}` } } : {});

const one = json({
  request: ({ id, key }: Input & PageAsk) => get(`${API}/${id}`, {}, authorized(key)),
  body: ZenodoRecord,
  items: (record, { id }, _response, context) => {
    context.notice({ kind: "note", text: `understood as Zenodo record ${id}` });
    return [itemOf(record)];
  },
});

const found = json({
  pages: ({ text, sort, communities, all_versions, page, key }: Input & PageAsk) =>
    page * SIZE > 10_000
      ? undefined
      : get(
          API,
          { q: text, page, size: SIZE, sort, communities, all_versions: all_versions || undefined },
          authorized(key),
        ),
  body: z.object({
    hits: z.object({ total: z.int(), hits: z.array(ZenodoRecord) }),
    links: z.object({ next: maybe }).nullish(),
  }),
  next: ({ links }) => (links?.next ? undefined : null),
  items: ({ hits }) => hits.hits.map(itemOf),
});

export const zenodo = defineSource({
  id: "zenodo",
  title: "Zenodo records",
  docs: "https://developers.zenodo.org/#records",
  terms: "CC0 metadata; 60 requests a minute and 2,000 an hour without a token",
  key: { env: ["ZENODO_TOKEN"], required: false, from: "https://zenodo.org/account/settings/applications/" },
  query: query({
    describe: "words, a query of fields (resource_type.type:dataset), a record's number or Zenodo DOI",
    example: "biodiversity assessment",
    options: Options,
    parse: (text, options): Input => ({
      ...options,
      text,
      id: /^(?:\S*10\.5281\/zenodo\.|https?:\/\/zenodo\.org\/records?\/)?(\d{5,12})$/i.exec(text)?.[1],
    }),
  }),
  item: ZenodoItem,
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: either(({ id }: Input) => id !== undefined, one, found),
});
