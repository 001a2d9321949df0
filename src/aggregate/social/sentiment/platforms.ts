import type { RequestOptions } from "../../request-options.ts";
import type { SourceRoles } from "../../source-roles.ts";

/** Where opinions are looked for. `telegram` only in a channel that the request names. */
export const PLATFORMS = {
  reddit: "primary",
  mastodon: "primary",
  lemmy: "primary",
  hackernews: "primary",
  stackexchange: "primary",
  bluesky: "enriching",
  misskey: "enriching",
  lobsters: "enriching",
  discourse: "enriching",
  stackoverflow: "enriching",
  superuser: "enriching",
  youtube: "enriching",
  telegram: "enriching",
} as const satisfies SourceRoles;

export type Platform = keyof typeof PLATFORMS;

export const PLATFORM_IDS = Object.keys(PLATFORMS).filter((id): id is Platform => id in PLATFORMS);

/** What is wanted of the platforms. */
export interface Wanted {
  /** The topic; without "#" where it is a hashtag. */
  readonly topic: string;
  readonly period: "day" | "week" | "month" | "year";
  /** The period's first day, as 2026-01-31. */
  readonly since: string;
  /** Mentions of one platform at most. */
  readonly limit: number;
  readonly channel?: string | undefined;
}

/** How a platform is asked. */
interface Asking {
  /** Mentions on one of its pages, and pages that fit into its share of the time. */
  readonly perPage: number;
  readonly maxPages: number;
  q?(wanted: Wanted): string;
  options?(wanted: Wanted): RequestOptions["options"];
}

/** Newest first wherever a platform can. */
const ASKING: Readonly<Record<Platform, Asking>> = {
  // A page every six seconds.
  reddit: { perPage: 25, maxPages: 2, options: ({ period }) => ({ sort: "new", time_range: period }) },
  mastodon: { perPage: 40, maxPages: 5 },
  lemmy: { perPage: 20, maxPages: 8, options: () => ({ sort: "new" }) },
  hackernews: {
    perPage: 30,
    maxPages: 7,
    options: ({ period }) => ({ sort: "date", kind: "all", time_range: period }),
  },
  stackexchange: { perPage: 10, maxPages: 3, options: ({ since }) => ({ fromdate: since }) },
  bluesky: { perPage: 25, maxPages: 4, options: () => ({ sort: "latest" }) },
  misskey: { perPage: 30, maxPages: 5 },
  lobsters: { perPage: 20, maxPages: 4, options: () => ({ order: "newest" }) },
  discourse: { perPage: 50, maxPages: 1, q: ({ topic, since }) => `${topic} order:latest after:${since}` },
  stackoverflow: { perPage: 20, maxPages: 2, options: () => ({ sort: "creation" }) },
  superuser: { perPage: 20, maxPages: 2, options: () => ({ sort: "creation" }) },
  youtube: { perPage: 20, maxPages: 2 },
  telegram: { perPage: 20, maxPages: 4, q: ({ channel, topic }) => `${channel} ${topic}` },
};

/** A question to a platform, and how many mentions would be as many as were asked for. */
export interface Question {
  readonly id: Platform;
  readonly q: string;
  readonly how: RequestOptions;
  readonly full: number;
}

/** The questions to all platforms. */
export const questionsFor = (wanted: Wanted): readonly Question[] =>
  PLATFORM_IDS.filter((id) => id !== "telegram" || wanted.channel !== undefined).map((id) => {
    const { perPage, maxPages, q, options } = ASKING[id];
    const pages = Math.min(maxPages, Math.ceil(wanted.limit / perPage));
    return {
      id,
      q: q?.(wanted) ?? wanted.topic,
      how: { pages, options: options?.(wanted) ?? {} },
      full: Math.min(wanted.limit, pages * perPage),
    };
  });
