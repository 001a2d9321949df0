import type { Page, World } from "../support.ts";

export const PATH = "/product/intelligence";
export const Q = { q: "Sony WH-1000XM5" };
const NOW = Date.parse("2026-11-20T12:00:00Z");

export interface AmazonRow {
  readonly asin: string;
  readonly title: string;
  readonly price: string;
  readonly old?: string;
  readonly rating?: string;
  readonly votes?: string;
}

export const amazon = (rows: readonly AmazonRow[]): Page => ({
  body: `<html><body><div class="s-main-slot">${rows
    .map(
      ({ asin, title, price, old, rating, votes }) => `<div data-asin="${asin}" data-component-type="s-search-result">
<h2><a href="/dp/${asin}"><span>${title}</span></a></h2>
${rating ? `<i class="a-icon-star-small"><span class="a-icon-alt">${rating} out of 5 stars</span></i>` : ""}
${votes ? `<a href="/dp/${asin}#customerReviews"><span>${votes}</span></a>` : ""}
<span class="a-price"><span class="a-offscreen">${price}</span></span>
${old ? `<span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">${old}</span></span>` : ""}</div>`,
    )
    .join("")}</div></body></html>`,
});

interface Listing {
  readonly id: string;
  readonly title: string;
  readonly price: number;
  readonly condition: string;
  readonly shipping?: number;
}

export const ebay =
  (listings: readonly Listing[]) =>
  ({ pathname }: URL): Page => ({
    body: pathname.endsWith("/token")
      ? { access_token: "t", expires_in: 7200, token_type: "Application Access Token" }
      : {
          total: listings.length,
          itemSummaries: listings.map(({ id, title, price, condition, shipping }) => ({
            itemId: `v1|${id}|0`,
            legacyItemId: id,
            title,
            itemWebUrl: `https://www.ebay.com/itm/${id}`,
            price: { value: price.toFixed(2), currency: "USD" },
            condition,
            seller: { username: "audio-4u" },
            shippingOptions:
              shipping === undefined
                ? []
                : [{ shippingCostType: "FIXED", shippingCost: { value: String(shipping), currency: "USD" } }],
          })),
        },
  });

const newegg = (title: string, price: number): Page => ({
  body: `<html><body><script>window.__initialState__ = ${JSON.stringify({
    Products: [
      {
        SponsoredMsg: null,
        ItemCell: {
          Item: "20-374-001",
          FinalPrice: price,
          UnitCost: price,
          Instock: true,
          Description: { Title: title, WebDescription: title, UrlKeywords: "sony" },
          Feature: { IsNew: true },
          ItemManufactory: { Manufactory: "Sony" },
          Review: { RatingOneDecimal: 4, HumanRating: 10 },
          Seller: { SellerName: null },
          Model: "WH-1000XM5",
        },
      },
    ],
    TotalItemCount: 1,
  })}</script></body></html>`,
});

export const bing = (
  cards: readonly { readonly title: string; readonly price: string; readonly seller: string }[],
): Page => ({
  body: `<html><body>${cards
    .map(
      ({ title, price, seller }, index) =>
        `<div class="br-gOffCard"><a class="br-offLink" href="https://shop${index}.example/x"><div class="br-offTtl"><span title="${title}">${title}</span></div><div class="br-offPrice"><div class="br-price">${price}</div></div><span class="br-offSlrTxt">${seller}</span></a></div>`,
    )
    .join("")}</body></html>`,
});

const etsy = (title: string, cents: number, currency: string): Page => ({
  body: {
    count: 1,
    results: [
      {
        listing_id: 1,
        title,
        state: "active",
        url: "https://www.etsy.com/listing/1/x",
        quantity: 3,
        price: { amount: cents, divisor: 100, currency_code: currency },
      },
    ],
  },
});

const reddit = (title: string): Page => ({
  headers: { "content-type": "application/atom+xml" },
  body: `<feed xmlns="http://www.w3.org/2005/Atom"><entry><author><name>/u/ann</name></author><category term="headphones"/><content type="html">x</content><id>t3_a1</id><link href="https://www.reddit.com/r/headphones/comments/a1/"/><published>2026-11-01T08:00:00+00:00</published><title>${title}</title></entry></feed>`,
});

/* New offers of the product: 95 (amazon), 100 (ebay), 110 (newegg), 105 (bing), 92 EUR = 115 (etsy); 19 (bing) is an outlier. */
export const WORLD: World = {
  now: () => NOW,
  environment: { EBAY_CLIENT_ID: "id", EBAY_CLIENT_SECRET: "secret", ETSY_API_KEY: "key" },
  hosts: {
    "www.amazon.com": () =>
      amazon([
        {
          asin: "B000000001",
          title: "Sony WH-1000XM5 Wireless Headphones, Black",
          price: "$95.00",
          old: "$119.00",
          rating: "4.5",
          votes: "100",
        },
        { asin: "B000000002", title: "Hard Case for Sony WH-1000XM5", price: "$15.00" },
      ]),
    "api.ebay.com": ebay([
      { id: "111", title: "Sony WH-1000XM5 Headphones", price: 100, condition: "New", shipping: 5 },
      { id: "222", title: "Sony WH-1000XM5, works well", price: 60, condition: "Used" },
      { id: "333", title: "Sony WH-1000XM4 Headphones", price: 80, condition: "New" },
    ]),
    "www.newegg.com": () => newegg("Sony WH-1000XM5", 110),
    "www.bing.com": () =>
      bing([
        { title: "SONY WH1000XM5", price: "$105.00", seller: "Sound Shop" },
        { title: "Sony WH-1000XM5", price: "$19.00", seller: "Too Good" },
      ]),
    "openapi.etsy.com": () => etsy("Sony WH-1000XM5 headphones", 9200, "EUR"),
    "api.etsy.com": () => etsy("Sony WH-1000XM5 headphones", 9200, "EUR"),
    "api.frankfurter.dev": ({ searchParams }) => ({
      body: { base: searchParams.get("base"), start_date: "2026-11-19", rates: { "2026-11-20": { USD: 1.25 } } },
    }),
    "www.reddit.com": () => reddit("My Sony WH-1000XM5 review after a year"),
  },
};
