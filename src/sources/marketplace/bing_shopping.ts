import type { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute, type El } from "../kit/html/dom.ts";
import { html } from "../kit/readers/html.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { BROWSER, navigation } from "../kit/requests/as-browser.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { marketOf, SearchOptions } from "../kit/requests/search.ts";
import { BING_BLOCKED } from "../kit/services/bing.ts";
import { Count } from "../kit/values/fields.ts";
import { conditionOf, countIn, OfferItem, priceIn } from "./item.ts";
import { listed } from "./listing.ts";

/* No documentation, and a recording of an empty page only: the cards are those that public readers of the page describe. */

const Options = SearchOptions.pick({ language: true, region: true });

type Asked = { readonly text: string } & z.output<typeof Options>;

const PER_PAGE = 36;

/** What a bare "$" or a lack of a sign means, by country; elsewhere an amount without its own sign has no price. */
const CURRENCIES: Readonly<Record<string, string>> = {
  US: "USD",
  GB: "GBP",
  DE: "EUR",
  FR: "EUR",
  IT: "EUR",
  ES: "EUR",
  NL: "EUR",
  AT: "EUR",
  BE: "EUR",
  IE: "EUR",
  CA: "CAD",
  AU: "AUD",
  IN: "INR",
  BR: "BRL",
  JP: "JPY",
  CH: "CHF",
  MX: "MXN",
  NZ: "NZD",
  SE: "SEK",
  NO: "NOK",
  DK: "DKK",
  PL: "PLN",
};

const regionOf = (asked: Asked): string => marketOf(asked)?.region ?? "US";

function request(ask: Asked & PageRequest) {
  const market = marketOf(ask);
  return get(
    "https://www.bing.com/shop",
    {
      q: ask.text,
      first: ask.page > 1 ? (ask.page - 1) * PER_PAGE + 1 : undefined,
      cc: regionOf(ask),
      setlang: market?.language ?? "en",
    },
    { headers: navigation(ask), session: "bing" },
  );
}

/** The merchant's address behind Bing's counted links: `/ck/a?…&u=a1<base64url>`, `/aclick?…&u=<base64 of an escaped address>`. */
function merchantOf(link: string | undefined): string | undefined {
  const url = URL.parse(link ?? "");
  if (!url || !/^\/(ck\/|aclick|aclk)/.test(url.pathname)) return url?.href;
  const wrapped = url.searchParams.get("u")?.replace(/^a1/, "") ?? "";
  const target = Buffer.from(wrapped, "base64url").toString("utf8");
  return absolute(/^https?%3a/i.test(target) ? unescaped(target) : target, url.href);
}

function unescaped(address: string): string | undefined {
  try {
    return decodeURIComponent(address);
  } catch {
    return undefined;
  }
}

function itemOf(card: El, own: string) {
  const title =
    card.attr("title", ".br-offTtl [title], .br-title [title]") ?? card.text(".br-offTtl, .br-title, .br-offTitle");
  if (!title) return undefined;
  const label = card.text(".br-offSecLbl");
  const image = card
    .all("img")
    .flatMap((img) => img.link(undefined, "src") ?? img.link(undefined, "data-src") ?? [])[0];
  return {
    title,
    url: merchantOf(card.link("a.br-offLink, a.br-titlelink") ?? card.link("a")),
    ...priceIn(card.text(".br-price, .pd-price, .br-offPrice"), own),
    oldPrice: priceIn(card.text(".br-standardPriceDemoted, .br-oldPrice, del"), own).price,
    seller: card.text(".br-offSlrTxt, .br-seller, .br-offSlr"),
    condition: conditionOf(label),
    rating:
      Number(/(\d(?:\.\d)?) out of 5/.exec(card.attr("aria-label", '[aria-label*="out of 5"]') ?? "")?.[1]) ||
      undefined,
    ratingCount: countIn(card.text(".sa_rt_num")),
    shipping: [label, ...card.texts(".br-offShip, .br-shipping")].find((words) =>
      /shipping|delivery|versand|livraison/i.test(words ?? ""),
    ),
    image,
  };
}

export const bingShopping = defineSource({
  id: "bing_shopping",
  title: "Bing Shopping search",
  docs: "https://help.bing.microsoft.com/",
  terms: "no API: the page itself, which is often empty outside the United States and refuses addresses that ask much",
  query: text("words to search the shops' offers for", "wireless headphones", Options),
  item: OfferItem.extend({ position: Count.describe("place in the list, from 1") }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: listed(
    html({
      pages: request,
      rows: "div.br-gOffCard, li.br-item",
      item: (card, input) => itemOf(card, CURRENCIES[regionOf(input)] ?? ""),
      empty: [".br_errorTitle", "#b_results > li.b_no"],
      blocked: BING_BLOCKED,
    }),
  ),
});
