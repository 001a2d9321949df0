import { defineCategory } from "../define.ts";
import { bingNews } from "./bing_news.ts";
import { duckduckgoNews } from "./duckduckgo_news.ts";
import { gdelt } from "./gdelt.ts";
import { googleNews } from "./google_news.ts";
import { guardian } from "./guardian.ts";
import { nytimes } from "./nytimes.ts";
import { spaceflightNews } from "./spaceflight_news.ts";
import { wikipediaNews } from "./wikipedia_news.ts";

const MINUTE = 60_000;

export const news = defineCategory("news", "News", 10 * MINUTE, [
  googleNews,
  bingNews,
  duckduckgoNews,
  gdelt,
  guardian,
  nytimes,
  wikipediaNews,
  spaceflightNews,
]);
