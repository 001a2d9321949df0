import { defineCategory } from "../define.ts";
import { openbrewerydb } from "./openbrewerydb.ts";
import { openfoodfacts } from "./openfoodfacts.ts";
import { themealdb } from "./themealdb.ts";
import { usda } from "./usda.ts";

const MINUTE = 60_000;

export const food = defineCategory("food", "Food and drink", 1440 * MINUTE, [
  openfoodfacts,
  usda,
  themealdb,
  openbrewerydb,
]);
