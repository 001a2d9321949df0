import { defineCategory } from "../define.ts";
import { dataEuropa } from "./data_europa.ts";
import { dataGov } from "./data_gov.ts";
import { eurostat } from "./eurostat/index.ts";
import { insee } from "./insee/index.ts";
import { oecd } from "./oecd/index.ts";
import { usaspending } from "./usaspending.ts";
import { whoGho } from "./who_gho/index.ts";
import { worldbank } from "./worldbank/index.ts";

const MINUTE = 60_000;

export const statistics = defineCategory("statistics", "Statistics and open data", 1440 * MINUTE, [
  worldbank,
  eurostat,
  oecd,
  whoGho,
  dataGov,
  dataEuropa,
  insee,
  usaspending,
]);
