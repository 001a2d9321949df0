import { z } from "zod";
import { SourceError } from "../../errors.ts";
import type { HttpResponse } from "../../upstream/types.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { Extent, ImageItem } from "./item.ts";

/* The pictures' addresses keep their parameter `ixid`, as Unsplash's guidelines ask of those who show them. */

const PER_PAGE = 20;

/** Too many requests are answered with 403 and plain words. */
function judge(response: HttpResponse): SourceError | undefined {
  return response.status === 403 && /rate limit/i.test(upstreamMessage(response) ?? "")
    ? new SourceError("rate-limited", "Unsplash says: Rate Limit Exceeded (50 requests an hour with a demo key).")
    : undefined;
}

const Refused = z.object({ errors: z.array(z.string()).min(1) });

const KINDS: Readonly<Record<number, "bad-query" | "missing-key" | "blocked" | "not-found">> = {
  400: "bad-query",
  401: "missing-key",
  403: "blocked",
  404: "not-found",
  422: "bad-query",
};

function refused(body: unknown, { status }: HttpResponse): SourceError | undefined {
  const said = Refused.safeParse(body).data?.errors.join("; ");
  const kind = KINDS[status];
  return said && kind ? new SourceError(kind, `Unsplash says (HTTP ${status}): ${quotedSaying(said)}.`) : undefined;
}

/** A photograph as the API answers it. */
const Photo = z.object({
  id: z.string(),
  description: z.string().nullish(),
  alt_description: z.string().nullish(),
  width: Extent,
  height: Extent,
  color: z.string().nullish(),
  created_at: z.string().nullish(),
  likes: Count.nullish(),
  urls: z.object({ regular: z.string(), thumb: z.string().nullish() }),
  links: z.object({ html: z.string() }),
  user: z.object({ name: z.string().nullish(), links: z.object({ html: z.string().nullish() }).nullish() }).nullish(),
  tags: z.array(z.object({ title: z.string().nullish() })).nullish(),
});

/** What Unsplash says of a photograph. */
const itemOf = (photo: z.output<typeof Photo>) => ({
  title: photo.alt_description || photo.description,
  url: photo.links.html,
  snippet: photo.description,
  image: photo.urls.regular,
  width: photo.width,
  height: photo.height,
  thumbnail: photo.urls.thumb,
  author: photo.user?.name,
  authorUrl: photo.user?.links?.html,
  publishedAt: isoDate(photo.created_at),
  tags: photo.tags?.flatMap(({ title }) => title ?? []),
  id: photo.id,
  likes: photo.likes,
  color: photo.color,
});

export const unsplash = defineSource({
  id: "unsplash",
  title: "Unsplash",
  docs: "https://unsplash.com/documentation#search-photos",
  terms:
    "Unsplash License: show the photos from their own addresses and credit the author; 50 requests an hour at first",
  query: text("words to search the photos for", "dog", SearchOptions.pick({ safe: true })),
  key: { env: ["UNSPLASH_ACCESS_KEY"], required: true, from: "https://unsplash.com/oauth/applications" },
  item: ImageItem.extend({
    image: ImageItem.shape.image.describe("the photo, 1080 pixels wide"),
    width: ImageItem.shape.width.describe("pixels of the original"),
    height: ImageItem.shape.height.describe("pixels of the original"),
    likes: Count.optional(),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i)
      .optional()
      .describe("its main colour, #rrggbb"),
  }),
  polite: { concurrency: 1 },
  read: json({
    pages: ({ text: query, safe, page, key }) =>
      get(
        "https://api.unsplash.com/search/photos",
        { query, page, per_page: PER_PAGE, content_filter: safe === "strict" ? "high" : "low" },
        { headers: { authorization: `Client-ID ${key}`, "accept-version": "v1" } },
      ),
    judge,
    refused,
    body: z.object({ results: z.array(Photo), total: z.int().nullish() }),
    items: ({ results }) => results.map(itemOf),
    next: ({ total }, _input, response) => pagesRemain(response, PER_PAGE, total),
  }),
});
