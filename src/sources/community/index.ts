import { defineCategory } from "../define.ts";
import { askubuntu } from "./askubuntu.ts";
import { bluesky } from "./bluesky.ts";
import { discourse } from "./discourse.ts";
import { lemmy } from "./lemmy.ts";
import { mastodon } from "./mastodon.ts";
import { misskey } from "./misskey.ts";
import { reddit } from "./reddit.ts";
import { serverfault } from "./serverfault.ts";
import { stackoverflow } from "./stackoverflow.ts";
import { superuser } from "./superuser.ts";
import { telegram } from "./telegram.ts";

const MINUTE = 60_000;

export const community = defineCategory("community", "Communities", 15 * MINUTE, [
  reddit,
  mastodon,
  bluesky,
  lemmy,
  misskey,
  telegram,
  discourse,
  stackoverflow,
  serverfault,
  superuser,
  askubuntu,
]);
