import { z } from "zod";
import { defineSource } from "../define.ts";
import { branch, fallback } from "../kit/compose/steps.ts";
import { json, listOf, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { changed, emptyOn } from "../kit/responses/answer.ts";
import { unixSeconds } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { FoodItem, Nutrition } from "./item.ts";

const PER_PAGE = 24;

/** Whole products are 50 KB each. */
const FIELDS = (lang: string) =>
  [
    `code,product_name,product_name_${lang},generic_name,brands,quantity,categories,countries,nutriscore_grade,nova_group`,
    "ecoscore_grade,ingredients_text,allergens_tags,nutriments,image_url,image_front_url,last_modified_t",
  ].join();

const Options = z.object({
  lang: z
    .string()
    .regex(/^[a-z]{2}$/, "a two-letter language code")
    .default("en")
    .describe("language of the texts, where they have been translated"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

/** A text, or a list of texts. */
const Texts = z
  .union([z.string(), z.array(z.string()).transform((list) => list.join(", "))])
  .nullish()
  .catch(undefined);

const Amount = numeric.nullish().catch(undefined);

const Nutriments = z.object({
  "energy-kcal_100g": Amount,
  "energy-kj_100g": Amount,
  fat_100g: Amount,
  "saturated-fat_100g": Amount,
  carbohydrates_100g: Amount,
  sugars_100g: Amount,
  fiber_100g: Amount,
  proteins_100g: Amount,
  salt_100g: Amount,
});

const Product = z
  .object({
    code: z.union([z.string(), z.number()]).transform(String),
    product_name: Texts,
    generic_name: Texts,
    brands: Texts,
    quantity: Texts,
    categories: Texts,
    countries: Texts,
    nutriscore_grade: Texts,
    nova_group: Amount,
    ecoscore_grade: Texts,
    ingredients_text: Texts,
    allergens_tags: listOf(z.string()),
    nutriments: Nutriments.nullish(),
    image_url: Texts,
    image_front_url: Texts,
    last_modified_t: Amount,
  })
  .catchall(z.unknown());

/** A grade from a to e (a-plus to f of the Green-Score); "unknown" and "not-applicable" are none. */
const grade = (value: string | null | undefined) =>
  /^[a-f](-plus)?$/i.test(value ?? "") ? value?.toLowerCase() : undefined;

function itemOf(product: z.output<typeof Product>, lang: string) {
  const { code, brands, quantity, nutriments } = product;
  const translated = product[`product_name_${lang}`];
  const categories = product.categories?.split(",").flatMap((name) => name.trim() || []);
  const nutriscore = grade(product.nutriscore_grade);
  return {
    title:
      product.product_name || (typeof translated === "string" && translated) || product.generic_name || brands || code,
    url: `https://world.openfoodfacts.org/product/${code}`,
    snippet: [brands, quantity, nutriscore && `Nutri-Score ${nutriscore.toUpperCase()}`].filter(Boolean).join(", "),
    id: code,
    code,
    brand: brands,
    quantity,
    category: categories?.at(-1),
    categories,
    country: product.countries,
    nutriscore,
    nova: product.nova_group,
    greenScore: grade(product.ecoscore_grade),
    ingredients: product.ingredients_text,
    allergens: product.allergens_tags.map((tag) => tag.replace(/^[a-z]{2}:/, "")),
    energyKj: nutriments?.["energy-kj_100g"],
    energyKcal: nutriments?.["energy-kcal_100g"],
    fatG: nutriments?.fat_100g,
    saturatedFatG: nutriments?.["saturated-fat_100g"],
    carbohydratesG: nutriments?.carbohydrates_100g,
    sugarsG: nutriments?.sugars_100g,
    fiberG: nutriments?.fiber_100g,
    proteinG: nutriments?.proteins_100g,
    saltG: nutriments?.salt_100g,
    image: webUrl(product.image_url) ?? webUrl(product.image_front_url),
    updatedAt: unixSeconds(product.last_modified_t),
  };
}

/** A search's answer, of today or of old, or one product's. */
const Answer = z.object({
  hits: z.array(Product).nullish(),
  products: z.array(Product).nullish(),
  product: Product.nullish(),
  status: numeric.nullish(),
  page: numeric.nullish(),
  page_count: numeric.nullish(),
});

function itemsOf({ hits, products, product, status }: z.output<typeof Answer>, { lang }: Asked) {
  const found = hits ?? products ?? (product ? [product] : undefined);
  // An unknown barcode has a status of 0 and no product.
  if (!found && status !== 0) throw changed("openfoodfacts", "neither hits nor products");
  return (found ?? []).map((one) => itemOf(one, lang));
}

const searching = json({
  pages: ({ text: q, lang, page }: Asked & PageRequest) =>
    get("https://search.openfoodfacts.org/search", {
      q,
      page,
      page_size: PER_PAGE,
      langs: [...new Set([lang, "en"])].join(),
      fields: FIELDS(lang),
    }),
  body: Answer,
  items: itemsOf,
  next: ({ page, page_count }) => (page_count == null || (page ?? 1) < page_count ? undefined : null),
});

/** The older search, which answers 503 under load. */
const olderSearch = json({
  pages: ({ text: search_terms, lang, page }: Asked & PageRequest) =>
    get("https://world.openfoodfacts.org/cgi/search.pl", {
      search_terms,
      search_simple: 1,
      action: "process",
      json: 1,
      page,
      page_size: PER_PAGE,
      fields: FIELDS(lang),
    }),
  body: Answer,
  items: itemsOf,
  next: ({ products }) => ((products?.length ?? 0) < PER_PAGE ? null : undefined),
});

/** One product; an unknown barcode is a 404, formerly a status of 0. */
const one = json({
  request: ({ text: code, lang }: Asked) =>
    get(`https://world.openfoodfacts.org/api/v2/product/${code}.json`, { fields: FIELDS(lang) }),
  judge: emptyOn(404),
  body: Answer,
  items: itemsOf,
});

export const openfoodfacts = defineSource({
  id: "openfoodfacts",
  title: "Open Food Facts",
  docs: "https://openfoodfacts.github.io/openfoodfacts-server/api/",
  terms: "ODbL; 15 products and 10 searches a minute an address",
  query: query({
    describe: "a product's name, or a barcode of 8 to 14 digits, which reads that product",
    example: "nutella",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: /^[\d\s-]{8,20}$/.test(q) ? q.replace(/\D/g, "") : q }),
  }),
  item: FoodItem.extend({
    categories: z.array(z.string()).optional().describe("from the widest to the narrowest, which is `category`"),
    code: z.string().describe("the barcode"),
    quantity: z.string().optional(),
    nutriscore: z.string().optional().describe("Nutri-Score, a to e"),
    nova: z.number().optional().describe("how processed it is, 1 to 4"),
    greenScore: z.string().optional().describe("Green-Score (formerly Eco-Score), a-plus to f"),
    ingredients: z.string().optional(),
    allergens: z.array(z.string()).optional(),
    ...Nutrition,
  }),
  polite: { concurrency: 1, minIntervalMs: 4000 },
  read: branch(({ text }: Asked) => /^\d{8,14}$/.test(text), one, fallback(searching, olderSearch)),
});
