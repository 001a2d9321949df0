import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate, textOfHtml } from "../kit/values.ts";
import { fullTitle, yearIn } from "./item.ts";

/** A volume as the API answers it. */
export const Volume = z.object({
  id: z.string(),
  volumeInfo: z.object({
    title: z.string().nullish(),
    subtitle: z.string().nullish(),
    authors: z.array(z.string()).nullish(),
    publisher: z.string().nullish(),
    publishedDate: z.string().nullish(),
    description: z.string().nullish(),
    industryIdentifiers: z.array(z.object({ type: z.string(), identifier: z.string() })).nullish(),
    pageCount: Count.nullish(),
    categories: z.array(z.string()).nullish(),
    averageRating: z.number().nullish(),
    ratingsCount: Count.nullish(),
    language: z.string().nullish(),
    imageLinks: z.object({ thumbnail: z.string().nullish() }).nullish(),
    canonicalVolumeLink: z.string().nullish(),
    infoLink: z.string().nullish(),
    previewLink: z.string().nullish(),
  }),
  saleInfo: z.object({ listPrice: z.object({ amount: z.number(), currencyCode: z.string() }).nullish() }).nullish(),
  accessInfo: z.object({ viewability: z.string().nullish() }).nullish(),
  searchInfo: z.object({ textSnippet: z.string().nullish() }).nullish(),
});

const secure = (address: string | null | undefined): string | undefined => address?.replace(/^http:/, "https:");

/** What Google says of a volume. */
export const itemOf = ({ id, volumeInfo: volume, saleInfo, accessInfo, searchInfo }: z.output<typeof Volume>) => {
  if (!volume.title) return [];
  return {
    title: fullTitle(volume.title, volume.subtitle),
    url: secure(volume.canonicalVolumeLink || volume.infoLink),
    snippet: textOfHtml(volume.description || searchInfo?.textSnippet),
    authors: volume.authors,
    publishers: volume.publisher ? [volume.publisher] : undefined,
    publishedAt: isoDate(volume.publishedDate) ?? yearIn(volume.publishedDate),
    languages: volume.language ? [volume.language] : undefined,
    isbn: volume.industryIdentifiers?.flatMap(({ type, identifier }) => (type.startsWith("ISBN_") ? identifier : [])),
    subjects: volume.categories,
    pages: volume.pageCount || undefined,
    image: secure(volume.imageLinks?.thumbnail),
    id,
    rating: volume.averageRating,
    ratings: volume.ratingsCount,
    price: saleInfo?.listPrice?.amount,
    currency: saleInfo?.listPrice?.currencyCode,
    viewability: accessInfo?.viewability,
    previewUrl: secure(volume.previewLink),
  };
};
