import { defineCategory } from "../define.ts";
import { binance } from "./binance.ts";
import { bitstamp } from "./bitstamp.ts";
import { coinbase } from "./coinbase.ts";
import { fearGreed } from "./fear_greed.ts";
import { kraken } from "./kraken.ts";
import { okx } from "./okx.ts";

const MINUTE = 60_000;

export const crypto = defineCategory("crypto", "Crypto", MINUTE, [binance, coinbase, kraken, bitstamp, okx, fearGreed]);
