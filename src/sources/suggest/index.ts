import { defineCategory } from "../define.ts";
import { baiduSuggest } from "./baidu_suggest.ts";
import { bingSuggest } from "./bing_suggest.ts";
import { braveSuggest } from "./brave_suggest.ts";
import { duckduckgoSuggest } from "./duckduckgo_suggest.ts";
import { googleSuggest } from "./google_suggest.ts";
import { qwantSuggest } from "./qwant_suggest.ts";
import { seznamSuggest } from "./seznam_suggest.ts";
import { wikipediaSuggest } from "./wikipedia_suggest.ts";
import { yandexSuggest } from "./yandex_suggest.ts";

const MINUTE = 60_000;

export const suggest = defineCategory("suggest", "Search suggestions", 30 * MINUTE, [
  googleSuggest,
  bingSuggest,
  duckduckgoSuggest,
  braveSuggest,
  yandexSuggest,
  baiduSuggest,
  seznamSuggest,
  qwantSuggest,
  wikipediaSuggest,
]);
