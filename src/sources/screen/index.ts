import { defineCategory } from "../define.ts";
import { anilist } from "./anilist.ts";
import { imdb } from "./imdb.ts";
import { jikan } from "./jikan.ts";
import { omdb } from "./omdb.ts";
import { tmdb } from "./tmdb/index.ts";
import { tvmaze } from "./tvmaze.ts";

const MINUTE = 60_000;

export const screen = defineCategory("screen", "Film and television", 360 * MINUTE, [
  tvmaze,
  imdb,
  tmdb,
  omdb,
  anilist,
  jikan,
]);
