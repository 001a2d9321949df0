import { z } from "zod";
import { webUrl } from "../kit/links.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { cameraTime, Extent, formatOf } from "./item.ts";

/** A value of the file's description page, mostly HTML. */
const Told = z
  .object({ value: z.union([z.string(), z.number().transform(String)]) })
  .nullish()
  .transform((told) => told?.value);

/** An empty map comes as an empty list. */
const Metadata = z.preprocess(
  (value) => (Array.isArray(value) ? undefined : value),
  z
    .object({
      ImageDescription: Told,
      Artist: Told,
      Credit: Told,
      LicenseShortName: Told,
      LicenseUrl: Told,
      DateTimeOriginal: Told,
      Categories: Told,
    })
    .nullish(),
);

const File = z.object({
  descriptionurl: z.string(),
  url: z.string(),
  thumburl: z.string().nullish(),
  width: Extent,
  height: Extent,
  size: z.int().nonnegative().nullish(),
  mime: z.string().nullish(),
  timestamp: z.string().nullish(),
  user: z.string().nullish(),
  extmetadata: Metadata,
});

/** A file's page as the API answers it. */
export const Page = z.object({
  pageid: z.int().nullish(),
  index: z.int().nullish(),
  title: z.string(),
  imageinfo: z.array(File).nullish(),
});

/** What Commons says of a file. */
export function itemOf({ title, pageid, imageinfo }: z.output<typeof Page>) {
  const file = imageinfo?.[0];
  if (!file) return [];
  const told = file.extmetadata;
  return [
    {
      title: title.replace(/^File:/, "").replace(/\.[A-Za-z0-9]{2,5}$/, ""),
      url: file.descriptionurl,
      snippet: textOfHtml(told?.ImageDescription),
      image: file.url,
      width: file.width,
      height: file.height,
      format: formatOf(file.mime),
      sizeBytes: file.size,
      thumbnail: webUrl(file.thumburl),
      author: textOfHtml(told?.Artist),
      license: textOfHtml(told?.LicenseShortName),
      licenseUrl: webUrl(told?.LicenseUrl),
      publishedAt: isoDate(file.timestamp),
      takenAt: cameraTime(textOfHtml(told?.DateTimeOriginal)),
      tags: told?.Categories?.split("|"),
      id: pageid?.toString(),
      uploader: file.user,
      credit: textOfHtml(told?.Credit),
    },
  ];
}
