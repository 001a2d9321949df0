import { SourceError } from "../../errors.ts";
import { clip } from "../kit/query.ts";

/** What is asked for: a channel or a playlist by its id, or a channel by the path of its page. */
export interface Asked {
  readonly by: "channel_id" | "playlist_id" | "path";
  readonly id: string;
}

const CHANNEL = /^UC[\w-]{22}$/;

const PLAYLIST = /^(?:PL|UU|OL|FL|RD|LL)[\w-]{10,64}$/;

const PAGE = /^\/((?:@|%40|c\/|user\/)[^/]{2,200})/i;

/** A channel or playlist out of its id, handle or address; throws `bad-query` for anything else. */
export function asked(q: string): Asked {
  if (CHANNEL.test(q)) return { by: "channel_id", id: q };
  if (PLAYLIST.test(q)) return { by: "playlist_id", id: q };
  const written = q.startsWith("@") ? `youtube.com/${q}` : q;
  const url = URL.parse(written.replace(/^(?:https?:\/\/)?/i, "https://"));
  if (url && /^((www|m)\.)?youtube\.com$/.test(url.hostname)) {
    const channel = url.searchParams.get("channel_id") ?? /^\/channel\/([^/]+)/.exec(url.pathname)?.[1] ?? "";
    if (CHANNEL.test(channel)) return { by: "channel_id", id: channel };
    const list = url.searchParams.get("playlist_id") ?? url.searchParams.get("list") ?? "";
    if (PLAYLIST.test(list)) return { by: "playlist_id", id: list };
    const path = PAGE.exec(url.pathname)?.[1];
    if (path) return { by: "path", id: path };
  }
  throw new SourceError("bad-query", `“${clip(q)}” is no channel id (UC…), @handle, playlist id or address of one.`);
}
