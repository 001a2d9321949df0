import { defineCategory } from "../define.ts";
import { deezer } from "./deezer.ts";
import { discogs } from "./discogs/index.ts";
import { itunesMusic } from "./itunes_music.ts";
import { lrclib } from "./lrclib.ts";
import { musicbrainz } from "./musicbrainz.ts";
import { radioBrowser } from "./radio_browser.ts";

const MINUTE = 60_000;

export const music = defineCategory("music", "Music and radio", 360 * MINUTE, [
  musicbrainz,
  itunesMusic,
  deezer,
  discogs,
  lrclib,
  radioBrowser,
]);
