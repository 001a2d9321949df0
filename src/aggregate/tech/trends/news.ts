import { map, type Observable } from "rxjs";
import type { bingNews } from "../../../sources/news/bing_news.ts";
import type { googleNews } from "../../../sources/news/google_news.ts";
import type { ItemOf } from "../../../sources/source.ts";
import type { infoq } from "../../../sources/tech/infoq.ts";
import { itemsBy } from "../../combine-latest-results.ts";
import { type Gathered, gathered } from "../../settled-result.ts";
import type { Asked } from "./asked.ts";
import { instantOf, isOn, type Mention, marked, once } from "./mention.ts";
import type { Door } from "./sources.ts";

const MOST = 10;
/** Articles of a full list, which may have been cut there. */
const FULL: ReadonlyMap<string, number> = new Map(Object.entries<number>({ google_news: 95, bing_news: 10 }));

export interface Article extends Mention {
  readonly publisher?: string | undefined;
  readonly source: string;
}

type Told = ItemOf<typeof googleNews> | ItemOf<typeof bingNews>;

const articleOf = ({ title, url, publisher, publishedAt, source }: Told): Article => ({
  title,
  url,
  publisher,
  published: instantOf(publishedAt),
  tags: [],
  source,
});

const storyOf = ({ title, url, publishedAt, tags, source }: ItemOf<typeof infoq>): Article => ({
  title,
  url,
  publisher: "InfoQ",
  published: instantOf(publishedAt),
  tags: tags ?? [],
  source,
});

/** What each source knows of the news: lists as they come. */
export function newsOf(ask: Door, asked: Asked): readonly Observable<Gathered<Article>>[] {
  const { topic, period } = asked;
  // Momentum compares a week with the three before: a week's news alone would make every topic rise. The list is cut later.
  const range = period === "quarter" ? "year" : "month";
  const papers$ = ask
    .withFallback<Told>(
      ask.items<typeof googleNews>("google_news", topic, { options: { time_range: range } }),
      ask.items<typeof bingNews>("bing_news", topic, { options: { time_range: range } }),
    )
    .pipe(
      map(articleOf),
      gathered(),
      map(({ items, ...found }) => ({
        ...found,
        items: marked(items.filter(isOn(topic)), FULL.get(items[0]?.source ?? "") ?? 0, asked, items.length),
      })),
    );
  return [
    papers$,
    ask
      .answer<typeof infoq>("infoq", topic)
      .pipe(map(itemsBy((items) => marked(items.map(storyOf).filter(isOn(topic)), 1, asked, items.length)))),
  ];
}

/** The period's articles, the newest first. */
export const newsList = (found: readonly Article[], { from, now }: Asked) =>
  once(found)
    .flatMap(({ published, title, url, publisher, source }) =>
      published === undefined || published < from || published > now
        ? []
        : [{ title, url, publisher, published: new Date(published).toISOString(), source }],
    )
    .toSorted((a, b) => (a.published < b.published ? 1 : -1))
    .slice(0, MOST);
