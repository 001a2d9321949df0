import { z } from "zod";
import { overHttps } from "../kit/over-https.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { Extent, formatOf } from "./item.ts";

/** What the API tells of a picture. */
const Told = z.object({
  nasa_id: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  date_created: z.string().nullish(),
  center: z.string().nullish(),
  photographer: z.string().nullish(),
  secondary_creator: z.string().nullish(),
  location: z.string().nullish(),
  keywords: z.array(z.string()).nullish(),
});

const Rendition = z.object({
  href: z.string(),
  rel: z.string().nullish(),
  render: z.string().nullish(),
  width: Extent,
  height: Extent,
  size: z.int().nonnegative().nullish(),
});

/** A picture as the API answers it. */
export const Asset = z.object({
  href: z.string().nullish(),
  data: z.array(Told).min(1),
  links: z.array(Rendition).nullish(),
});

/** The original (`canonical`) where it is named, else the widest of the others; older answers name the preview only. */
function largest(renditions: readonly z.output<typeof Rendition>[]) {
  const pictures = renditions.filter(({ render }) => !render || render === "image");
  return (
    pictures.find(({ rel }) => rel === "canonical") ??
    pictures.toSorted((a, b) => (b.width ?? 0) - (a.width ?? 0)).at(0)
  );
}

/** What NASA says of a picture. */
export function itemOf({ href, data: [told], links }: z.output<typeof Asset>) {
  const picture = largest(links ?? []);
  const image = overHttps(picture?.href);
  if (!told || !picture || !image) return [];
  return [
    {
      title: told.title,
      url: `https://images.nasa.gov/details/${encodeURIComponent(told.nasa_id)}`,
      snippet: textOfHtml(told.description),
      image,
      width: picture.width,
      height: picture.height,
      format: formatOf(/\.(\w{3,4})$/.exec(image)?.[1]),
      sizeBytes: picture.size,
      thumbnail: overHttps(links?.find(({ rel }) => rel === "preview")?.href),
      author: told.photographer || told.secondary_creator,
      publishedAt: isoDate(told.date_created),
      tags: told.keywords,
      id: told.nasa_id,
      center: told.center,
      location: told.location,
      manifest: overHttps(href),
    },
  ];
}
