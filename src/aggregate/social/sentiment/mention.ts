import { detectAll } from "tinyld";
import { z } from "zod";
import { folded } from "../../../language/fold.ts";
import type { Item } from "../../../sources/source.ts";
import { polarity } from "../../formulas/polarity.ts";
import { type Word, wordsOf } from "../../formulas/words.ts";

/** Something that was written of the topic. */
export interface Mention {
  readonly source: string;
  readonly url: string;
  readonly title?: string | undefined;
  readonly text: string;
  readonly author?: string | undefined;
  readonly community?: string | undefined;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Votes or likes, and replies. */
  readonly approval: number;
  /** The same with shares. */
  readonly engagement: number;
  /** Two letters; absent where it cannot be told. */
  readonly language?: string | undefined;
  readonly compound?: number | undefined;
  readonly words: readonly Word[];
}

const Text = z.string().optional().catch(undefined);
const Figure = z.number().optional().catch(undefined);

/** An item of any platform, as far as it is read; some call a score votes or likes, and replies comments or answers. */
const Post = z.object({
  source: z.string(),
  url: z.string(),
  commentsUrl: Text,
  title: Text,
  /** A comment has the title of what it comments on, which is none of its words. */
  kind: Text,
  snippet: Text,
  content: Text,
  author: Text,
  community: Text,
  publishedAt: Text,
  language: Text,
  score: Figure,
  votes: Figure,
  likes: Figure,
  replies: Figure,
  comments: Figure,
  answers: Figure,
  shares: Figure,
});

/** A guess at a few words is taken where it is at least so sure. */
const SURE = 0.1;
const MAX_GUESSED = 2000;
/** Characters by which a heading is known. */
const MAX_HEADING = 200;
/** Characters of a text that are read. */
const MAX_READ = 10_000;

/** An item as a mention; undefined where it has no words or no date. */
export function mentionOf(item: Item, topicLanguage: string): Mention | undefined {
  const post = Post.safeParse(item).data;
  if (!post) return undefined;
  const body = (post.content ?? post.snippet ?? "").slice(0, MAX_READ);
  const heading = post.kind === "comment" ? undefined : post.title?.slice(0, MAX_READ);
  const title = body && heading && !begins(body, heading) ? heading : undefined;
  const text = title ? `${title}\n${body}` : body || (heading ?? "");
  const at = Date.parse(post.publishedAt ?? "");
  if (!text.trim() || Number.isNaN(at)) return undefined;
  const language = post.language?.slice(0, 2).toLowerCase() ?? languageIn(text);
  const approval =
    Math.max(0, post.score ?? post.votes ?? post.likes ?? 0) + (post.replies ?? post.comments ?? post.answers ?? 0);
  return {
    source: post.source,
    url: post.commentsUrl ?? post.url,
    title,
    text: body || text,
    author: post.author,
    community: post.community,
    at,
    approval,
    engagement: approval + (post.shares ?? 0),
    language,
    compound: polarity(text, language ?? ""),
    words: wordsOf(text, { language: language ?? "", foreign: language !== topicLanguage }),
  };
}

/** Whether a text begins with a heading that was made of it. */
const begins = (text: string, heading: string): boolean =>
  oneLine(text).startsWith(oneLine(heading).replace("…", "").trimEnd());

const oneLine = (text: string): string => text.slice(0, MAX_HEADING).replace(/\s+/g, " ");

/** The language of a text, of one or two words only where it is sure. */
function languageIn(text: string): string | undefined {
  const plain = text.slice(0, MAX_GUESSED).replace(/https?:\/\/\S+|[@#]\S+/g, " ");
  const [best] = detectAll(plain);
  const few = plain.trim().split(/\s+/).length < 3;
  return best && (!few || best.accuracy >= SURE) ? best.lang : undefined;
}

/** What makes two mentions one: their address, and their words. */
export const sameness = ({ url, text }: Mention): readonly string[] => [
  url.replace(/^https?:\/\/(?:www\.)?/, "").replace(/\/$/, ""),
  folded(text).replace(/\s+/g, " ").trim(),
];
