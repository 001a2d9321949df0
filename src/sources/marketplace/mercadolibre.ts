import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { type El, textOfHtml } from "../kit/html/dom.ts";
import { html } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { Count } from "../kit/values/fields.ts";
import { countIn, OfferItem } from "./item.ts";
import { listed } from "./listing.ts";
import { productsIn } from "./product.ts";

/* The site's list of results, its cards joined with its JSON-LD: the search of the API is closed since 2025. */

const COUNTRIES = {
  ar: { host: "listado.mercadolibre.com.ar", currency: "ARS" },
  mx: { host: "listado.mercadolibre.com.mx", currency: "MXN" },
  br: { host: "lista.mercadolivre.com.br", currency: "BRL" },
  co: { host: "listado.mercadolibre.com.co", currency: "COP" },
  cl: { host: "listado.mercadolibre.cl", currency: "CLP" },
  uy: { host: "listado.mercadolibre.com.uy", currency: "UYU" },
  pe: { host: "listado.mercadolibre.com.pe", currency: "PEN" },
} as const;

const Options = z.object({
  country: z.enum(["ar", "mx", "br", "co", "cl", "uy", "pe"]).default("ar").describe("the country whose site is asked"),
});

type Asked = { readonly text: string } & z.output<typeof Options>;

const PER_PAGE = 48;

function request({ text: words, country, page }: Asked & PageRequest) {
  const slug = encodeURIComponent(words.trim().toLowerCase().replace(/\s+/g, "-"));
  const from = page > 1 ? `_Desde_${(page - 1) * PER_PAGE + 1}_NoIndex_True` : "";
  return get(
    `https://${COUNTRIES[country].host}/${slug}${from}`,
    {},
    { headers: navigation({ text: words, region: country.toUpperCase() }), session: "mercadolibre" },
  );
}

const judge: Judge = ({ url, status }) =>
  /\/gz\/account-verification/.test(url)
    ? new SourceError("blocked", "Mercado Libre wants an account before it answers.")
    : status === 404
      ? "empty"
      : undefined;

/** The product's own address behind a link: of a counted click its `url` parameter, none where it has none. */
function targetOf(link: string | undefined): string | undefined {
  const url = URL.parse(link ?? "");
  if (!url) return undefined;
  const target = /^click\d?\./.test(url.hostname) ? URL.parse(url.searchParams.get("url") ?? "") : url;
  return target && /^https?:$/.test(target.protocol) ? `${target.origin}${target.pathname}` : undefined;
}

/** `MLA123456`, of an address that has it, with or without a dash. */
const idIn = (address: string | undefined): string | undefined =>
  /\bML[A-Z]-?\d{6,15}\b/.exec(address ?? "")?.[0].replace("-", "");

/** An amount of whole and hundredths, which stand apart; a point or comma in the whole parts thousands. */
function amountOf(el: El | undefined): number | undefined {
  const whole = el?.text(".andes-money-amount__fraction, .price-tag-fraction")?.replace(/\D/g, "");
  const cents = el?.text(".andes-money-amount__cents, .price-tag-cents")?.replace(/\D/g, "") ?? "";
  return whole ? Number(`${whole}.${cents || 0}`) : undefined;
}

/** US dollars are dear goods' currency in some of the countries. */
const currencyOf = (el: El | undefined, own: string): string =>
  /^(U\$S|US\$)/.test(el?.text(".andes-money-amount__currency-symbol, .price-tag-symbol") ?? "") ? "USD" : own;

/** "4.9", "Calificación 4.8 de 5 (711 opiniones)", "Classificação 4.9 de 5 estrelas. …". */
const ratingIn = (words: string | undefined): number | undefined => {
  const found = /\b([0-5](?:[.,]\d)?)\b/.exec(words ?? "")?.[1];
  return found === undefined ? undefined : Number(found.replace(",", "."));
};

/** The words of a part of a card, whose elements stand apart on the page but not in the mark-up; "gratis." stays whole. */
const wordsOf = (el: El | undefined): string | undefined =>
  textOfHtml(el?.html().replace(/(<\/\w{1,20}>)(?=[\p{L}\p{N}<+])/gu, "$1 "));

