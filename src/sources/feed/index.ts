import { defineCategory } from "../define.ts";
import { githubReleases } from "./github_releases.ts";
import { pageChanges } from "./page_changes/index.ts";
import { podcast } from "./podcast.ts";
import { rss } from "./rss.ts";
import { youtubeChannel } from "./youtube_channel.ts";

const MINUTE = 60_000;

export const feed = defineCategory("feed", "Feeds", 10 * MINUTE, [
  rss,
  youtubeChannel,
  githubReleases,
  podcast,
  pageChanges,
]);
