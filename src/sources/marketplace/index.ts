import { defineCategory } from "../define.ts";
import { aliexpress } from "./aliexpress.ts";
import { amazon } from "./amazon.ts";
import { bingShopping } from "./bing_shopping.ts";
import { ebay } from "./ebay/index.ts";
import { etsy } from "./etsy.ts";
import { mercadolibre } from "./mercadolibre.ts";
import { newegg } from "./newegg.ts";
import { rakuten } from "./rakuten.ts";

const MINUTE = 60_000;

export const marketplace = defineCategory("marketplace", "Marketplaces", 60 * MINUTE, [
  amazon,
  ebay,
  aliexpress,
  mercadolibre,
  bingShopping,
  newegg,
  etsy,
  rakuten,
]);
