import { defineCategory } from "../define.ts";
import { boardgamegeek } from "./boardgamegeek.ts";
import { lichess } from "./lichess.ts";
import { scryfall } from "./scryfall.ts";
import { speedrun } from "./speedrun.ts";
import { steam } from "./steam.ts";

const MINUTE = 60_000;

export const games = defineCategory("games", "Games", 360 * MINUTE, [
  steam,
  boardgamegeek,
  lichess,
  scryfall,
  speedrun,
]);
