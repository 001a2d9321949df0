import { z } from "zod";
import { BaseItem, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** Something to eat or drink: a product, a food, a dish, or a place that brews. */
export const FoodItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).describe("the database's own id; a product's is its barcode"),
  brand: z.string().optional(),
  category: z.string().optional(),
  country: z.string().optional(),
  updatedAt: IsoDate.optional().describe("when the entry was changed or published last"),
  image: HttpUrl.optional(),
});

const Grams = z.number().nonnegative().optional();

/** What is in 100 g, or 100 ml of a drink, unless `per` says otherwise. */
export const Nutrition = {
  energyKj: z.number().nonnegative().optional().describe("kilojoules in 100 g or 100 ml"),
  energyKcal: z.number().nonnegative().optional().describe("kilocalories in 100 g or 100 ml"),
  proteinG: Grams.describe("grams in 100 g or 100 ml"),
  fatG: Grams,
  saturatedFatG: Grams,
  carbohydratesG: Grams,
  sugarsG: Grams,
  fiberG: Grams,
  saltG: Grams,
  sodiumMg: Grams.describe("milligrams in 100 g or 100 ml"),
};
