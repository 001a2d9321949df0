import { defineCategory } from "../define.ts";
import { bingImages } from "./bing_images.ts";
import { duckduckgoImages } from "./duckduckgo_images.ts";
import { flickr } from "./flickr/index.ts";
import { nasaImages } from "./nasa_images.ts";
import { openverse } from "./openverse.ts";
import { qwantImages } from "./qwant_images.ts";
import { unsplash } from "./unsplash.ts";
import { wikimediaCommons } from "./wikimedia_commons.ts";

const MINUTE = 60_000;

export const images = defineCategory("images", "Images", 60 * MINUTE, [
  bingImages,
  duckduckgoImages,
  qwantImages,
  openverse,
  wikimediaCommons,
  flickr,
  unsplash,
  nasaImages,
]);
