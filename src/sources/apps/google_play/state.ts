import { isOfType } from "../../../extraction/jsonld.ts";
import { absolute, textOfHtml } from "../../kit/html/dom.ts";
import { jsonLd } from "../../kit/html/embedded.ts";
import { isoDate, unixSeconds } from "../../kit/values/dates.ts";
import { excerpt } from "../../kit/values/text.ts";

/*
 * The data that the store's pages carry: arrays without names in `AF_initDataCallback({key: 'ds:4', …, data: […]})`, whose
 * places google-play-scraper keeps (https://github.com/facundoolano/google-play-scraper), and JSON-LD on an app's page.
 */

const SITE = "https://play.google.com";

export const pageOf = (id: string): string => `${SITE}/store/apps/details?id=${id}`;

/** The data under a key; undefined where the page has none. */
export function dataOf(body: string, key: string): unknown {
  const start = body.indexOf(`AF_initDataCallback({key: '${key}'`);
  const from = start < 0 ? -1 : body.indexOf("data:", start);
  const to = from < 0 ? -1 : body.indexOf(", sideChannel:", from);
  if (to < 0) return undefined;
  try {
    return JSON.parse(body.slice(from + 5, to));
  } catch {
    return undefined;
  }
}

/** What stands at a place within arrays of arrays. */
export const at = (value: unknown, ...path: readonly number[]): unknown =>
  path.reduce<unknown>((inner, place) => (Array.isArray(inner) ? inner[place] : undefined), value);

const textAt = (value: unknown, ...path: readonly number[]): string | undefined => {
  const found = at(value, ...path);
  return typeof found === "string" ? found : undefined;
};

const numberAt = (value: unknown, ...path: readonly number[]): number | undefined => {
  const found = at(value, ...path);
  return typeof found === "number" ? found : undefined;
};

const MICROS = 1_000_000;

/** `[5990000, "USD", "$5.99"]`. */
function priceOf(value: unknown) {
  const micros = numberAt(value, 0);
  const price = micros === undefined ? undefined : micros / MICROS;
  return {
    price,
    currency: price === undefined ? undefined : textAt(value, 1),
    free: price === undefined ? undefined : price === 0,
  };
}

const listAt = (value: unknown, ...path: readonly number[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** A row of the list of results. */
export function rowOf(row: unknown) {
  const app = at(row, 0);
  const id = textAt(app, 0, 0);
  const title = textAt(app, 3);
  if (!id || !title) return undefined;
  return {
    title,
    url: pageOf(id),
    id,
    developer: textAt(app, 14),
    rating: numberAt(app, 4, 1),
    ...priceOf(at(app, 8, 1, 0)),
    icon: textAt(app, 1, 3, 2),
    snippet: excerpt(textOfHtml(textAt(app, 13, 1))),
  };
}

/** An app's own tree, of its page and of the large card of an exact match. */
export function appOf(tree: unknown, known?: string) {
  const id =
    known ?? textAt(tree, 77, 0) ?? URL.parse(textAt(tree, 41, 0, 2) ?? "")?.searchParams.get("id") ?? undefined;
  const title = textAt(tree, 0, 0);
  if (!id || !title) return undefined;
  return {
    title,
    url: pageOf(id),
    id,
    developer: textAt(tree, 68, 0),
    developerUrl: absolute(textAt(tree, 68, 1, 4, 2), SITE),
    rating: numberAt(tree, 51, 0, 1),
    ratingCount: numberAt(tree, 51, 2, 1),
    reviews: numberAt(tree, 51, 3, 1),
    ...priceOf(at(tree, 57, 0, 0, 0, 0, 1, 0)),
    installs: textAt(tree, 13, 0),
    minInstalls: numberAt(tree, 13, 1),
    publishedAt: isoDate(textAt(tree, 10, 0)),
    updatedAt: unixSeconds(numberAt(tree, 145, 0, 1, 0)),
    version: textAt(tree, 140, 0, 0, 0),
    genre: textAt(tree, 79, 0, 0, 0),
    contentRating: textAt(tree, 9, 0),
    website: absolute(textAt(tree, 69, 0, 5, 2), SITE),
    privacyPolicy: absolute(textAt(tree, 99, 0, 5, 2), SITE),
    icon: textAt(tree, 95, 0, 3, 2),
    screenshots: listAt(tree, 78, 0).flatMap((shot) => textAt(shot, 3, 2) ?? []),
    snippet: excerpt(textOfHtml(textAt(tree, 73, 0, 1))),
    description: textOfHtml(textAt(tree, 72, 0, 1)),
  };
}

const stringIn = (value: unknown): string | undefined => (typeof value === "string" && value ? value : undefined);
const amountIn = (value: unknown): number | undefined =>
  (typeof value === "string" && value.trim()) || typeof value === "number" ? Number(value) : undefined;

/** What an app's page says of it to search engines; undefined where it says nothing. */
export function describedApp(body: string, id: string) {
  const nodes = jsonLd(body);
  const app = nodes.find((node) => isOfType(node, /^SoftwareApplication$|^MobileApplication$/));
  const title = stringIn(app?.["name"]);
  if (!app || !title) return undefined;
  // Nested objects follow theirs: the page has one app, one offer and one rating.
  const offer = nodes.find((node) => isOfType(node, /^Offer$/));
  const votes = nodes.find((node) => isOfType(node, /^AggregateRating$/));
  const author = nodes.find((node) => isOfType(node, /^(Person|Organization)$/));
  const price = amountIn(offer?.["price"]);
  return {
    title,
    url: pageOf(id),
    id,
    developer: stringIn(author?.["name"]),
    rating: amountIn(votes?.["ratingValue"]),
    ratingCount: amountIn(votes?.["ratingCount"]),
    price,
    currency: stringIn(offer?.["priceCurrency"]),
    free: price === undefined ? undefined : price === 0,
    contentRating: stringIn(app["contentRating"]),
    icon: stringIn(app["image"]),
    snippet: excerpt(textOfHtml(stringIn(app["description"]))),
  };
}
