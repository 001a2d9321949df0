import { z } from "zod";
import { defineSource } from "../define.ts";
import { absolute, type El } from "../kit/html/dom.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { durationSeconds, numberIn } from "../kit/values/numbers.ts";
import { chosenFeed, FeedItem, feedUrl, itemOf } from "./item.ts";

/* Episodes of a podcast, by Apple's tags and the Podcasting 2.0 namespace (https://podcastindex.org/namespace/1.0). */

/** The whole number in an element. */
const whole = (el: El, name: string): number | undefined => {
  const value = numberIn(el.text(name));
  return Number.isSafeInteger(value) ? value : undefined;
};

/** `yes`, `explicit` and `true`, or `no`, `clean` and `false`; anything else says nothing. */
function explicit(written: string | undefined): boolean | undefined {
  const word = written?.toLowerCase() ?? "";
  return /^(yes|explicit|true)$/.test(word) || (/^(no|clean|false)$/.test(word) ? false : undefined);
}

export const podcast = defineSource({
  id: "podcast",
  title: "Podcast feed",
  docs: "https://help.apple.com/itc/podcasts_connect/#/itcb54353390",
  query: feedUrl(
    "address of a podcast's feed, or of a page that declares it",
    "https://feeds.feedburner.com/WelcomeToNightVale",
  ),
  item: FeedItem.extend({
    audio: HttpUrl.describe("the episode's file, as the feed names it, with redirectors"),
    type: z.string().optional().describe("media type of the file"),
    bytes: Count.optional().describe("size of the file, as the feed says"),
    duration: z.number().nonnegative().optional().describe("seconds"),
    episode: Count.optional(),
    season: Count.optional(),
    episodeType: z.string().optional().describe("full, trailer or bonus"),
    explicit: z.boolean().optional(),
    transcript: HttpUrl.optional(),
    chapters: HttpUrl.optional(),
    feedImage: HttpUrl.optional(),
  }),
  read: chosenFeed((entry, from) => {
    const item = itemOf(entry, from);
    const { el, enclosure } = entry;
    if (!item || !enclosure || enclosure.type?.startsWith("image/")) return undefined;
    return {
      ...item,
      url: entry.url ?? enclosure.url,
      author: entry.author ?? from.author,
      image: absolute(el.attr("href", "itunes\\:image"), el.base) ?? from.image ?? entry.image,
      audio: enclosure.url,
      type: enclosure.type,
      bytes: enclosure.bytes,
      duration: durationSeconds(el.text("itunes\\:duration")),
      episode: whole(el, "itunes\\:episode"),
      season: whole(el, "itunes\\:season"),
      episodeType: el.text("itunes\\:episodetype")?.toLowerCase(),
      explicit: explicit(el.text("itunes\\:explicit")),
      transcript: el.link("podcast\\:transcript", "url"),
      chapters: el.link("podcast\\:chapters", "url"),
      feedImage: from.image,
    };
  }),
});
