import { defineCategory } from "../define.ts";
import { brreg } from "./brreg.ts";
import { companiesHouse } from "./companies_house.ts";
import { gleif } from "./gleif.ts";
import { opencorporates } from "./opencorporates.ts";
import { prh } from "./prh.ts";
import { secEdgar } from "./sec_edgar/index.ts";
import { vies } from "./vies.ts";

const MINUTE = 60_000;

export const company = defineCategory("company", "Companies", 360 * MINUTE, [
  secEdgar,
  gleif,
  opencorporates,
  companiesHouse,
  brreg,
  prh,
  vies,
]);
