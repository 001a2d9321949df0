import { z } from "zod";
import type { HttpResponse } from "../../../upstream/types.ts";
import { defineSource } from "../../define.ts";
import { absolute } from "../../kit/html/dom.ts";
import { url } from "../../kit/requests/query.ts";
import { isoDate } from "../../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../../kit/values/fields.ts";
import { numberIn } from "../../kit/values/numbers.ts";
import { metas } from "../directives.ts";
import { reading } from "../document.ts";
import { PageItem } from "../item.ts";
import { readingWarnings, treeOf } from "../tree.ts";
import { Fault, has, openGraphFaults, REQUIRED, twitterFaults, twitterMissing } from "./faults.ts";
import { Tags, tagsOf } from "./tags.ts";

const Medium = z.object({
  url: HttpUrl.optional(),
  secureUrl: HttpUrl.optional(),
  type: z.string().optional().describe("MIME type"),
  width: Count.optional().describe("pixels"),
  height: Count.optional().describe("pixels"),
  alt: z.string().optional(),
});

const pixels = (value: string | undefined): number | undefined =>
  value && /^\d{1,6}$/.test(value) ? Number(value) : undefined;

const mediaOf = (tags: Tags, root: string, base: string) =>
  tags.groups(root).map((group) => ({
    url: absolute(group.get("url") ?? group.get("secure_url"), base),
    secureUrl: absolute(group.get("secure_url"), base),
    type: group.get("type"),
    width: pixels(group.get("width")),
    height: pixels(group.get("height")),
    alt: group.get("alt"),
  }));

const articleOf = (tags: Tags) => ({
  publishedAt: isoDate(tags.first("article:published_time")),
  modifiedAt: isoDate(tags.first("article:modified_time", "og:updated_time")),
  author: tags.all("article:author"),
  section: tags.first("article:section"),
  tag: tags.all("article:tag"),
});

const productOf = (tags: Tags) => ({
  price: numberIn(tags.first("product:price:amount", "og:price:amount")),
  currency: tags.first("product:price:currency", "og:price:currency"),
  availability: tags.first("product:availability", "og:availability"),
});

/** An object with something in it. */
const filled = <T extends object>(value: T): T | undefined =>
  Object.values(value).some((field) => (Array.isArray(field) ? field.length > 0 : field !== undefined))
    ? value
    : undefined;

/** What a page says to social networks, and what is wrong with it. */
export function read(response: HttpResponse) {
  const tree = treeOf(response);
  const { doc, head } = tree;
  const tags = new Tags(tagsOf(head));
  if (!tags.list.some(({ property }) => /^(og|twitter):/.test(property))) return [];
  const images = mediaOf(tags, "og:image", doc.base);
  const [ownTitle, ownDescription] = [tags.first("og:title"), tags.first("og:description")];
  const [title, description] = [ownTitle ?? doc.text("title"), ownDescription ?? metas(head, "description")[0]];
  const fallbacks = [
    ...(ownTitle === undefined && title ? ["title"] : []),
    ...(ownDescription === undefined && description ? ["description"] : []),
  ];
  const [faults, cardFaults] = [openGraphFaults(tags), twitterFaults(tags)];
  const card = tags.list.some(({ property }) => property.startsWith("twitter:"));
  return [
    {
      title,
      description,
      snippet: description,
      url: absolute(tags.first("og:url"), doc.base) ?? response.url,
      status: response.status,
      ...(fallbacks.length > 0 && { fallback: true, fallbacks }),
      type: tags.first("og:type"),
      siteName: tags.first("og:site_name"),
      locale: tags.first("og:locale"),
      localeAlternate: tags.all("og:locale:alternate"),
      image: images[0]?.url,
      images,
      videos: mediaOf(tags, "og:video", doc.base),
      audio: mediaOf(tags, "og:audio", doc.base),
      article: filled(articleOf(tags)),
      product: filled(productOf(tags)),
      fb: filled({ appId: tags.first("fb:app_id"), admins: tags.all("fb:admins"), pages: tags.all("fb:pages") }),
      twitterCard: tags.first("twitter:card"),
      twitterSite: tags.first("twitter:site"),
      twitterCreator: tags.first("twitter:creator"),
      twitterTitle: tags.first("twitter:title"),
      twitterDescription: tags.first("twitter:description"),
      twitterImage: absolute(tags.first("twitter:image", "twitter:image:src"), doc.base),
      missing: REQUIRED.filter((property) => !has(tags, property)),
      valid: faults.length === 0,
      ...(card && { twitterMissing: twitterMissing(tags), twitterValid: cardFaults.length === 0 }),
      faults: [...faults, ...(card ? cardFaults : [])],
      raw: tags.raw(),
      warnings: readingWarnings(tree),
    },
  ];
}

export const opengraph = defineSource({
  id: "opengraph",
  title: "Open Graph and Twitter cards",
  docs: "https://ogp.me/",
  query: url("a page's URL or a domain", "https://www.iana.org/help/example-domains"),
  verbatim: true,
  item: PageItem.extend({
    url: HttpUrl.describe("og:url, else the page's final URL"),
    description: z.string().optional(),
    fallback: z.boolean().optional().describe("title or description are the page's own, for Open Graph names none"),
    fallbacks: z.array(z.string()).optional().describe("which of them"),
    type: z.string().optional(),
    siteName: z.string().optional(),
    locale: z.string().optional(),
    localeAlternate: z.array(z.string()).optional(),
    image: HttpUrl.optional().describe("the first image"),
    images: z.array(Medium).optional(),
    videos: z.array(Medium).optional(),
    audio: z.array(Medium).optional(),
    article: z
      .object({
        publishedAt: IsoDate.optional(),
        modifiedAt: IsoDate.optional(),
        author: z.array(z.string()).optional(),
        section: z.string().optional(),
        tag: z.array(z.string()).optional(),
      })
      .optional(),
    product: z
      .object({ price: z.number().optional(), currency: z.string().optional(), availability: z.string().optional() })
      .optional(),
    fb: z
      .object({
        appId: z.string().optional(),
        admins: z.array(z.string()).optional(),
        pages: z.array(z.string()).optional(),
      })
      .optional(),
    twitterCard: z.string().optional(),
    twitterSite: z.string().optional(),
    twitterCreator: z.string().optional(),
    twitterTitle: z.string().optional(),
    twitterDescription: z.string().optional(),
    twitterImage: HttpUrl.optional(),
    valid: z.boolean().describe("nothing offends against the Open Graph protocol"),
    missing: z.array(z.string()).describe("the protocol's required properties that are not there"),
    twitterValid: z.boolean().optional().describe("nothing offends against the cards' rules; absent without a card"),
    twitterMissing: z.array(z.string()).optional(),
    faults: z.array(Fault),
    raw: z.record(z.string(), z.array(z.string())).describe("every tag's values by property"),
  }),
  read: reading({ name: "opengraph", items: read }),
});
