import { defineSource } from "../define.ts";
import { Count, HttpUrl } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { chosenFeed, Enclosure, FeedItem, feedUrl, itemOf } from "./item.ts";

export const rss = defineSource({
  id: "rss",
  title: "Any RSS, Atom or JSON Feed",
  docs: "https://www.rssboard.org/rss-specification",
  query: feedUrl("address of a feed, or of a page that declares one", "https://daringfireball.net/feeds/main"),
  item: FeedItem.extend({
    externalUrl: HttpUrl.optional().describe("the page the entry is about, where url leads to something else"),
    enclosure: Enclosure.optional(),
    commentsUrl: HttpUrl.optional(),
    comments: Count.optional(),
  }),
  read: chosenFeed((entry, from) => {
    const item = itemOf(entry, from);
    return (
      item && {
        ...item,
        externalUrl: entry.externalUrl,
        enclosure: entry.enclosure,
        commentsUrl: entry.commentsUrl,
        comments: numberIn(entry.el.text("slash\\:comments")),
      }
    );
  }),
});
