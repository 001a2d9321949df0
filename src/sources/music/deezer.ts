import { z } from "zod";
import { type ErrorKind, SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json, loneIn, numeric } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Verdict } from "../kit/responses/refusals.ts";
import { quotedSaying } from "../kit/responses/said.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { Known, line, MusicItem } from "./item.ts";

const API = "https://api.deezer.com";
const PER_PAGE = 25;

const Options = z.object({
  type: z
    .enum(["track", "artist", "album", "playlist", "radio"])
    .optional()
    .describe("what to search for, default track"),
});

interface Input extends z.output<typeof Options> {
  readonly text: string;
  /** `album/302127` */
  readonly one?: string | undefined;
}

const ONE =
  /^(?:(?:https?:\/\/)?(?:www\.)?deezer\.com\/(?:[a-z]{2}\/)?)?(track|album|artist|playlist)[:/](\d{1,20})(?:[?#].*)?$/i;

function parse(text: string, options: z.output<typeof Options>): Input {
  const [, kind, id] = ONE.exec(text) ?? [];
  return { ...options, text, one: kind && `${kind.toLowerCase()}/${id}` };
}

const Text = z.string().nullish();

/** A track, album, artist, playlist or radio as the API answers it. */
const Entry = z
  .object({
    id: numeric,
    title: Text,
    name: Text,
    link: Text,
    share: Text,
    type: Text,
    record_type: Text,
    description: Text,
    artist: z.object({ name: Text }).nullish(),
    user: z.object({ name: Text }).nullish(),
    album: z.object({ title: Text, cover_xl: Text, cover: Text }).nullish(),
    duration: Known,
    explicit_lyrics: z.boolean().nullish(),
    rank: figure,
    preview: Text,
    cover_xl: Text,
    picture_xl: Text,
    nb_fan: figure,
    fans: figure,
    nb_album: figure,
    nb_tracks: figure,
    track_position: figure,
    release_date: Text,
    isrc: Text,
    bpm: Known,
    upc: Text,
    label: Text,
    genres: z.object({ data: z.array(z.object({ name: z.string() })).nullish() }).nullish(),
  })
  .refine(({ title, name }) => title || name, "neither title nor name");

/** What Deezer says of a track, an album, an artist, a playlist or a radio. */
function itemOf(entry: z.output<typeof Entry>) {
  const { album } = entry;
  const artist = entry.artist?.name ?? entry.user?.name;
  return {
    title: entry.title ?? entry.name ?? "",
    url: webUrl(entry.link) ?? webUrl(entry.share),
    snippet: line(artist, album?.title) || entry.description,
    id: entry.id,
    type: entry.type,
    recordType: entry.record_type,
    artist,
    album: album?.title,
    date: isoDate(entry.release_date),
    durationSeconds: entry.duration,
    trackNumber: entry.track_position,
    tracks: entry.nb_tracks,
    explicit: entry.explicit_lyrics,
    rank: entry.rank,
    previewUrl: webUrl(entry.preview),
    image: [album?.cover_xl, entry.cover_xl, entry.picture_xl, album?.cover].map(webUrl).find(Boolean),
    fans: entry.nb_fan ?? entry.fans,
    albums: entry.nb_album,
    isrc: entry.isrc ? [entry.isrc] : undefined,
    bpm: entry.bpm,
    barcode: entry.upc ? [entry.upc] : undefined,
    labels: entry.label ? [entry.label] : undefined,
    genres: entry.genres?.data?.map(({ name }) => name),
  };
}

/** Failures come with status 200: https://developers.deezer.com/api/errors */
const Failure = z.object({ error: z.object({ message: z.string(), code: z.int().nullish() }) });
const NO_DATA = 800;
const KINDS: ReadonlyMap<number, ErrorKind> = new Map([
  [4, "rate-limited"],
  [500, "bad-query"],
  [501, "bad-query"],
  [600, "bad-query"],
]);

function refused(body: unknown): Verdict {
  const error = Failure.safeParse(body).data?.error;
  if (!error) return undefined;
  const kind = KINDS.get(error.code ?? 0) ?? "unreachable";
  return error.code === NO_DATA ? "empty" : new SourceError(kind, `Deezer says: ${quotedSaying(error.message)}.`);
}

export const deezer = defineSource({
  id: "deezer",
  title: "Deezer",
  docs: "https://developers.deezer.com/api",
  terms: "no key for public data, 50 requests in five seconds; some catalogues depend on the server's country",
  query: query({
    describe: 'words, or artist:"…" track:"…" album:"…"; one by its page or number: album:302127',
    example: "michael jackson",
    options: Options,
    parse,
  }),
  item: MusicItem.extend({
    recordType: z.string().optional().describe("album, single, ep or compile"),
    rank: Count.optional().describe("Deezer's figure of popularity, the larger the better"),
    fans: Count.optional(),
    albums: Count.optional(),
    bpm: z.number().positive().optional().describe("beats a minute"),
  }),
  polite: { concurrency: 2, minIntervalMs: 100 },
  read: json({
    pages: ({ text: q, type = "track", one, page }: Input & PageRequest) =>
      one
        ? get(`${API}/${one}`)
        : get(type === "track" ? `${API}/search` : `${API}/search/${type}`, {
            q,
            limit: PER_PAGE,
            index: (page - 1) * PER_PAGE,
          }),
    refused,
    body: loneIn("data", z.object({ data: z.array(Entry), next: Text })),
    items: ({ data }, { one }, _response, { notice }) => {
      if (one) notice({ kind: "note", text: `understood as ${one.replace("/", " ")}` });
      return data.map(itemOf);
    },
    next: ({ next }) => (next ? undefined : null),
  }),
});
