import { z } from "zod";
import { defineSource } from "../define.ts";
import { bearer } from "../kit/bearer.ts";
import { json } from "../kit/json.ts";
import { text } from "../kit/query.ts";
import { get } from "../kit/request.ts";
import { ImageItem } from "./item.ts";
import { itemOf, Picture } from "./openverse-record.ts";

const PER_PAGE = 20;

/** Without a token nobody sees more rows than these. */
const OPEN_ROWS = 240;

export const openverse = defineSource({
  id: "openverse",
  title: "Openverse (openly licensed images)",
  docs: "https://api.openverse.org/v1/",
  terms: "openly licensed works, each under its own licence; without a token 20 requests a minute, 200 a day",
  query: text("words to search openly licensed pictures for", "galah"),
  key: { env: ["OPENVERSE_TOKEN"], required: false, from: "https://api.openverse.org/v1/auth_tokens/register/" },
  item: ImageItem.extend({
    snippet: z.string().optional().describe("the line that credits the work"),
    provider: z.string().optional().describe("the site it came from, e.g. flickr"),
    collection: z.string().optional().describe("the collection within the provider, e.g. nasa"),
    category: z.string().optional().describe("photograph, illustration or digitized_artwork"),
    mature: z.boolean().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000 },
  read: json({
    pages: ({ text: q, page, key }) =>
      !key && page * PER_PAGE > OPEN_ROWS
        ? undefined
        : get("https://api.openverse.org/v1/images/", { q, page, page_size: PER_PAGE }, { headers: bearer(key) }),
    body: z.object({ results: z.array(Picture), page: z.int().nullish(), page_count: z.int().nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ page, page_count }) => ((page ?? 1) < (page_count ?? 0) ? undefined : null),
  }),
});
