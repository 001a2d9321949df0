import { Element } from "domhandler";
import { absoluteUrl } from "./address.ts";
import { collapse } from "./characters.ts";
import type { PageImage } from "./page.ts";
import type { Tree } from "./tree.ts";

/** Where lazy loaders keep the address, before the placeholder that `src` may hold. */
const LAZY = [
  "data-src",
  "data-original",
  "data-lazy-src",
  "data-lazy",
  "data-original-src",
  "data-img-src",
  "data-url",
  "data-hi-res-src",
  "data-full-src",
];
const SETS = ["srcset", "data-srcset", "data-lazy-srcset", "data-original-set"];
const TRACKER =
  /(?:^|[/._-])(?:pixel|beacon|tracking|tracker|spacer|blank|1x1|transparent|clear)\.(?:gif|png)|\/(?:tr|pixel|collect|b\/ss|px)(?:\?|$|\/)|doubleclick\.net|google-analytics\.com|scorecardresearch\.com|quantserve\.com|facebook\.com\/tr|bat\.bing\.com|px\.ads\.linkedin/i;
const MAX_IMAGES = 1_000;
const MAX_SRCSET_CHARS = 8_000;

/**
 * The images of a page in document order, each address once: the best candidate of `srcset` or `<picture>`, what lazy
 * loaders keep in attributes, and those in `<noscript>`. Tracking pixels, placeholders and `data:` addresses are left out.
 */
export function imagesOf(tree: Tree, base: string): PageImage[] {
  const images = new Map<string, PageImage>();
  for (const element of tree.elements) {
    if (images.size >= MAX_IMAGES) break;
    if (element.name !== "img" && element.name !== "amp-img") continue;
    const { attribs } = element;
    const width = pixels(attribs["width"]);
    const height = pixels(attribs["height"]);
    if (!isShown(element)) continue;
    const url = addressOf(element, base);
    if (!url || images.has(url)) continue;
    const alt = collapse(attribs["alt"]);
    images.set(url, {
      url,
      ...(alt === undefined ? {} : { alt }),
      ...(width === undefined ? {} : { width }),
      ...(height === undefined ? {} : { height }),
    });
  }
  return [...images.values()];
}

/** Whether an image is larger than the dots that count visits. */
export function isShown({ attribs }: Element): boolean {
  const width = pixels(attribs["width"]);
  const height = pixels(attribs["height"]);
  return !((width !== undefined && width <= 2) || (height !== undefined && height <= 2));
}

/** Where an image's picture is, or that of the one that stands in for it without scripts; undefined for trackers and placeholders. */
export function pictureAddress(image: Element, base: string): string | undefined {
  const own = addressOf(image, base);
  if (own !== undefined && !PLACEHOLDER.test(own)) return own;
  for (let next = image.next, step = 0; next && step < 3; next = next.next, step += 1)
    if (next instanceof Element && next.name === "noscript") {
      const stand = next.children.find((child) => child instanceof Element && child.name === "img");
      if (stand instanceof Element) return addressOf(stand, base);
    }
  return own;
}

/** What is shown until the picture has come. */
const PLACEHOLDER = /(?:placeholder|loading|lazy|spacer|blank|spinner)[\w.-]{0,20}\.(?:svg|gif|png)/i;

function addressOf(image: Element, base: string): string | undefined {
  const usable = (address: string | undefined) => {
    const url = absoluteUrl(address, base);
    return url && !TRACKER.test(url) ? url : undefined;
  };
  const { attribs } = image;
  const sets = [...SETS.map((name) => attribs[name]), ...pictureSets(image)];
  const stated = sets.some((set) => set !== undefined) || LAZY.some((name) => attribs[name] !== undefined);
  if (!stated) return usable(attribs["src"]);
  const candidates = sets.flatMap((set) => candidatesOf(set)).filter(({ address }) => usable(address));
  const best = candidates.reduce<Candidate | undefined>(
    (top, one) => (top && top.size >= one.size ? top : one),
    undefined,
  );
  const lazy = LAZY.map((name) => usable(attribs[name])).find((url) => url !== undefined);
  return usable(best?.address) ?? lazy ?? usable(attribs["src"]);
}

interface Candidate {
  readonly address: string;
  /** Width in pixels, or density times a thousand. */
  readonly size: number;
}

/** A `srcset`: addresses may hold commas, so it is cut at white space first, as the HTML standard says. */
function candidatesOf(set: string | undefined): Candidate[] {
  const candidates: Candidate[] = [];
  const parts = set?.slice(0, MAX_SRCSET_CHARS).trim().split(/\s+/) ?? [];
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] ?? "";
    const address = withoutCommas(part);
    if (!address || address.startsWith("data:")) continue;
    const descriptor = part.endsWith(",") ? undefined : /^(\d+(?:\.\d+)?)([wx]),?$/.exec(parts[i + 1] ?? "");
    if (descriptor) i += 1;
    candidates.push({ address, size: descriptor ? Number(descriptor[1]) * (descriptor[2] === "x" ? 1000 : 1) : 1000 });
  }
  return candidates;
}

function withoutCommas(part: string): string {
  let from = 0;
  let to = part.length;
  while (part[from] === ",") from += 1;
  while (to > from && part[to - 1] === ",") to -= 1;
  return part.slice(from, to);
}

function pictureSets(image: Element): (string | undefined)[] {
  const { parent } = image;
  if (!(parent instanceof Element) || parent.name !== "picture") return [];
  return parent.children.flatMap((child) =>
    child instanceof Element && child.name === "source" ? SETS.map((name) => child.attribs[name]) : [],
  );
}

function pixels(text: string | undefined): number | undefined {
  const value = /^\s*(\d{1,5})(?:\.\d{1,9})?(?:px)?\s*$/.exec(text ?? "")?.[1];
  return value === undefined ? undefined : Number(value);
}
