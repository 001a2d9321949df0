import { isSuccess, pageWall } from "../../../sources/kit/responses/refusals.ts";
import type { opengraph } from "../../../sources/page/opengraph/index.ts";
import type { Draft, ItemOf } from "../../../sources/source.ts";
import type { HttpHead, HttpResponse } from "../../../upstream/types.ts";
import type { Answer } from "./answer.ts";

export type Tags = ItemOf<typeof opengraph>;

/** https://ogp.me/#metadata */
const REQUIRED = ["og:title", "og:type", "og:image", "og:url"];
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

const first = (tags: Tags | undefined, property: string): string | undefined => tags?.raw[property]?.[0];
const named = (tags: Tags | undefined, prefix: string): boolean =>
  Object.keys(tags?.raw ?? {}).some((property) => property.startsWith(prefix));

/** The faults of one kind but for what is missing, which is told apart. */
const problemsOf = (tags: Tags | undefined, of: "open-graph" | "twitter-card", missing: readonly string[]): string[] =>
  (tags?.faults ?? []).flatMap(({ of: kind, property, fault }) =>
    kind === of && !missing.includes(property) ? [`${property}: ${fault}`] : [],
  );

/** Whether an answer to a HEAD is that of an image that networks take. */
export const isImage = ({ status, headers }: HttpHead): boolean =>
  isSuccess({ status }) &&
  /^image\//i.test(headers["content-type"] ?? "") &&
  Number(headers["content-length"] ?? 0) <= MAX_IMAGE_BYTES;

/** The same of an answer to a GET; undefined where it is a refusal or an outage, which says nothing of what others get. */
export function isImageRead(response: HttpResponse): boolean | undefined {
  const { status, headers, body } = response;
  if (status === 404 || status === 410) return false;
  if (!isSuccess(response) || pageWall(response)) return undefined;
  return /^image\//i.test(headers["content-type"] ?? "") && body.length > 0 && body.length <= MAX_IMAGE_BYTES;
}

/** The Open Graph tags; without any, all that is required is missing. */
export function openGraphOf(tags: Tags | undefined, imageOk: boolean | undefined): Draft<Answer["open_graph"]> {
  const present = named(tags, "og:");
  const missing = tags?.missing ?? REQUIRED;
  const [image] = tags?.images ?? [];
  return {
    present,
    valid: present && (tags?.valid ?? false) && imageOk !== false,
    title: first(tags, "og:title"),
    type: tags?.type,
    url: present && !missing.includes("og:url") ? tags?.url : undefined,
    image: tags?.image,
    image_width: image?.width,
    image_height: image?.height,
    image_alt: image?.alt,
    image_ok: imageOk,
    description: first(tags, "og:description"),
    site_name: tags?.siteName,
    locale: tags?.locale,
    missing,
    problems: problemsOf(tags, "open-graph", missing),
  };
}

/** The Twitter card; a page without one shows none, whatever its Open Graph tags say. */
export function twitterCardOf(tags: Tags | undefined, imageOk: boolean | undefined): Draft<Answer["twitter_card"]> {
  const present = named(tags, "twitter:");
  const missing = tags?.twitterMissing ?? ["twitter:card"];
  const falls = ["title", "description", "image"].filter(
    (name) =>
      first(tags, `twitter:${name}`) === undefined &&
      first(tags, `twitter:${name}:src`) === undefined &&
      first(tags, `og:${name}`) !== undefined,
  );
  return {
    present,
    valid: present && (tags?.twitterValid ?? false) && imageOk !== false,
    card: tags?.twitterCard,
    title: tags?.twitterTitle,
    description: tags?.twitterDescription,
    image: tags?.twitterImage,
    image_ok: imageOk,
    site: tags?.twitterSite,
    creator: tags?.twitterCreator,
    falls_back_to_open_graph: falls,
    missing,
    problems: problemsOf(tags, "twitter-card", missing),
  };
}
