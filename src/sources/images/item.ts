import { z } from "zod";
import { numeric } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { isoDate } from "../kit/values/dates.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

const Pixels = z.int().positive();

/** A picture, and the page that shows it. */
export const ImageItem = BaseItem.extend({
  url: HttpUrl.describe("the page that shows the picture"),
  image: HttpUrl.describe("the picture itself, the largest that the source names"),
  width: Pixels.optional().describe("pixels of the picture"),
  height: Pixels.optional().describe("pixels of the picture"),
  format: z.string().optional().describe("jpeg, png, gif, svg, webp, tiff, …"),
  sizeBytes: Count.optional(),
  thumbnail: HttpUrl.optional(),
  author: z.string().optional().describe("who made it"),
  authorUrl: HttpUrl.optional(),
  license: z.string().optional().describe("short name, e.g. CC BY-SA 4.0"),
  licenseUrl: HttpUrl.optional(),
  publishedAt: IsoDate.optional(),
  takenAt: IsoDate.optional().describe("when it was taken, in the local time of the camera"),
  tags: z.array(z.string()).optional(),
  siteName: z.string().optional().describe("the site that shows it"),
  id: z.string().optional().describe("the picture's id at its source"),
});

/** What searches of the web's pictures may be asked beside the words; one that cannot honour an option does not have it. */
const ImageOptions = SearchOptions.pick({ language: true, region: true, safe: true });

/** What is asked for. */
export type ImageInput = { readonly text: string } & z.output<typeof ImageOptions>;

/** A search of the web's pictures: `{ text, language?, region?, safe? }`. */
export const imageText = (describe: string, example: string) => text(describe, example, ImageOptions);

/** A length in pixels as upstreams write it: number or text, 0 where they do not know. */
export const Extent = numeric.nullish().transform((length) => (length && length > 0 ? Math.round(length) : undefined));

/** A media type (`image/svg+xml`) or a file's ending (`jpg`) as the name of the format. */
export const formatOf = (written: string | null | undefined): string | undefined =>
  written
    ?.toLowerCase()
    .replace(/^image\//, "")
    .replace(/\+xml$/, "")
    .replace(/^jpg$/, "jpeg")
    .replace(/^tif$/, "tiff");

/** A camera's date: a time is the camera's own, whatever zone the upstream wrote beside it. */
export const cameraTime = (written: string | null | undefined): string | undefined =>
  /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?/.exec(written ?? "")?.[0].replace(" ", "T") ?? isoDate(written);
