import { z } from "zod";
import { SourceError } from "../../../errors.ts";
import { textOfHtml } from "../../kit/html/dom.ts";
import { json, numeric } from "../../kit/readers/json.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { get } from "../../kit/requests/request.ts";
import { quotedSaying } from "../../kit/responses/said.ts";
import { creativeCommons } from "../../kit/values/creative-commons.ts";
import { unixSeconds } from "../../kit/values/dates.ts";
import { Count } from "../../kit/values/fields.ts";
import { webUrl } from "../../kit/values/links.ts";
import { cameraTime, Extent } from "../item.ts";

const PER_PAGE = 20;

/** Sizes from the largest: the original, then 1024, 640, 320 and 240 pixels at most. */
const SIZES = ["o", "l", "z", "n", "s"] as const;

const Photo = z.object({
  id: z.string(),
  owner: z.string(),
  ownername: z.string().nullish(),
  title: z.string().nullish(),
  description: z.object({ _content: z.string().nullish() }).nullish(),
  license: z.union([z.string(), z.number().transform(String)]).nullish(),
  dateupload: numeric.nullish(),
  datetaken: z.string().nullish(),
  datetakengranularity: numeric.nullish(),
  datetakenunknown: numeric.nullish(),
  tags: z.string().nullish(),
  views: numeric.pipe(Count).nullish(),
  ...{ url_o: z.string().nullish(), width_o: Extent, height_o: Extent },
  ...{ url_l: z.string().nullish(), width_l: Extent, height_l: Extent },
  ...{ url_z: z.string().nullish(), width_z: Extent, height_z: Extent },
  ...{ url_n: z.string().nullish(), width_n: Extent, height_n: Extent },
  ...{ url_s: z.string().nullish(), width_s: Extent, height_s: Extent },
});
type Photo = z.output<typeof Photo>;

/** As exact as Flickr knows it: https://www.flickr.com/services/api/misc.dates.html */
function taken({ datetaken, datetakengranularity: grain, datetakenunknown }: Photo): string | undefined {
  if (datetakenunknown) return undefined;
  const length = grain ? (grain === 4 ? 7 : 4) : 19;
  return cameraTime(datetaken)?.slice(0, length);
}

const cc = (path: string) => {
  const url = `https://creativecommons.org/${path}/`;
  return { license: creativeCommons(url), licenseUrl: url };
};

/** Licences by the number that photos name them by: https://www.flickr.com/services/api/flickr.photos.licenses.getInfo.html */
const LICENSES: Readonly<Record<string, { readonly license?: string | undefined; readonly licenseUrl?: string }>> = {
  "0": { license: "All Rights Reserved" },
  "1": cc("licenses/by-nc-sa/2.0"),
  "2": cc("licenses/by-nc/2.0"),
  "3": cc("licenses/by-nc-nd/2.0"),
  "4": cc("licenses/by/2.0"),
  "5": cc("licenses/by-sa/2.0"),
  "6": cc("licenses/by-nd/2.0"),
  "7": { license: "No known copyright restrictions", licenseUrl: "https://www.flickr.com/commons/usage/" },
  "8": { license: "United States Government Work", licenseUrl: "https://www.usa.gov/copyright.shtml" },
  "9": cc("publicdomain/zero/1.0"),
  "10": cc("publicdomain/mark/1.0"),
};

/** A photo's licence; of numbers unknown to us only the number. */
const flickrLicense = (id: string | null | undefined) => ({ ...LICENSES[id ?? ""], licenseId: id });

function itemOf(photo: Photo) {
  const sizes = SIZES.flatMap((size) => {
    const url = photo[`url_${size}` as const];
    return url ? [{ url, width: photo[`width_${size}` as const], height: photo[`height_${size}` as const] }] : [];
  });
  const [largest] = sizes;
  return (
    largest && {
      title: photo.title,
      url: `https://www.flickr.com/photos/${photo.owner}/${photo.id}`,
      snippet: textOfHtml(photo.description?._content),
      image: largest.url,
      width: largest.width,
      height: largest.height,
      thumbnail: webUrl(photo.url_n ?? photo.url_s),
      author: photo.ownername,
      authorUrl: `https://www.flickr.com/photos/${photo.owner}/`,
      ...flickrLicense(photo.license),
      publishedAt: unixSeconds(photo.dateupload),
      takenAt: taken(photo),
      tags: photo.tags?.split(/\s+/),
      id: photo.id,
      views: photo.views,
    }
  );
}

const Failed = z.object({ stat: z.literal("fail"), code: numeric, message: z.string().nullish() });

/** The API's own errors, of status 200: https://www.flickr.com/services/api/flickr.photos.search.html */
function refused(body: unknown): SourceError | undefined {
  const failed = Failed.safeParse(body).data;
  if (!failed) return undefined;
  const said = `${quotedSaying(failed.message ?? "no reason given")} (error ${failed.code}).`;
  if (failed.code === 100) return new SourceError("missing-key", `Flickr refuses FLICKR_API_KEY: ${said}`);
  if (failed.code === 10 || failed.code === 105 || failed.code === 106)
    return new SourceError("unreachable", `Flickr's search failed: ${said}`);
  return new SourceError("bad-query", `Flickr refuses the query: ${said}`);
}

/** Photos by words, with a key. */
export const flickrSearch = json({
  pages: ({ text: words, page, key }: { readonly text: string } & PageRequest) =>
    get("https://api.flickr.com/services/rest/", {
      method: "flickr.photos.search",
      api_key: key,
      text: words.replaceAll(",", " "),
      sort: "relevance",
      extras: "description,license,date_upload,date_taken,owner_name,tags,url_s,url_n,url_z,url_l,url_o,views",
      per_page: PER_PAGE,
      page,
      format: "json",
      nojsoncallback: 1,
    }),
  refused,
  body: z.object({ photos: z.object({ photo: z.array(Photo), page: numeric.nullish(), pages: numeric.nullish() }) }),
  items: ({ photos }) => photos.photo.flatMap((photo) => itemOf(photo) ?? []),
  next: ({ photos: { page, pages } }) => ((page ?? 1) < (pages ?? 0) ? undefined : null),
});
