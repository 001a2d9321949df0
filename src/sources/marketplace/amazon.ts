import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { html, says } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { furtherOn } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { availabilityOf, countIn, OfferItem, priceIn } from "./item.ts";
import { listed } from "./listing.ts";

/* The shop's own pages: the official Product Advertising API is open to associates only. */

const MARKETS = {
  us: { tld: "com", region: "US", currency: "USD" },
  uk: { tld: "co.uk", region: "GB", currency: "GBP" },
  de: { tld: "de", region: "DE", currency: "EUR" },
  fr: { tld: "fr", region: "FR", currency: "EUR" },
  es: { tld: "es", region: "ES", currency: "EUR" },
  it: { tld: "it", region: "IT", currency: "EUR" },
  ca: { tld: "ca", region: "CA", currency: "CAD" },
  in: { tld: "in", region: "IN", currency: "INR" },
  jp: { tld: "co.jp", region: "JP", currency: "JPY" },
} as const;

const Options = z.object({
  country: z
    .enum(["us", "uk", "de", "fr", "es", "it", "ca", "in", "jp"])
    .default("us")
    .describe("the country whose Amazon is asked"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
  readonly asin?: string | undefined;
}

/** An Amazon Standard Identification Number; a book's is its ISBN-10. */
const ASIN = /^(?:B[0-9A-Z]{9}|\d{9}[\dX])$/;

const LAST_PAGE = 20;

function request({ text, asin, country, page }: Asked & PageRequest) {
  const { tld, region } = MARKETS[country];
  const asking = { headers: navigation({ text, region }), session: "amazon" };
  if (asin) return page === 1 ? get(`https://www.amazon.${tld}/dp/${asin}`, {}, asking) : undefined;
  if (page > LAST_PAGE) return undefined;
  return get(`https://www.amazon.${tld}/s`, { k: text, page: page > 1 ? page : undefined }, asking);
}

/** Amazon refuses by a 503 ("Sorry! Something went wrong") or by a script alone under 202. */
const judge: Judge = ({ status, url }) =>
  status === 503 || status === 202
    ? new SourceError("blocked", `${URL.parse(url)?.hostname ?? "Amazon"} takes us for a bot (HTTP ${status}).`)
    : undefined;

/** "4.7 out of 5 stars", "4,4 von 5 Sternen", "5つ星のうち4.5". */
function ratingIn(words: string | undefined): number | undefined {
  const [, found] = /のうち\s?(\d(?:[.,]\d)?)/.exec(words ?? "") ?? /(\d(?:[.,]\d)?)/.exec(words ?? "") ?? [];
  return found === undefined ? undefined : Number(found.replace(",", "."));
}

const SEARCHED = 'div[data-component-type="s-search-result"][data-asin], li.s-result-item[data-asin]';
const BEST_SELLER = '[id="gridItemRoot"], .zg-item-immersion';
const PRODUCT = "#dp, #dp-container";

const SPONSORED = '.puis-sponsored-label-text, .s-sponsored-label-text, a[href*="/sspa/click"]';
const STARS = "i.a-icon-star-small .a-icon-alt, i.a-icon-star-mini .a-icon-alt, i.a-icon-star .a-icon-alt";

/** A row of a search, a place among the best sellers, or a product's page. */
const rows = (doc: El): readonly El[] => {
  const found = [...doc.all(SEARCHED), ...doc.all(BEST_SELLER)];
  return found.length > 0 ? found : doc.all(PRODUCT).slice(0, 1);
};

function itemOf(row: El, { country, asin: asked }: Asked) {
  const { tld, currency } = MARKETS[country];
  if (row.matches(PRODUCT)) return productOf(row, asked, tld, currency);
  const asin =
    row.attr("data-asin") ?? /\/dp\/([0-9A-Z]{10})/.exec(row.attr("href", 'a[href*="/dp/"]') ?? "")?.[1] ?? "";
  const title = row.texts("h2").at(-1) ?? row.attr("alt", "img");
  if (!ASIN.test(asin) || !title) return undefined;
  const price = row.text(".a-price:not([data-a-strike]):not(.a-text-price) .a-offscreen");
  return {
    title,
    url: `https://www.amazon.${tld}/dp/${asin}`,
    id: asin,
    asin,
    rank: countIn(row.text(".zg-bdg-text, .zg-badge-text")),
    ...priceIn(price ?? row.text(".s-price, .a-color-price, .p13n-sc-price"), currency),
    oldPrice: priceIn(row.text(".a-price[data-a-strike] .a-offscreen"), currency).price,
    rating: ratingIn(row.text(STARS) ?? row.attr("aria-label", '[aria-label*=" 5 "]')),
    ratingCount: countIn(row.text('a[href*="customerReviews"]') ?? row.text(".a-icon-row .a-size-small")),
    image: row.attr("src", "img.s-image, img.s-access-image, img.p13n-product-image"),
    sponsored: row.has(SPONSORED) || undefined,
    prime: row.has("i.a-icon-prime") || undefined,
    shipping:
      row.text('[data-cy="delivery-recipe"]') ??
      row.attr("aria-label", '[aria-label*="eliver"], [aria-label*="iefer"], [aria-label*="ivraison"]'),
    snippet: row.text(".a-row.a-color-secondary h2 + .a-row, .s-line-clamp-2 + .a-color-secondary"),
  };
}

/** A product's own page. */
function productOf(page: El, asked: string | undefined, tld: string, own: string) {
  const title = page.text("#productTitle");
  const asin = asked ?? page.attr("value", "input#ASIN") ?? page.attr("data-asin", "[data-asin]");
  if (!title || !asin) return undefined;
  const stock = page.text("#availability");
  return {
    title,
    url: `https://www.amazon.${tld}/dp/${asin}`,
    id: asin,
    asin,
    ...priceIn(
      page.text("#corePriceDisplay_desktop_feature_div .a-price:not(.a-text-price) .a-offscreen") ??
        page.text("#corePrice_feature_div .a-price .a-offscreen") ??
        page.text("#priceblock_ourprice, #price_inside_buybox"),
      own,
    ),
    oldPrice: priceIn(page.text(".basisPrice .a-offscreen"), own).price,
    rating: ratingIn(page.attr("title", "#acrPopover")),
    ratingCount: countIn(page.text("#acrCustomerReviewText")),
    ...availabilityOf(/^In stock/i.test(stock ?? "") ? "InStock" : page.has("#outOfStock") ? "OutOfStock" : undefined),
    seller: page.text("#sellerProfileTriggerId"),
    image: page.attr("data-old-hires", "#landingImage") ?? page.attr("src", "#landingImage"),
    snippet: page.text("#feature-bullets .a-list-item"),
  };
}

export const amazon = defineSource({
  id: "amazon",
  title: "Amazon product search",
  docs: "https://www.amazon.com/gp/help/customer/display.html?nodeId=508088",
  terms: "no open API: the shop's own pages, which refuse many servers",
  query: query({
    describe: "words to search the products for, or an ASIN (B013JF5F0C), which reads that product",
    example: "katzenfutter",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q, asin: ASIN.test(q) ? q : undefined }),
  }),
  item: OfferItem.extend({
    asin: z.string().describe("Amazon Standard Identification Number"),
    position: Count.describe("place in the list, from 1"),
    rank: Count.optional().describe("place among the best sellers"),
    prime: z.boolean().optional().describe("delivered under Prime"),
  }),
  polite: { concurrency: 1, minIntervalMs: 3000, userAgent: BROWSER },
  read: listed(
    html({
      pages: request,
      judge,
      rows,
      item: (row, input) => itemOf(row, input),
      empty: says(
        "No results for",
        "did not match any products",
        "Keine Ergebnisse für",
        "Aucun résultat pour",
        "No hay resultados para",
        "Nessun risultato per",
        "に一致する商品は見つかりませんでした",
      ),
      blocked: ['form[action*="validateCaptcha"]', "#captchacharacters"],
      next: furtherOn("page", 1, "a.s-pagination-item[href], #pagnNextLink"),
    }),
  ),
});
