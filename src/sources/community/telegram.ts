import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { absolute, type El } from "../kit/html/dom.ts";
import { linesOf } from "../kit/html/lines.ts";
import { html } from "../kit/readers/html.ts";
import { BROWSER } from "../kit/requests/as-browser.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { numberIn } from "../kit/values/numbers.ts";
import { clip } from "../kit/values/text.ts";
import { CommunityItem, worded } from "./item.ts";

interface Asked {
  readonly channel: string;
  /** Words that a message must hold; absent: any. */
  readonly text?: string | undefined;
}

function asked(q: string): Asked {
  const [, channel, text] =
    /^(?:@|(?:https?:\/\/)?t(?:elegram)?\.me\/(?:s\/)?)?([a-z]\w{3,31})\/?(?:\s+(.+))?$/is.exec(q) ?? [];
  if (!channel)
    throw new SourceError(
      "bad-query",
      `“${clip(q)}” does not begin with a channel's name (4 to 32 letters and digits).`,
    );
  return { channel, text };
}

const whole = (written: string | undefined): number | undefined => {
  const number = numberIn(written);
  return number === undefined ? undefined : Math.round(number);
};

/** Emoji and numbers: `<i><b>❤</b></i>1.2K`. */
const reactionsOf = (message: El) =>
  message.all(".tgme_widget_message_reactions .tgme_reaction").flatMap((reaction) => {
    const emoji = reaction.text("b");
    const count = whole(reaction.text()?.slice(emoji?.length ?? 0));
    return count === undefined ? [] : [{ emoji, count }];
  });

/** The picture that stands as a background in the style of a photo or of a video's still. */
function pictureOf(message: El): string | undefined {
  const style = message.attr("style", ".tgme_widget_message_photo_wrap, .tgme_widget_message_video_thumb");
  return absolute(/background-image:\s*url\(["']?([^"')]{1,2000})/i.exec(style ?? "")?.[1], "https://t.me/");
}

/** Messages of a group of media nest one text within another: the outer one counts. A quoted message's text is not its own. */
function linesIn(message: El): string[] {
  const text = message.all(".tgme_widget_message_text").find((el) => !el.closest(".tgme_widget_message_reply"));
  return text ? linesOf(text) : [];
}

function itemOf(message: El) {
  const post = message.attr("data-post");
  if (!post || message.matches(".service_message")) return undefined;
  const [community, id] = post.split("/");
  const lines = linesIn(message);
  const reactions = reactionsOf(message);
  return {
    ...worded(lines.join("\n"), lines[0] && clip(lines[0], 100)),
    url: `https://t.me/${post}`,
    author: message.text(".tgme_widget_message_owner_name"),
    authorUrl: message.link(".tgme_widget_message_owner_name"),
    community,
    publishedAt: isoDate(message.attr("datetime", "a.tgme_widget_message_date time")),
    score: reactions.length > 0 ? reactions.reduce((sum, { count }) => sum + count, 0) : undefined,
    views: whole(message.text(".tgme_widget_message_views")),
    reactions: reactions.length > 0 ? reactions : undefined,
    forwardedFrom: message.text(".tgme_widget_message_forwarded_from_name"),
    image: pictureOf(message),
    link: message.link("a.tgme_widget_message_link_preview"),
    id,
  };
}

/** Telegram answers with this mark where there is nothing, and also where it was asked too often. */
const NOTHING = ".tme_no_messages_found";

export const telegram = defineSource({
  id: "telegram",
  title: "Telegram public channel",
  docs: "https://telegram.org/faq_channels",
  terms: "no official API for readers; public channels that show a preview only; some 20 messages a page, newest first",
  query: query({
    describe: "a public channel's name or address, and after a blank words that its messages must hold",
    example: "ClashReport",
    parse: asked,
  }),
  item: CommunityItem.extend({
    reactions: z
      .array(z.object({ emoji: z.string().optional().describe("absent for one of Telegram's own"), count: Count }))
      .optional(),
    forwardedFrom: z.string().optional(),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000, userAgent: BROWSER },
  read: html({
    pages: ({ channel, text, page, cursor }) =>
      page > 1 && !cursor ? undefined : get(`https://t.me/s/${channel}`, { q: text, before: cursor }),
    rows: (doc) => doc.all(".tgme_widget_message_wrap > .tgme_widget_message").toReversed(),
    item: itemOf,
    empty: (doc, { url }) => {
      if (doc.has(".tgme_page") && !doc.has(".tgme_channel_history"))
        throw new SourceError(
          "not-found",
          "Telegram shows no preview: there is no such public channel, or it allows none.",
        );
      const asking = URL.parse(url)?.searchParams;
      if (doc.has(NOTHING) && !asking?.has("q") && !asking?.has("before"))
        throw new SourceError(
          "rate-limited",
          "Telegram shows no message of the channel: it is empty, or Telegram has been asked too often.",
        );
      return doc.has(NOTHING) || doc.has(".tgme_channel_history");
    },
    next: (doc) => doc.attr("data-before", "a.tme_messages_more[data-before]") ?? null,
  }),
});
