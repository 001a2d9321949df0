import { z } from "zod";
import { defineSource } from "../define.ts";
import { json, listOf } from "../kit/readers/json.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import { emptyOn } from "../kit/responses/answer.ts";
import { excerpt } from "../kit/values/text.ts";
import { Known, MusicItem } from "./item.ts";

const API = "https://lrclib.net/api";

const Options = z.object({
  artist: z.string().max(200).optional().describe("the artist's name: q is then the exact title"),
  album: z.string().max(200).optional().describe("with artist: the album's name"),
  duration: z
    .string()
    .regex(/^\d{1,5}$/, "seconds")
    .optional()
    .describe("with artist: how long the recording is, in seconds"),
});

type Input = { readonly text: string; readonly id?: string } & z.output<typeof Options>;

/** A recording as the API answers it. */
const Track = z.object({
  id: z.int(),
  trackName: z.string(),
  artistName: z.string().nullish(),
  albumName: z.string().nullish(),
  duration: Known,
  instrumental: z.boolean().nullish(),
  plainLyrics: z.string().nullish(),
  syncedLyrics: z.string().nullish(),
});

/** What LRCLIB says of a recording. */
const itemOf = (track: z.output<typeof Track>) => ({
  title: track.trackName,
  url: `${API}/get/${track.id}`,
  snippet: excerpt(track.plainLyrics),
  id: track.id,
  type: "track",
  artist: track.artistName,
  album: track.albumName,
  durationSeconds: track.duration,
  instrumental: track.instrumental,
  hasSynced: Boolean(track.syncedLyrics),
  lyrics: track.plainLyrics,
  syncedLyrics: track.syncedLyrics,
});

export const lrclib = defineSource({
  id: "lrclib",
  title: "LRCLIB lyrics",
  docs: "https://lrclib.net/docs",
  terms: "no key; written by its users, the lyrics are under their authors' copyright",
  query: query({
    describe: "artist and title; with artist= the exact title; or an LRCLIB id",
    example: "porter robinson sad machine",
    options: Options,
    parse: (text, options): Input => ({
      ...options,
      text,
      ...(/^\d{3,12}$/.test(text) && !options.artist && { id: text }),
    }),
  }),
  item: MusicItem.extend({
    snippet: z.string().optional().describe("the first lines"),
    instrumental: z.boolean().optional(),
    hasSynced: z.boolean().describe("whether there are lyrics with times"),
    lyrics: z.string().optional(),
    syncedLyrics: z.string().optional().describe("LRC: a line begins with its time, [mm:ss.xx]"),
  }),
  polite: { concurrency: 1, minIntervalMs: 500 },
  read: json({
    request: ({ text, id, artist, album, duration }: Input) => {
      if (id) return get(`${API}/get/${id}`);
      if (!artist) return get(`${API}/search`, { q: text });
      return get(`${API}/get`, { artist_name: artist, track_name: text, album_name: album, duration });
    },
    judge: emptyOn(404),
    body: listOf(Track),
    items: (tracks, { id }, _response, { notice }) => {
      if (id) notice({ kind: "note", text: `understood as the LRCLIB id ${id}` });
      return tracks.map(itemOf);
    },
  }),
});
