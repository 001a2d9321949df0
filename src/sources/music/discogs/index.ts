import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { defineSource } from "../../define.ts";
import { branch } from "../../kit/compose/steps.ts";
import { json } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { pagesRemain } from "../../kit/requests/further.ts";
import { query } from "../../kit/requests/query.ts";
import { get } from "../../kit/requests/request.ts";
import { Count, HttpUrl, Money } from "../../kit/values/fields.ts";
import { MusicItem } from "../item.ts";
import { Entry, entryOf, Hit, hitOf } from "./record.ts";

const API = "https://api.discogs.com";
const TOKEN = "DISCOGS_TOKEN";
const PER_PAGE = 25;

const Options = z.object({
  type: z.enum(["release", "master", "artist", "label"]).optional().describe("what to search for, default release"),
});

interface Input {
  readonly text: string;
  readonly type: string;
  /** The number of the one that is asked for. */
  readonly id?: string | undefined;
}

const ONE =
  /^(?:(?:https?:\/\/)?(?:www\.)?discogs\.com\/(?:[a-z]{2}\/)?)?(release|master|artist|label)[:/]\s?(\d{1,12})(?:-[^\s]*)?$/i;

function parse(text: string, { type = "release" }: z.output<typeof Options>): Input {
  const [, kind, id] = ONE.exec(text) ?? [];
  return kind ? { text, type: kind.toLowerCase(), id } : { text, type };
}

const signed = (token: string) => (token ? { headers: { authorization: `Discogs token=${token}` } } : {});

const search = json({
  pages: ({ text: q, type, page, key }: Input & PageRequest) => {
    if (key) return get(`${API}/database/search`, { q, type, per_page: PER_PAGE, page }, signed(key));
    const sentence = `Discogs searches only with a token (environment variable ${TOKEN}); without one: release:8604223.`;
    throw new SourceError("missing-key", sentence);
  },
  body: z.object({ results: z.array(Hit), pagination: z.object({ items: Count.nullish() }).nullish() }),
  items: ({ results }) => results.map(hitOf),
  next: ({ pagination }, _input, response) => pagesRemain(response, PER_PAGE, pagination?.items),
});

const one = json({
  request: ({ type, id, key }: Input & PageRequest) => get(`${API}/${type}s/${id}`, {}, signed(key)),
  body: Entry,
  items: (entry, { type, id }, _response, { notice }) => {
    notice({ kind: "note", text: `understood as ${type} ${id}` });
    return [entryOf(entry, type)];
  },
});

export const discogs = defineSource({
  id: "discogs",
  title: "Discogs",
  docs: "https://www.discogs.com/developers",
  terms: "25 requests a minute without a token, 60 with one; searching needs one",
  key: { env: [TOKEN], required: false, from: "https://www.discogs.com/settings/developers" },
  query: query({
    describe: "words (with a token), or one by its page or number: release:8604223, master:…, artist:…, label:…",
    example: "pink floyd ummagumma",
    options: Options,
    parse,
  }),
  item: MusicItem.extend({
    year: z.int().optional(),
    formats: z.array(z.string()).optional().describe("Vinyl, CD, LP, Album …"),
    styles: z.array(z.string()).optional(),
    catalogueNumbers: z.array(z.string()).optional().describe("the labels' own"),
    tracklist: z
      .array(
        z.object({
          position: z.string().optional(),
          title: z.string(),
          durationSeconds: z.number().nonnegative().optional(),
        }),
      )
      .optional(),
    members: z.array(z.string()).optional(),
    links: z.array(HttpUrl).optional(),
    have: Count.optional().describe("collectors who have it"),
    want: Count.optional().describe("collectors who want it"),
    rating: z.number().min(0).max(5).optional().describe("collectors' mean, 1 to 5"),
    ratings: Count.optional(),
    lowestPrice: Money.optional().describe("of those for sale"),
    forSale: Count.optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 2400 },
  read: branch(({ id }: Input) => id !== undefined, one, search),
});
