import { SourceError } from "../../../errors.ts";
import type { El } from "../../kit/html/dom.ts";
import { html, says } from "../../kit/readers/html.ts";
import type { PageRequest } from "../../kit/readers/paged.ts";
import { BROWSER, navigation } from "../../kit/requests/as-browser.ts";
import { furtherOn } from "../../kit/requests/further.ts";
import { get } from "../../kit/requests/request.ts";
import { conditionOf, countIn, priceIn } from "../item.ts";
import { productIn } from "../product.ts";
import { type Asked, idIn, siteOf } from "./site.ts";

/* eBay's own pages: a list of results (cards since 2025, list items before), or a listing, which describes itself by JSON-LD. */

const PER_PAGE = 60;

function request(ask: Asked & PageRequest) {
  const { tld, region } = siteOf(ask);
  const asking = { headers: { ...navigation({ text: ask.text, region }), "user-agent": BROWSER }, session: "ebay" };
  if (ask.item) return ask.page === 1 ? get(`https://www.ebay.${tld}/itm/${ask.item}`, {}, asking) : undefined;
  const page = ask.page > 1 ? ask.page : undefined;
  return get(`https://www.ebay.${tld}/sch/i.html`, { _nkw: ask.text, _pgn: page, _ipg: PER_PAGE }, asking);
}

/** The number of the placeholder that leads every list. */
const PLACEHOLDER = "123456";

const DELIVERY = /shipping|delivery|postage|versand|livraison|spedizione|env[ií]o|verzend|wysyłk/i;
const PLACE = /^(?:from|located in|aus|de|da|desde|uit|z)\s+(.{2,60})$/i;
const FREE = /^\+?\s?(free|kostenlos|gratis|livraison gratuite|darmow)/i;

const shippingPriceIn = (words: string | undefined, own: string): number | undefined =>
  words && FREE.test(words) ? 0 : priceIn(words, own).price;

/** A listing's title without the "New listing" before it. */
function titleOf(row: El): string | undefined {
  const title = row.text(".s-card__title .su-styled-text, .s-card__title, .s-item__title");
  const label = row.text(".s-item__title .LIGHT_HIGHLIGHT");
  return label && title?.startsWith(label) ? title.slice(label.length).trim() : title;
}

function itemOf(row: El, currency: string) {
  const link = row.all('a[href*="/itm/"]').find((anchor) => idIn(anchor.link()) || anchor.attr("href"));
  const id = row.attr("data-listingid") ?? idIn(link?.link());
  const title = titleOf(row);
  if (!id || !title || link?.attr("href")?.includes(`/itm/${PLACEHOLDER}?`) || id === PLACEHOLDER) return undefined;
  const details = row.texts(".s-card__attribute-row, .s-item__detail");
  const prices = row.all(".s-card__price, .s-item__price").filter((price) => !price.matches(".strikethrough"));
  const condition = row.text(".s-card__subtitle, .SECONDARY_INFO");
  const shipping = row.text(".s-item__shipping, .s-item__logisticsCost") ?? details.find((text) => DELIVERY.test(text));
  const [, place] = details.map((text) => PLACE.exec(text)).find(Boolean) ?? [];
  const address = URL.parse(link?.link() ?? "");
  const merchant =
    row.text(".s-item__seller-info-text") ?? details.find((text) => /\d%.{0,20}\(|\([\d,.K]+\).{0,4}\d/.test(text));
  return {
    title,
    url: address && `${address.origin}/itm/${id}`,
    id,
    ...priceIn(prices.map((price) => price.text()).join(" "), currency),
    oldPrice: priceIn(row.text(".STRIKETHROUGH, .strikethrough"), currency).price,
    condition: conditionOf(condition),
    conditionText: condition,
    shipping,
    shippingPrice: shippingPriceIn(shipping, currency),
    location: row.text(".s-item__location, .s-item__itemLocation")?.replace(PLACE, "$1") ?? place,
    seller: merchant?.split(/[\s(]/)[0],
    bids: countIn(
      row.text(".s-item__bids") ?? details.find((text) => /^\d+ (bid|Gebot|ench|offert|puja|bod)/i.test(text)),
    ),
    image: row.attr("src", "img.s-card__image, img.s-item__image-img") ?? row.attr("data-src", "img"),
    snippet: row.texts(".s-card__subtitle, .s-item__subtitle").join(" · "),
  };
}

/** What a listing's page says of it. */
const listing = (body: string, { item }: Asked) =>
  productIn(body).map((product) => ({ ...product, id: item ?? idIn(product.url) }));

export const ebayPage = html({
  pages: request,
  judge: ({ status, url }) =>
    status === 403 || /\/splashui\//.test(url)
      ? new SourceError("blocked", `eBay takes us for a bot (HTTP ${status}); the keys of its API help.`)
      : undefined,
  carried: listing,
  rows: "li.s-card, li.s-item",
  item: (row, input) => itemOf(row, siteOf(input).currency),
  empty: (doc) =>
    doc.has(".srp-save-null-search, .srp-river-answer--REWRITE_START") ||
    says("no exact matches found", "0 results for", "Keine exakten Treffer", "0 Ergebnisse für", "0 résultat")(doc),
  blocked: ['form[action*="splashui"]', "#captcha_form", ".pgHeading"],
  next: furtherOn("_pgn", 1, "a.pagination__next, a.pagination__item"),
});
