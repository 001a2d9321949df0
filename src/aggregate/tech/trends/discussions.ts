import { map, type Observable } from "rxjs";
import type { reddit } from "../../../sources/community/reddit.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { devto } from "../../../sources/tech/devto.ts";
import type { hackernews } from "../../../sources/tech/hackernews.ts";
import type { lobsters } from "../../../sources/tech/lobsters.ts";
import type { producthunt } from "../../../sources/tech/producthunt.ts";
import type { slashdot } from "../../../sources/tech/slashdot.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { decayedScore } from "../../formulas/decay.ts";
import type { Gathered } from "../../settled-result.ts";
import type { Asked } from "./asked.ts";
import { instantOf, isOn, type Mention, marked, once } from "./mention.ts";
import type { Door } from "./sources.ts";

type Story = ItemOf<typeof hackernews> | ItemOf<typeof lobsters> | ItemOf<typeof devto> | ItemOf<typeof slashdot>;

/** A story or post that people talk about. */
export interface Discussion extends Mention {
  readonly source: string;
  readonly commentsUrl?: string | undefined;
}

const MOST = 20;
const storyOf = ({ title, url, commentsUrl, score, comments, publishedAt, tags, source }: Story): Discussion => ({
  title,
  url,
  commentsUrl,
  source,
  points: score,
  comments,
  published: instantOf(publishedAt),
  tags: tags ?? [],
});

const postOf = ({
  title,
  url,
  link,
  score,
  replies,
  publishedAt,
  tags,
  source,
}: ItemOf<typeof reddit>): readonly Discussion[] =>
  title === undefined
    ? []
    : [
        {
          title,
          url: link ?? url,
          commentsUrl: url,
          source,
          points: score,
          comments: replies,
          published: instantOf(publishedAt),
          tags: tags ?? [],
        },
      ];

/** What each source knows of discussions: lists as they come. */
export function discussionsOf(ask: Door, asked: Asked): readonly Observable<Gathered<Discussion>>[] {
  const { topic, period } = asked;
  const range = period === "quarter" ? "year" : "month";
  /** Stories of a list that may be cut where it has so many. */
  const upTo = (full: number) =>
    itemsBy((items: readonly Story[]) => marked(items.map(storyOf).filter(isOn(topic)), full, asked, items.length));
  return [
    ask
      .answer<typeof hackernews>("hackernews", topic, { pages: 2, options: { time_range: range } })
      .pipe(map(upTo(200))),
    ask.answer<typeof lobsters>("lobsters", topic, { pages: 2 }).pipe(map(upTo(40))),
    ask.answer<typeof devto>("devto", topic).pipe(map(upTo(30))),
    // The newest of all topics, which never reach back four weeks.
    ask.answer<typeof slashdot>("slashdot", topic).pipe(map(upTo(1))),
    ask.answer<typeof producthunt>("producthunt", topic).pipe(map(upTo(1))),
    ask
      .answer<typeof reddit>("reddit", topic, { options: { time_range: range } })
      .pipe(map(itemsBy((items) => marked(items.flatMap(postOf).filter(isOn(topic)), 25, asked, items.length)))),
  ];
}

/** The discussions of the period, those with the most attention, the newer before the older, first. */
export const discussionList = (found: readonly Discussion[], { from, now }: Asked) =>
  once(found)
    .flatMap(({ title, url, commentsUrl, source, points, comments, published }) =>
      published === undefined || published < from || published > now
        ? []
        : [
            {
              title,
              url,
              comments_url: commentsUrl,
              source,
              points,
              comments,
              published: new Date(published).toISOString(),
              score: Math.round(decayedScore({ points, comments }, published, now) * 1000) / 1000,
            },
          ],
    )
    .toSorted((a, b) => b.score - a.score || (a.published < b.published ? 1 : -1))
    .slice(0, MOST);
