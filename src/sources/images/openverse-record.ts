import { z } from "zod";
import { creativeCommons } from "../kit/creative-commons.ts";
import { Count } from "../kit/fields.ts";
import { webUrl } from "../kit/links.ts";
import { Extent, formatOf } from "./item.ts";

/** A picture as the API answers it. */
export const Picture = z.object({
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
export const itemOf = (picture: z.output<typeof Picture>) => ({
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
