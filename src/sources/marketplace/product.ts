import { z } from "zod";
import { isOfType, type JsonLdNode } from "../../extraction/jsonld.ts";
import { textOfHtml } from "../kit/html/dom.ts";
import { jsonLd } from "../kit/html/embedded.ts";
import { listOf, numeric } from "../kit/readers/json.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { availabilityOf, conditionOf } from "./item.ts";

/* Products as pages describe them to search engines: https://developers.google.com/search/docs/appearance/structured-data/product */

const Text = z.string().nullish().catch(undefined);

/** A name, or a thing that has one. */
const Named = z
  .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])
  .nullish()
  .catch(undefined);

const Amount = numeric.nullish().catch(undefined);

const Offer = z.object({
  url: Text,
  price: Amount,
  lowPrice: Amount,
  highPrice: Amount,
  priceCurrency: Text,
  availability: Text,
  itemCondition: Text,
  seller: Named,
});

const Product = z.object({
  name: z.string(),
  url: Text,
  image: listOf(z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)])).catch([]),
  description: Text,
  sku: z.union([z.string(), z.number()]).nullish().catch(undefined),
  mpn: Text,
  brand: Named,
  itemCondition: Text,
  gtin: Text,
  gtin8: Text,
  gtin12: Text,
  gtin13: Text,
  gtin14: Text,
  offers: listOf(Offer).catch([]),
  aggregateRating: z
    .object({ ratingValue: Amount, ratingCount: Amount, reviewCount: Amount })
    .nullish()
    .catch(undefined),
});

/** What a page's JSON-LD says of its products, in their order. */
export const productsIn = (body: string) =>
  jsonLd(body).flatMap((node) => (isOfType(node, /^(?:https?:\/\/schema\.org\/)?Product$/) ? productOf(node) : []));

/** The product that a page is about; nothing where it describes none. */
export const productIn = (body: string) => productsIn(body).slice(0, 1);

function productOf(node: JsonLdNode) {
  const product = Product.safeParse(node).data;
  if (!product) return [];
  const { offers, aggregateRating } = product;
  const offer = offers.find(({ price, lowPrice }) => (price ?? lowPrice) != null) ?? offers[0];
  const currency = offer?.priceCurrency;
  // An amount of no currency is no price.
  const price = currency ? (offer.price ?? offer.lowPrice) : undefined;
  const gtin = product.gtin ?? product.gtin13 ?? product.gtin12 ?? product.gtin14 ?? product.gtin8;
  return [
    {
      title: textOfHtml(product.name.replace(/<wbr\s*\/?>/gi, "")) ?? product.name,
      url: webUrl(offer?.url) ?? webUrl(product.url),
      id: product.sku,
      price,
      priceMax: price != null && (offer?.highPrice ?? 0) > price ? offer?.highPrice : undefined,
      currency: price == null ? undefined : currency,
      ...availabilityOf(offer?.availability),
      condition: conditionOf(offer?.itemCondition ?? product.itemCondition),
      seller: offer?.seller,
      brand: product.brand,
      model: product.mpn,
      gtin: /^\d{8,14}$/.test(gtin ?? "") ? gtin : undefined,
      rating: aggregateRating?.ratingValue,
      ratingCount: aggregateRating?.ratingCount ?? aggregateRating?.reviewCount,
      image: webUrl(product.image[0]),
      snippet: excerpt(textOfHtml(product.description)),
    },
  ];
}
