import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { embeddedJson, objectAfter } from "../kit/html/embedded.ts";
import { json, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, cookies, navigation } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { countIn, OfferItem } from "./item.ts";
import { listed } from "./listing.ts";

/*
 * The state that the site's list of results carries in a script; no recording of a list is known, the shape is that of
 * public clients of it. An item's own page carries no product: it is loaded by signed calls.
 */

const PER_PAGE = 60;
const LAST_PAGE = 60;

/** What prices are asked for in. */
const CURRENCY = "USD";

/** Fixes currency and language, which else follow the server's place. */
const COOKIE = cookies({
  aep_usuc_f: `site=glo&c_tp=${CURRENCY}&region=US&b_locale=en_US`,
  intl_locale: "en_US",
});

function request({ text: words, page }: { readonly text: string } & PageRequest) {
  if (page > LAST_PAGE) return undefined;
  const slug = encodeURIComponent(words.trim().replace(/\s+/g, "-"));
  return get(
    `https://www.aliexpress.com/w/wholesale-${slug}.html`,
    { page, SearchText: words },
    { headers: { ...navigation({ text: words }), cookie: COOKIE }, session: "aliexpress" },
  );
}

const Amount = z
  .object({ minPrice: numeric.nullish(), currencyCode: z.string().nullish(), discount: numeric.nullish() })
  .nullish();

const Product = z.object({
  productId: z.union([z.string(), z.number()]).transform(String),
  title: z.object({ displayTitle: z.string() }),
  image: z.object({ imgUrl: z.string().nullish() }).nullish(),
  prices: z.object({ salePrice: Amount, originalPrice: Amount }).nullish(),
  evaluation: z.object({ starRating: numeric.nullish() }).nullish(),
  trade: z.object({ tradeDesc: z.string().nullish() }).nullish(),
  store: z.object({ storeName: z.string().nullish() }).nullish(),
  productType: z.string().nullish(),
});

const Fields = z.object({
  mods: z.object({ itemList: z.object({ content: z.array(Product).nullish() }).nullish() }),
  pageInfo: z.object({ totalResults: numeric.nullish() }).nullish(),
});

/** The list within the state: an array, or an object whose keys are the places in it; what is no product is left out. */
const products = (content: unknown): readonly unknown[] | undefined =>
  typeof content === "object" && content !== null
    ? Object.values(content).filter((row) => typeof row === "object" && row !== null && "productId" in row)
    : undefined;

const Loose = z.looseObject({
  mods: z.looseObject({ itemList: z.looseObject({ content: z.unknown().transform(products).optional() }).nullish() }),
});

/** The state of today's pages, and that of older ones. */
const State = z.union([
  z.object({ data: z.object({ root: z.object({ fields: Loose }) }) }).transform(({ data }) => data.root.fields),
  z.object({ root: z.object({ fields: Loose }) }).transform(({ root }) => root.fields),
  Loose,
]);

/** What a page's scripts say of the list; a page without it is the shell that a script would fill. */
function stateIn(body: string): string {
  const outer = objectAfter(body, "_init_data_");
  const older = body.search(/runParams\s{0,5}=\s{0,5}\{\s{0,5}"/);
  const state = outer
    ? (objectAfter(outer, "data") ?? outer)
    : older < 0
      ? undefined
      : objectAfter(body.slice(older), "runParams");
  const fields = embeddedJson(State, state);
  if (fields) return JSON.stringify(fields);
  if (/_____tmd_____\/punish|x5secdata|baxia-punish/.test(body))
    throw new SourceError("blocked", "AliExpress answered with its slider captcha.");
  throw changed("aliexpress", "a page without the list's state");
}

const percentOff = (price: number | null | undefined, old: number | null | undefined): number | undefined =>
  price && old && old > price ? Math.round((1 - price / old) * 100) : undefined;

function itemOf({ productId, title, image, prices, evaluation, trade, store, productType }: z.output<typeof Product>) {
  const price = prices?.salePrice?.minPrice;
  const oldPrice = prices?.originalPrice?.minPrice;
  return {
    title: title.displayTitle,
    url: `https://www.aliexpress.com/item/${productId}.html`,
    id: productId,
    price,
    currency: price == null ? undefined : (prices?.salePrice?.currencyCode ?? CURRENCY),
    oldPrice,
    discount: prices?.salePrice?.discount ?? percentOff(price, oldPrice),
    rating: evaluation?.starRating,
    soldText: trade?.tradeDesc,
    sold: countIn(trade?.tradeDesc),
    image: webUrl(image?.imgUrl?.replace(/^\/\//, "https://")),
    seller: store?.storeName,
    sponsored: productType === "ad" || undefined,
  };
}

export const aliexpress = defineSource({
  id: "aliexpress",
  title: "AliExpress search",
  docs: "https://openservice.aliexpress.com/doc/doc.htm",
  terms: "no open API: the site's own pages, which refuse many servers",
  query: text("words to search the products for", "usb c hub"),
  item: OfferItem.extend({
    position: Count.describe("place in the list, from 1"),
    sold: Count.optional().describe("sold at least so many"),
    soldText: z.string().optional().describe("how many were sold, in the site's words: 1,000+ sold"),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000, userAgent: BROWSER },
  read: listed(
    json({
      pages: request,
      within: stateIn,
      body: Fields,
      items: ({ mods, pageInfo }) => {
        const content = mods.itemList?.content;
        if (!content && pageInfo?.totalResults !== 0) throw changed("aliexpress", "no list in the page's state");
        return (content ?? []).map(itemOf);
      },
      next: ({ mods }) => ((mods.itemList?.content?.length ?? 0) < PER_PAGE / 2 ? null : undefined),
    }),
  ),
});
