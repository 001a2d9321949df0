import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import type { El } from "../kit/html/dom.ts";
import { xml } from "../kit/readers/html.ts";
import { query } from "../kit/requests/query.ts";
import { get, params } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { saysAll } from "../kit/values/text.ts";
import { SerpItem } from "./item.ts";

/* There is no search for words: interest over time has no open interface. */

interface Place {
  readonly geo: string;
  /** Words that a trend must hold. */
  readonly words: string;
}

function placeOf(q: string): Place {
  const [, geo, words = ""] = /^([a-z]{2}(?:-[a-z0-9]{1,3})?)(?:\s+(.*))?$/is.exec(q) ?? [];
  if (!geo)
    throw new SourceError(
      "bad-query",
      `“${q.slice(0, 60)}” does not begin with a country's two letters, such as US or US-NY.`,
    );
  return { geo: geo.toUpperCase(), words };
}

/** `200K+`, `2 mil+`, `2천+`, `5万+`: the number that is surpassed. */
function trafficOf(written: string | undefined): number | undefined {
  if (!written) return undefined;
  const [, digits = "", unit = ""] = /([\d.,\u00a0 ]+)\s{0,3}([^\d+＋\s]{0,6})/u.exec(written) ?? [];
  const scale = /^(천|mil|тыс|tsd|k)/i.test(unit)
    ? 1_000
    : /^(만|万|萬)/.test(unit)
      ? 10_000
      : /^(m|млн|mio)/i.test(unit)
        ? 1_000_000
        : 1;
  const plain = scale === 1 ? digits.replace(/[.,\u00a0 ]/g, "") : digits.replace(",", ".").trim();
  const number = numberIn(plain);
  return number === undefined ? undefined : Math.round(number * scale);
}

const newsOf = (item: El) =>
  item.all("ht\\:news_item").map((news) => ({
    title: news.text("ht\\:news_item_title"),
    url: news.text("ht\\:news_item_url"),
    source: news.text("ht\\:news_item_source"),
    picture: news.text("ht\\:news_item_picture"),
    snippet: news.text("ht\\:news_item_snippet"),
  }));

export const google_trends = defineSource({
  id: "google_trends",
  title: "Google Trends, trending now",
  docs: "https://support.google.com/trends/answer/12764470",
  query: query({
    describe: "a country (or US state) whose searches are trending, perhaps with words that they must hold",
    example: "US",
    parse: placeOf,
  }),
  item: SerpItem.extend({
    traffic: z.string().optional().describe("searches, as Google writes them"),
    trafficMin: Count.optional().describe("at least so many searches"),
    publishedAt: IsoDate.optional(),
    picture: HttpUrl.optional(),
    pictureSource: z.string().optional(),
    news: z.array(
      z.object({
        title: z.string().optional(),
        url: HttpUrl.optional(),
        source: z.string().optional(),
        picture: HttpUrl.optional(),
        snippet: z.string().optional(),
      }),
    ),
  }),
  read: xml({
    request: ({ geo }: Place) => get("https://trends.google.com/trending/rss", { geo }),
    rows: (doc, { words }) =>
      doc
        .all("channel > item")
        .filter((item) => !words || saysAll(words, item.text("title"), ...newsOf(item).map(({ title }) => title))),
    item: (item, { geo }) => {
      const title = item.text("title");
      const news = newsOf(item);
      const traffic = item.text("ht\\:approx_traffic");
      if (!title) return undefined;
      return {
        title,
        // The item's own link is the feed itself.
        url:
          news.find(({ url }) => url)?.url ?? `https://trends.google.com/trends/explore?${params({ q: title, geo })}`,
        snippet: news[0]?.title,
        engine: "google",
        traffic,
        trafficMin: trafficOf(traffic),
        publishedAt: isoDate(item.text("pubDate")),
        picture: item.text("ht\\:picture"),
        pictureSource: item.text("ht\\:picture_source"),
        news,
      };
    },
    empty: ["rss channel"],
  }),
});
