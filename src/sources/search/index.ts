import { defineCategory } from "../define.ts";
import { baidu } from "./baidu.ts";
import { bing } from "./bing.ts";
import { brave } from "./brave.ts";
import { duckduckgo } from "./duckduckgo.ts";
import { ecosia } from "./ecosia.ts";
import { exa } from "./exa.ts";
import { google } from "./google.ts";
import { mojeek } from "./mojeek.ts";
import { qwant } from "./qwant.ts";
import { searxng } from "./searxng.ts";
import { seznam } from "./seznam.ts";
import { stackexchange } from "./stackexchange.ts";
import { startpage } from "./startpage.ts";
import { yahoo } from "./yahoo.ts";
import { yandex } from "./yandex.ts";

const MINUTE = 60_000;

/** The engines, the default one first. */
export const search = defineCategory("search", "Web search", 30 * MINUTE, [
  duckduckgo,
  google,
  bing,
  brave,
  mojeek,
  yahoo,
  ecosia,
  yandex,
  seznam,
  baidu,
  qwant,
  startpage,
  searxng,
  exa,
  stackexchange,
]);
