import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { bearer, get } from "../kit/requests/request.ts";
import { creativeCommons } from "../kit/values/creative-commons.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { Extent, formatOf, ImageItem } from "./item.ts";

const PER_PAGE = 20;

/** Without a token nobody sees more rows than these. */
const OPEN_ROWS = 240;

/** A picture as the API answers it. */
const Picture = z.object({
  id: z.string(),
  title: z.string().nullish(),
  foreign_landing_url: z.string().nullish(),
  url: z.string(),
  thumbnail: z.string().nullish(),
  creator: z.string().nullish(),
  creator_url: z.string().nullish(),
  license: z.string(),
  license_version: z.string().nullish(),
  license_url: z.string().nullish(),
  attribution: z.string().nullish(),
  provider: z.string().nullish(),
  source: z.string().nullish(),
  category: z.string().nullish(),
  width: Extent,
  height: Extent,
  filetype: z.string().nullish(),
  filesize: Count.nullish(),
  mature: z.boolean().nullish(),
  tags: z.array(z.object({ name: z.string() })).nullish(),
});

const codeOf = ({ license, license_version }: z.output<typeof Picture>): string =>
  [license, license_version].filter(Boolean).join(" ");

/** What Openverse says of a picture. */
const itemOf = (picture: z.output<typeof Picture>) => ({
  title: picture.title,
  url: webUrl(picture.foreign_landing_url) ?? picture.url,
  snippet: picture.attribution,
  image: picture.url,
  width: picture.width,
  height: picture.height,
  format: formatOf(picture.filetype),
  sizeBytes: picture.filesize,
  thumbnail: webUrl(picture.thumbnail),
  author: picture.creator,
  authorUrl: webUrl(picture.creator_url),
  license: creativeCommons(picture.license_url) ?? codeOf(picture),
  licenseUrl: webUrl(picture.license_url),
  tags: picture.tags?.map(({ name }) => name),
  id: picture.id,
  provider: picture.provider,
  collection: picture.source,
  category: picture.category,
  mature: picture.mature,
});

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
