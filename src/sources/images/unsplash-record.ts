import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { Extent } from "./item.ts";

/** A photograph as the API answers it. */
export const Photo = z.object({
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
export const itemOf = (photo: z.output<typeof Photo>) => ({
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
