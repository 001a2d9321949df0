import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { HttpUrl } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { excerpt } from "../kit/values/text.ts";
import { FoodItem } from "./item.ts";

/** Everyone's key, free for development. */
const TEST_KEY = "1";

interface Asked {
  readonly text: string;
  /** The filter's parameter; filters give names and pictures only. */
  readonly by?: "i" | "a" | "c" | undefined;
}

const FILTERS = { ingredient: "i", area: "a", category: "c" } as const;

function asked(q: string): Asked {
  const [, kind, words] = /^(ingredient|area|category)\s*:\s*(.+)$/i.exec(q) ?? [];
  const filter = kind?.toLowerCase();
  if (filter === "ingredient" || filter === "area" || filter === "category")
    return { text: words?.trim().replace(/\s+/g, "_") ?? "", by: FILTERS[filter] };
  return { text: q };
}

function request({ text, by, key }: Asked & PageRequest) {
  const api = `https://www.themealdb.com/api/json/v1/${encodeURIComponent(key || TEST_KEY)}`;
  if (by) return get(`${api}/filter.php`, { [by]: text });
  return /^\d{4,7}$/.test(text) ? get(`${api}/lookup.php`, { i: text }) : get(`${api}/search.php`, { s: text });
}

const Text = z.union([z.string(), z.number().transform(String)]).nullish();

const Meal = z
  .object({ idMeal: z.union([z.string(), z.number()]).transform(String), strMeal: z.string() })
  .catchall(Text);

/** A meal's ingredients stand in twenty pairs of fields, of which the last are blank. */
const ingredientsOf = (meal: z.output<typeof Meal>) =>
  Array.from({ length: 20 }, (_, at) => at + 1).flatMap((at) => {
    const name = meal[`strIngredient${at}`]?.trim();
    return name ? [{ name, measure: meal[`strMeasure${at}`]?.trim() }] : [];
  });

const itemOf = (meal: z.output<typeof Meal>) => ({
  title: meal.strMeal,
  url: webUrl(meal["strSource"]) ?? `https://www.themealdb.com/meal/${meal.idMeal}`,
  snippet: excerpt(meal["strInstructions"]),
  id: meal.idMeal,
  category: meal["strCategory"],
  area: meal["strArea"],
  country: meal["strCountry"],
  instructions: meal["strInstructions"],
  ingredients: ingredientsOf(meal),
  tags: (meal["strTags"] ?? "").split(",").flatMap((tag) => tag.trim() || []),
  video: webUrl(meal["strYoutube"]),
  image: webUrl(meal["strMealThumb"]),
  updatedAt: isoDate(meal["dateModified"]),
});

export const themealdb = defineSource({
  id: "themealdb",
  title: "TheMealDB",
  docs: "https://www.themealdb.com/api.php",
  terms: "the test key is for development; a public release wants a patron's",
  key: { env: ["THEMEALDB_KEY"], required: false, from: "https://www.themealdb.com/api.php" },
  query: query({
    describe:
      "a meal's name or number; ingredient:chicken_breast, area:Canadian or category:Seafood lists meals by that",
    example: "arrabiata",
    parse: asked,
  }),
  item: FoodItem.extend({
    area: z.string().optional().describe("the cuisine it belongs to"),
    instructions: z.string().optional(),
    ingredients: z.array(z.object({ name: z.string(), measure: z.string().optional() })).optional(),
    tags: z.array(z.string()).optional(),
    video: HttpUrl.optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 500 },
  read: json({
    request,
    // Nothing found is null, or a word.
    body: z.object({ meals: z.union([z.array(Meal), z.string(), z.null()]) }),
    items: ({ meals }) => (Array.isArray(meals) ? meals.map(itemOf) : []),
  }),
});
