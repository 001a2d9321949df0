import { defineCategory } from "../define.ts";
import { google_trends } from "./google_trends.ts";
import { keyword_volume } from "./keyword_volume.ts";
import { related_questions } from "./related_questions.ts";
import { serp_features } from "./serp_features/index.ts";
import { site_position } from "./site_position.ts";

const MINUTE = 60_000;

export const serp = defineCategory("serp", "Search-result pages", 30 * MINUTE, [
  serp_features,
  site_position,
  keyword_volume,
  google_trends,
  related_questions,
]);
