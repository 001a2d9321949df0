import { z } from "zod";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import { text } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { SearchOptions } from "../kit/requests/search.ts";
import { isoDate } from "../kit/values/dates.ts";
import { webUrl } from "../kit/values/links.ts";
import { VideoItem } from "./item.ts";

/* Recorded without `include` only: the further fields are as public scrapers of 2026 read them. */

const PER_PAGE = 20;
const SINCE = { day: "today", week: "thisweek", month: "thismonth", year: "thisyear" } as const;

const Claim = z.object({
  name: z.string(),
  claimId: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  channel: z.string().nullish(),
  release_time: z.string().nullish(),
  duration: z.number().nullish(),
  thumbnail_url: z.string().nullish(),
});

export const odysee = defineSource({
  id: "odysee",
  title: "Odysee",
  docs: "https://github.com/OdyseeTeam/lighthouse",
  terms: "no key, no limit stated",
  query: text(
    "words to search the videos for",
    "linux",
    SearchOptions.pick({ language: true, time_range: true, safe: true }),
  ),
  item: VideoItem,
  polite: { concurrency: 2, minIntervalMs: 250 },
  read: json({
    pages: ({ text: s, language, time_range, safe, page }) =>
      get("https://lighthouse.odysee.tv/search", {
        s,
        size: PER_PAGE,
        from: PER_PAGE * (page - 1),
        mediaType: "video",
        include: "channel,thumbnail_url,title,description,duration,release_time",
        language,
        time_filter: time_range && SINCE[time_range],
        nsfw: safe && safe !== "off" ? false : undefined,
      }),
    body: z.array(Claim),
    items: (claims) =>
      claims.map(({ name, claimId, ...claim }) => {
        const place = `${encodeURIComponent(name)}:${claimId}`;
        return {
          title: claim.title || name,
          url: `https://odysee.com/${place}`,
          snippet: claim.description,
          duration: claim.duration || undefined,
          author: claim.channel,
          publisher: "Odysee",
          publishedAt: isoDate(claim.release_time),
          thumbnail: webUrl(claim.thumbnail_url),
          embed: `https://odysee.com/$/embed/${place}`,
          id: claimId,
        };
      }),
    next: (claims) => (claims.length < PER_PAGE ? null : undefined),
  }),
});
