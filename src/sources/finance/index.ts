import { defineCategory } from "../define.ts";
import { alphavantage } from "./alphavantage.ts";
import { ecb } from "./ecb.ts";
import { finnhub } from "./finnhub.ts";
import { frankfurter } from "./frankfurter.ts";
import { fred } from "./fred/index.ts";
import { twelvedata } from "./twelvedata/index.ts";
import { yahooFinance } from "./yahoo_finance/index.ts";

const MINUTE = 60_000;

export const finance = defineCategory("finance", "Finance", 5 * MINUTE, [
  yahooFinance,
  fred,
  alphavantage,
  finnhub,
  twelvedata,
  frankfurter,
  ecb,
]);
