import type { Element } from "domhandler";
import { absoluteUrl } from "../address.ts";
import { classesOf, elementsIn, findIn } from "../elements.ts";
import { isShown, pictureAddress } from "../images.ts";
import type { Inline } from "./nodes.ts";

/** Names of elements that play something. */
export const EMBEDS: ReadonlySet<string> = new Set([
  "iframe",
  "video",
  "audio",
  "object",
  "embed",
  "lite-youtube",
  "lite-vimeo",
  "amp-youtube",
  "amp-video",
]);
/** Frames that show nothing to read: advertisements, counters, forms of consent. */
const NO_CONTENT =
  /(?:doubleclick|googletagmanager|googlesyndication|google\.com\/recaptcha|adservice|amazon-adsystem|facebook\.com\/(?:tr|plugins\/like)|platform\.twitter\.com\/widgets\/(?:tweet_button|follow)|disqus|about:blank|cookie|consent|addthis|sharethis|newsletter)/i;
const EMOJI = /(?:^|[\s_-])(?:emoji|emoticon|smiley|wp-smiley|twemoji)(?:[\s_-]|$)/i;
/** No larger, a picture without a description is a sign. */
const SIGN_PIXELS = 32;

/** A picture as it is shown: its best address and its description; a text for a picture of a sign that stands for one. */
export function pictureOf(image: Element, base: string): Inline | undefined {
  const alt = image.attribs["alt"]?.replace(/\s+/g, " ").trim() ?? "";
  if (EMOJI.test(classesOf(image))) return alt ? { type: "text", value: alt } : undefined;
  if (!isShown(image) || isSign(image, alt)) return undefined;
  const url = pictureAddress(image, base);
  return url === undefined ? undefined : { type: "image", url, alt };
}

function isSign({ attribs }: Element, alt: string): boolean {
  if (alt) return false;
  if (/^(?:presentation|none)$/.test(attribs["role"] ?? "") || attribs["aria-hidden"] === "true") return true;
  const size = (name: string) => Number(/^\s*(\d{1,5})/.exec(attribs[name] ?? "")?.[1] ?? Number.POSITIVE_INFINITY);
  return Math.min(size("width"), size("height")) <= SIGN_PIXELS;
}

/** What is played on a page, as a link to it. */
export function embedOf(element: Element, base: string): Inline | undefined {
  const url = addressOf(element, base);
  if (url === undefined || NO_CONTENT.test(url)) return undefined;
  const { attribs, name } = element;
  const title = (attribs["title"] ?? attribs["aria-label"] ?? attribs["playlabel"])?.replace(/\s+/g, " ").trim();
  const kind = /audio|soundcloud|spotify/.test(name + url) ? "Audio" : isFilm(name, url) ? "Video" : "Embedded page";
  return { type: "link", url, children: [{ type: "text", value: title || kind }] };
}

const isFilm = (name: string, url: string): boolean =>
  /video|youtube|vimeo/.test(name) || /youtu|vimeo|video|dailymotion|\.(?:mp4|webm)/i.test(url);

function addressOf(element: Element, base: string): string | undefined {
  const { attribs } = element;
  const film = attribs["videoid"] ?? attribs["data-videoid"];
  if (film && /^[\w-]{5,20}$/.test(film))
    return /vimeo/.test(element.name) ? `https://vimeo.com/${film}` : `https://www.youtube.com/watch?v=${film}`;
  const own = [attribs["src"], attribs["data-src"], attribs["data-lazy-src"], attribs["data"]].find(
    (one) => one && !/^(?:about:|data:|javascript:)/i.test(one),
  );
  const source =
    own ??
    findIn(element, ({ name }) => name === "source")?.attribs["src"] ??
    elementsIn(element).find(({ name }) => name === "embed")?.attribs["src"];
  const url = absoluteUrl(source, base);
  const youtube =
    url === undefined
      ? undefined
      : /^https?:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/embed\/([\w-]{5,20})(?:[?&/]|$)/.exec(url)?.[1];
  return youtube !== undefined && youtube !== "videoseries" ? `https://www.youtube.com/watch?v=${youtube}` : url;
}
