import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json, loneIn, numeric, shaped } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn, type Judge, keyHelps } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { FoodItem, Nutrition } from "./item.ts";

const API = "https://api.nal.usda.gov/fdc/v1";
const PER_PAGE = 25;

/** Everyone's key: 30 requests an hour an address. */
const DEMO_KEY = "DEMO_KEY";

const Options = z.object({
  data_type: z
    .enum(["Foundation", "SR Legacy", "Survey (FNDDS)", "Branded"])
    .optional()
    .describe("one of the data sets only"),
});

interface Asked extends z.output<typeof Options> {
  readonly text: string;
}

function request({ text, data_type, page, key }: Asked & PageRequest) {
  const api_key = key || DEMO_KEY;
  if (/^\d{5,9}$/.test(text)) return page === 1 ? get(`${API}/food/${text}`, { api_key }) : undefined;
  return get(`${API}/foods/search`, {
    query: text,
    pageSize: PER_PAGE,
    pageNumber: page,
    dataType: data_type ?? "Foundation,SR Legacy,Survey (FNDDS),Branded",
    api_key,
  });
}

const judge: Judge = (response) =>
  emptyOn(404)(response) ??
  keyHelps("USDA_API_KEY")(response) ??
  (response.status === 403
    ? new SourceError(
        "missing-key",
        `USDA refuses USDA_API_KEY: ${quotedSaying(upstreamMessage(response) ?? "no reason given")}.`,
      )
    : undefined);

/** A nutrient as the search has it, flat, or as a food's own entry has it. */
const Nutrient = shaped(
  "nutrient",
  z
    .object({
      nutrient: z.object({ id: z.number(), name: z.string().nullish(), unitName: z.string().nullish() }),
      amount: numeric.nullish(),
    })
    .transform(({ nutrient, amount }) => ({ ...nutrient, value: amount })),
  z
    .object({
      nutrientId: z.number(),
      nutrientName: z.string().nullish(),
      unitName: z.string().nullish(),
      value: numeric.nullish(),
    })
    .transform(({ nutrientId, nutrientName, unitName, value }) => ({
      id: nutrientId,
      name: nutrientName,
      unitName,
      value,
    })),
);

const Food = z.object({
  fdcId: z.number(),
  description: z.string(),
  dataType: z.string().nullish(),
  brandOwner: z.string().nullish(),
  brandName: z.string().nullish(),
  gtinUpc: z.string().nullish(),
  ingredients: z.string().nullish(),
  foodCategory: z
    .union([z.string(), z.object({ description: z.string() }).transform(({ description }) => description)])
    .nullish(),
  brandedFoodCategory: z.string().nullish(),
  wweiaFoodCategory: z.object({ wweiaFoodCategoryDescription: z.string().nullish() }).nullish(),
  publishedDate: z.string().nullish(),
  publicationDate: z.string().nullish(),
  marketCountry: z.string().nullish(),
  dataSource: z.string().nullish(),
  servingSize: numeric.nullish(),
  servingSizeUnit: z.string().nullish(),
  foodNutrients: z.array(Nutrient).nullish(),
});

/** "10/30/2020" as well as "2020-10-30". */
const dayOf = (written: string | null | undefined): string | undefined =>
  isoDate(written?.replace(/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, "$3-$1-$2"));

/** The numbers of nutrients: https://fdc.nal.usda.gov/docs/Download_Field_Descriptions_Oct2020.pdf (nutrient.csv). */
const IDS = {
  energyKcal: [1008, 2047, 2048],
  proteinG: [1003],
  fatG: [1004],
  saturatedFatG: [1258],
  carbohydratesG: [1005],
  sugarsG: [2000, 1063],
  fiberG: [1079],
  sodiumMg: [1093],
} as const;

function itemOf({ foodNutrients, ...food }: z.output<typeof Food>) {
  const nutrients = (foodNutrients ?? []).filter(({ value }) => value != null);
  // A product's nutrients may stand once for each state of preparation; the first is as it is sold.
  const of = (ids: readonly number[]) =>
    ids.map((id) => nutrients.find((one) => one.id === id)?.value).find((value) => value != null);
  const per = food.dataSource === "Euromonitor" ? ("serving" as const) : ("100 g" as const);
  const energyKcal = of(IDS.energyKcal);
  const brand = food.brandOwner ?? food.brandName;
  return {
    title: food.description,
    url: `https://fdc.nal.usda.gov/food-details/${food.fdcId}/nutrients`,
    snippet: [food.dataType, brand, energyKcal != null && `${energyKcal} kcal/${per}`].filter(Boolean).join(", "),
    id: food.fdcId,
    dataType: food.dataType,
    brand,
    brandName: food.brandName,
    gtin: food.gtinUpc,
    ingredients: food.ingredients,
    category: food.foodCategory ?? food.brandedFoodCategory ?? food.wweiaFoodCategory?.wweiaFoodCategoryDescription,
    country: food.marketCountry,
    updatedAt: dayOf(food.publishedDate ?? food.publicationDate),
    servingSize: food.servingSize,
    servingUnit: food.servingSizeUnit === "GRM" ? "g" : food.servingSizeUnit === "MLT" ? "ml" : food.servingSizeUnit,
    per: nutrients.length > 0 ? per : undefined,
    energyKcal,
    proteinG: of(IDS.proteinG),
    fatG: of(IDS.fatG),
    saturatedFatG: of(IDS.saturatedFatG),
    carbohydratesG: of(IDS.carbohydratesG),
    sugarsG: of(IDS.sugarsG),
    fiberG: of(IDS.fiberG),
    sodiumMg: of(IDS.sodiumMg),
    nutrients: nutrients.flatMap(({ name, unitName, value }) =>
      name && value != null ? [{ name, unit: unitName ?? "", value }] : [],
    ),
  };
}

export const usda = defineSource({
  id: "usda",
  title: "USDA FoodData Central",
  docs: "https://fdc.nal.usda.gov/api-guide",
  terms: "public domain; 1,000 requests an hour with a key of one's own, 30 without",
  key: { env: ["USDA_API_KEY"], required: false, from: "https://fdc.nal.usda.gov/api-key-signup" },
  query: query({
    describe: "a food in English, or a number of FoodData Central (1098007), which reads that one",
    example: "cheddar cheese",
    options: Options,
    parse: (q, options): Asked => ({ ...options, text: q }),
  }),
  item: FoodItem.extend({
    dataType: z.string().optional().describe("the data set: Foundation, SR Legacy, Survey (FNDDS), Branded"),
    brandName: z.string().optional(),
    gtin: z.string().optional().describe("the barcode"),
    ingredients: z.string().optional(),
    servingSize: z.number().nonnegative().optional().describe("in `servingUnit`"),
    servingUnit: z.string().optional(),
    per: z.enum(["100 g", "serving"]).optional().describe("what the amounts are of; of drinks 100 ml"),
    ...Nutrition,
    nutrients: z.array(z.object({ name: z.string(), unit: z.string(), value: z.number() })).optional(),
  }),
  polite: { concurrency: 2, minIntervalMs: 200 },
  read: json({
    pages: request,
    judge,
    body: loneIn(
      "foods",
      z.object({ foods: z.array(Food), currentPage: z.number().nullish(), totalPages: z.number().nullish() }),
    ),
    items: ({ foods }) => foods.map(itemOf),
    next: ({ currentPage, totalPages }) => ((currentPage ?? 1) < (totalPages ?? 1) ? undefined : null),
  }),
});