function cardOf(card: El, own: string) {
  const link = card.one("a.poly-component__title, .poly-component__title a");
  const title = wordsOf(card.one(".poly-component__title, .poly-component__title-wrapper"));
  if (!title) return undefined;
  const url = targetOf(link?.link());
  const now = card.one(".poly-price__current");
  const price = amountOf(now);
  const reviews = card.one(".poly-component__review-compacted, .poly-component__reviews");
  return {
    title,
    url,
    id: idIn(url) ?? idIn(link?.link()),
    price,
    currency: price === undefined ? undefined : currencyOf(now, own),
    oldPrice: amountOf(card.one("s.andes-money-amount--previous, .andes-money-amount--previous")),
    discount: countIn(card.text(".poly-price__disc_label, .andes-money-amount__discount")),
    seller: wordsOf(card.one(".poly-component__seller")),
    rating: ratingIn(reviews?.text(".poly-reviews__rating, .poly-phrase-label") ?? reviews?.attr("aria-label")),
    ratingCount: countIn(card.text(".poly-reviews__total")),
    soldText: reviews
      ?.all(".poly-phrase-label")
      .map(wordsOf)
      .find((words) => /vend/i.test(words ?? ""))
      ?.replace(/^\|\s?/, ""),
    shipping: wordsOf(card.one(".poly-component__shipping")),
    image: card.link("img.poly-component__picture", "src") ?? card.link("img.poly-component__picture", "data-src"),
    sponsored: card.has(".poly-component__ads-promotions") || undefined,
  };
}

/** The cards, each with what the JSON-LD knows of its product besides; the JSON-LD alone where there is no card. */
function offersIn(body: string, doc: El, own: string) {
  const products = productsIn(body).map((product) => ({ ...product, id: idIn(product.url) }));
  const known = new Map(products.flatMap((product) => (product.url ? [[product.url, product]] : [])));
  const cards = doc.all("li.ui-search-layout__item .poly-card").flatMap((card) => cardOf(card, own) ?? []);
  const joined = cards.map((card) => {
    const product = known.get(card.url ?? "");
    return {
      ...card,
      price: product?.price ?? card.price,
      currency: product?.currency ?? card.currency,
      availability: product?.availability,
      inStock: product?.inStock,
      brand: product?.brand,
      rating: product?.rating ?? card.rating,
      ratingCount: product?.ratingCount ?? card.ratingCount,
    };
  });
  return [...(joined.length > 0 ? joined : products)];
}

/** A row of the pages before 2024. */
function rowOf(row: El, own: string) {
  const title = row.text(".ui-search-item__title");
  const url = targetOf(row.link("a.ui-search-link, a.ui-search-item__group__element"));
  const price = amountOf(row.one(".ui-search-price__second-line, .ui-search-price") ?? row);
  return title
    ? {
        title,
        url,
        id: idIn(url),
        price,
        currency: price === undefined ? undefined : own,
        image: row.link("img", "src"),
      }
    : undefined;
}

export const mercadolibre = defineSource({
  id: "mercadolibre",
  title: "Mercado Libre search",
  docs: "https://developers.mercadolibre.com.ar/en_us/items-and-searches",
  terms: "no open search API: the site's own pages, which refuse many servers",
  query: text("words to search the offers for", "bicicleta rodado 29", Options),
  item: OfferItem.extend({
    position: Count.describe("place in the list, from 1"),
    soldText: z.string().optional().describe("how many were sold, in the site's words: +1000 vendidos"),
  }),
  polite: { concurrency: 1, minIntervalMs: 2000, userAgent: BROWSER },
  read: listed(
    html({
      pages: request,
      judge,
      carried: (body, { country }: Asked, doc) => offersIn(body, doc, COUNTRIES[country].currency),
      rows: "li.ui-search-layout__item, .ui-search-result__wrapper",
      item: (row, { country }) => rowOf(row, COUNTRIES[country].currency),
      empty: [".ui-search-rescue", ".ui-search-zrp-disclaimer"],
      blocked: [
        ".micro-landing-container",
        "#continue-button",
        'script[src*="suspicious-traffic"]',
        ".micro-landing-title",
      ],
      next: (doc) =>
        doc.has(".andes-pagination__button--next:not(.andes-pagination__button--disabled)") ? undefined : null,
    }),
  ),
});
