import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { decodeText } from "../../upstream/charset.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { embeddedJson, objectAfter } from "../kit/html/embedded.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { pagesRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { excerpt } from "../kit/values/text.ts";
import { countIn, OfferItem, priceIn } from "./item.ts";
import { listed } from "./listing.ts";
import { productIn } from "./product.ts";

/* The state of the site's lists of results; a product's page describes itself by JSON-LD. */

const SITES = {
  us: { host: "www.newegg.com", currency: "USD" },
  ca: { host: "www.newegg.ca", currency: "CAD" },
} as const;

const Options = z.object({
  country: z.enum(["us", "ca"]).default("us").describe("the country whose Newegg is asked"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  /** The path of a product's page. */
  readonly product?: string | undefined;
}

function asked(q: string, options: z.output<typeof Options>): Asked {
  if (/^(N82E168\d{8}|9SI[0-9A-Z]{10,14})$/i.test(q)) return { ...options, text: q, product: `/p/${q.toUpperCase()}` };
  const url = /^https?:\/\//i.test(q) ? URL.parse(q) : null;
  if (!url) return { ...options, text: q };
  const country = /(^|\.)newegg\.com$/.test(url.hostname)
    ? "us"
    : /(^|\.)newegg\.ca$/.test(url.hostname)
      ? "ca"
      : undefined;
  if (!country || !/\/p\/[0-9A-Z-]{8,20}$/i.test(url.pathname))
    throw new SourceError("bad-query", "q is no address of a product of Newegg.");
  return { country, text: q, product: url.pathname };
}

const PER_PAGE = 36;

function request({ text, product, country, page }: Asked & PageRequest) {
  const { host } = SITES[country];
  const asking = { headers: navigation({ text, region: country.toUpperCase() }), session: "newegg" };
  if (product) return page === 1 ? get(`https://${host}${product}`, {}, asking) : undefined;
  return get(`https://${host}/p/pl`, { d: text, page }, asking);
}

const judge: Judge = ({ url }) =>
  /areyouahuman/i.test(url) ? new SourceError("blocked", "Newegg asks whether we are human.") : undefined;

const Cell = z.object({
  Item: z.string(),
  Description: z.object({
    WebDescription: z.string().nullish(),
    LineDescription: z.string().nullish(),
    Title: z.string(),
    UrlKeywords: z.string().nullish(),
    BulletDescription: z.string().nullish(),
  }),
  FinalPrice: z.number().nullish(),
  UnitCost: z.number().nullish(),
  Instock: z.boolean().nullish(),
  NewImage: z.object({ ImageNameList: z.string().nullish() }).nullish(),
  PromotionInfo: z.object({ PromotionText: z.string().nullish() }).nullish(),
  Feature: z
    .object({ IsRefurbished: z.boolean().nullish(), IsOpenBoxed: z.boolean().nullish(), IsNew: z.boolean().nullish() })
    .nullish(),
  ItemManufactory: z.object({ Manufactory: z.string().nullish() }).nullish(),
  Review: z
    .object({ Rating: z.number().nullish(), RatingOneDecimal: z.number().nullish(), HumanRating: Count.nullish() })
    .nullish(),
  Seller: z.object({ SellerName: z.string().nullish() }).nullish(),
  Model: z.string().nullish(),
  ShippingCharge: z.number().nullish(),
});

const State = z.object({
  Products: z.array(z.object({ SponsoredMsg: z.unknown().optional(), ItemCell: Cell.nullish() })).nullish(),
  TotalItemCount: Count.nullish(),
});

const stateIn = (body: string) => embeddedJson(State, objectAfter(body, "__initialState__"));

/** `14-932-806` as the shop's addresses have it; other sellers' numbers (`9SI…`) stand as they are. */
const numberOf = (item: string): string =>
  /^\d{2}-\d{3}-\d{3}$/.test(item) ? `N82E168${item.replaceAll("-", "")}` : item;

/** The state's mark for delivery that costs nothing: the page says "Free Shipping" beside it. */
const FREE_SHIPPING = 0.01;

function cellOf(
  cell: z.output<typeof Cell>,
  sponsored: boolean,
  { host, currency }: (typeof SITES)[keyof typeof SITES],
) {
  const { Description: said, Feature: kind, FinalPrice: price, UnitCost: old, ShippingCharge: charge } = cell;
  const number = numberOf(cell.Item);
  const image = cell.NewImage?.ImageNameList?.split(",")[0];
  return {
    title: said.WebDescription || said.LineDescription || said.Title,
    url: `https://${host}/${said.UrlKeywords ? `${said.UrlKeywords}/` : ""}p/${number}`,
    id: number,
    price: price || undefined,
    currency: price ? currency : undefined,
    oldPrice: price && old && old > price ? old : undefined,
    inStock: cell.Instock,
    availability: cell.Instock == null ? undefined : cell.Instock ? ("InStock" as const) : ("OutOfStock" as const),
    condition: kind?.IsRefurbished
      ? ("refurbished" as const)
      : kind?.IsOpenBoxed
        ? ("used" as const)
        : kind?.IsNew
          ? ("new" as const)
          : undefined,
    brand: cell.ItemManufactory?.Manufactory,
    model: cell.Model,
    seller: cell.Seller?.SellerName || "Newegg",
    rating: cell.Review?.HumanRating ? (cell.Review.RatingOneDecimal ?? cell.Review.Rating) : undefined,
    ratingCount: cell.Review?.HumanRating,
    shippingPrice: charge === FREE_SHIPPING ? 0 : charge,
    image: image && `https://c1.neweggimages.com/ProductImage/${image}`,
    sponsored: sponsored || undefined,
    snippet: excerpt(cell.PromotionInfo?.PromotionText || said.BulletDescription),
  };
}

/** What the page's state lists, or the product that it is about. */
function carried(body: string, { product, country }: Asked) {
  const cells = stateIn(body)?.Products?.flatMap(({ SponsoredMsg, ItemCell }) =>
    ItemCell ? [cellOf(ItemCell, Boolean(SponsoredMsg), SITES[country])] : [],
  );
  const page = product && `https://${SITES[country].host}${product}`;
  return [...(cells?.length ? cells : productIn(body).map((found) => ({ ...found, url: found.url ?? page })))];
}

function rowOf(row: El, currency: string) {
  const link = row.one("a.item-title");
  const title = link?.text();
  const url = link?.link();
  if (!title || !url) return undefined;
  return {
    title,
    url,
    id: /\/p\/([0-9A-Z]{8,20})/i.exec(url)?.[1],
    ...priceIn(
      row.text("li.price-current strong") &&
        `${row.text("li.price-current strong")}${row.text("li.price-current sup") ?? ""}`,
      currency,
    ),
    oldPrice: priceIn(row.text(".price-was-data"), currency).price,
    brand: row.attr("title", ".item-brand img"),
    rating: Number(/[\d.]+/.exec(row.attr("title", ".item-rating") ?? "")?.[0]) || undefined,
    ratingCount: countIn(row.text(".item-rating-num")),
    shipping: row.text(".price-ship"),
    image: row.link(".item-img img", "src"),
  };
}

export const newegg = defineSource({
  id: "newegg",
  title: "Newegg search",
  docs: "https://developer.newegg.com/",
  terms: "no open API: the shop's own pages, which refuse many servers",
  query: query({
    describe:
      "words to search the products for, or a product's address or number (N82E16814487048), which reads that one",
    example: "ddr5 32gb",
    options: Options,
    parse: asked,
  }),
  item: OfferItem.extend({ position: Count.describe("place in the list, from 1") }),
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: listed(
    html({
      pages: request,
      judge,
      carried,
      rows: ".item-cell",
      item: (row, { country }) => rowOf(row, SITES[country].currency),
      empty: (doc, response) =>
        stateIn(decodeText(response))?.TotalItemCount === 0 || says("We have found 0 items", "did not match any")(doc),
      blocked: ['form[action*="areyouahuman"]', "#are-you-human", ".page-404-captcha"],
      next: (_doc, _input, response) => pagesRemain(response, PER_PAGE, stateIn(decodeText(response))?.TotalItemCount),
    }),
  ),
});
