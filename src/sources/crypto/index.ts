import { defineCategory } from "../define.ts";
import { binance } from "./binance.ts";
import { bitstamp } from "./bitstamp.ts";
import { coinbase } from "./coinbase.ts";
import { coingecko } from "./coingecko.ts";
import { coinpaprika } from "./coinpaprika.ts";
import { defillama } from "./defillama/index.ts";
import { fearGreed } from "./fear_greed.ts";
import { kraken } from "./kraken.ts";
import { okx } from "./okx.ts";

const MINUTE = 60_000;

export const crypto = defineCategory("crypto", "Crypto", MINUTE, [
  coingecko,
  coinpaprika,
  binance,
  coinbase,
  kraken,
  bitstamp,
  okx,
  defillama,
  fearGreed,
]);
