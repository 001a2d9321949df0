import { z } from "zod";
import { Count } from "../kit/fields.ts";
import { isoDate } from "../kit/values.ts";
import { worded } from "./item.ts";

const Words = z.object({
  text: z.string().nullish(),
  cw: z.string().nullish(),
  files: z.array(z.object({ thumbnailUrl: z.string().nullish() })).nullish(),
  uri: z.string().nullish(),
  url: z.string().nullish(),
});

/** A post as the API answers it. */
export const Note = Words.extend({
  id: z.string(),
  createdAt: z.string(),
  user: z.object({ username: z.string(), host: z.string().nullish(), name: z.string().nullish() }),
  isHidden: z.boolean().nullish(),
  reactions: z.record(z.string(), z.int()).nullish(),
  reactionCount: z.int().nullish(),
  renoteCount: Count.nullish(),
  repliesCount: Count.nullish(),
  tags: z.array(z.string()).nullish(),
  renote: Words.nullish(),
});

/** What an instance says of a post. */
export function itemOf(note: z.output<typeof Note>, base: string) {
  const { user } = note;
  const account = user.host ? `${user.username}@${user.host}` : user.username;
  // Who passes a note on without words of his own says the words of the note.
  const said = note.text || note.files?.length ? note : (note.renote ?? note);
  const sum = Object.values(note.reactions ?? {}).reduce((total, count) => total + count, 0);
  return {
    ...worded(said.text, said.cw),
    url: note.url || note.uri || `${base}/notes/${note.id}`,
    author: account,
    authorName: user.name,
    authorUrl: `${base}/@${account}`,
    publishedAt: isoDate(note.createdAt),
    score: note.reactionCount ?? (note.reactions ? sum : undefined),
    replies: note.repliesCount,
    shares: note.renoteCount,
    reactions: note.reactions,
    tags: note.tags,
    image: said.files?.find(({ thumbnailUrl }) => thumbnailUrl)?.thumbnailUrl,
    link: note.renote?.url || note.renote?.uri,
    id: note.id,
  };
}
