import { defineCategory } from "../define.ts";
import { archiveVideo } from "./archive_video.ts";
import { bingVideos } from "./bing_videos.ts";
import { dailymotion } from "./dailymotion.ts";
import { duckduckgoVideos } from "./duckduckgo_videos.ts";
import { odysee } from "./odysee.ts";
import { peertube } from "./peertube.ts";
import { youtube } from "./youtube/index.ts";

const MINUTE = 60_000;

export const videos = defineCategory("videos", "Videos", 60 * MINUTE, [
  youtube,
  dailymotion,
  peertube,
  bingVideos,
  duckduckgoVideos,
  archiveVideo,
  odysee,
]);
