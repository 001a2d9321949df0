import { absolute, type El } from "../html/dom.ts";
import { numberIn } from "../values/numbers.ts";
import { child, children } from "./fields.ts";
import type { FeedEnclosure } from "./model.ts";

/** The largest picture that the entry declares. */
export function imageOf(row: El, base: string): string | undefined {
  const declared = row
    .all("media\\:content, media\\:thumbnail")
    .filter(
      (media) =>
        media.matches("media\\:thumbnail") ||
        media.attr("medium") === "image" ||
        /^image\//.test(media.attr("type") ?? "") ||
        (!media.attr("type") &&
          !media.attr("medium") &&
          /\.(jpe?g|png|gif|webp|avif)(\?|$)/i.test(media.attr("url") ?? "")),
    );
  const width = (media: El): number => numberIn(media.attr("width")) ?? 0;
  const widest = declared.reduce<El | undefined>(
    (best, media) => (best && width(best) >= width(media) ? best : media),
    undefined,
  );
  const picture = child(row, "itunes:image");
  return absolute(widest?.attr("url") ?? picture?.attr("href") ?? child(row, "image")?.one("url")?.text(), base);
}

/** The first picture of the text that is no tracking pixel and no button of FeedBurner's. */
export const pictureIn = (body: El): string | undefined =>
  body
    .all("img[src]")
    .filter((img) => Number(img.attr("width") ?? 99) > 2 && Number(img.attr("height") ?? 99) > 2)
    .flatMap((img) => img.link(undefined, "src") ?? [])
    .find((address) => !/^https?:\/\/feeds\.[^/]+\/~/.test(address));

/** What is attached: RSS's `enclosure`, Atom's link of that relation, or a sound or film of Media RSS. */
export function enclosureOf(row: El, base: string): FeedEnclosure | undefined {
  const el =
    child(row, "enclosure") ??
    children(row, "link").find((link) => link.attr("rel") === "enclosure") ??
    row.all("media\\:content").find((media) => /^(audio|video)\//.test(media.attr("type") ?? ""));
  const url = absolute(el?.attr("url") ?? el?.attr("href"), base);
  if (!el || !url) return undefined;
  const bytes = Number(el.attr("length") ?? el.attr("filesize"));
  return { url, type: el.attr("type"), bytes: Number.isSafeInteger(bytes) && bytes > 0 ? bytes : undefined };
}
