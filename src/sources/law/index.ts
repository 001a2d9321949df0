import { defineCategory } from "../define.ts";
import { courtlistener } from "./courtlistener.ts";
import { epoOps } from "./epo_ops.ts";
import { eurlex } from "./eurlex.ts";
import { federalRegister } from "./federal_register.ts";
import { legifrance } from "./legifrance.ts";
import { ukLegislation } from "./uk_legislation.ts";

const MINUTE = 60_000;

export const law = defineCategory("law", "Law and patents", 360 * MINUTE, [
  courtlistener,
  eurlex,
  federalRegister,
  ukLegislation,
  legifrance,
  epoOps,
]);
