import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, Money } from "../kit/values/fields.ts";
import { webUrl } from "../kit/values/links.ts";
import { line, MusicItem } from "./item.ts";

const SITE = "https://itunes.apple.com";
const PER_PAGE = 25;
const ENTITIES = { song: "song", album: "album", artist: "musicArtist" } as const;

const Options = z.object({
  type: z.enum(["song", "album", "artist"]).optional().describe("what to search for, default song"),
  country: z
    .string()
    .regex(/^[A-Za-z]{2}$/, "a two-letter country code")
    .transform((code) => code.toLowerCase())
    .optional()
    .describe("whose store, two-letter country code, default us"),
});

type Input = { readonly text: string; readonly id?: string } & z.output<typeof Options>;

const Text = z.string().nullish();

/** A song, an album or an artist as the API answers it. */
const Entry = z.object({
  wrapperType: Text,
  kind: Text,
  artistType: Text,
  collectionType: Text,
  trackId: z.int().nullish(),
  collectionId: z.int().nullish(),
  artistId: z.int().nullish(),
  trackName: Text,
  collectionName: Text,
  artistName: Text,
  trackViewUrl: Text,
  collectionViewUrl: Text,
  artistLinkUrl: Text,
  artistViewUrl: Text,
  previewUrl: Text,
  artworkUrl100: Text,
  trackPrice: z.number().nullish(),
  collectionPrice: z.number().nullish(),
  currency: Text,
  releaseDate: Text,
  trackExplicitness: Text,
  collectionExplicitness: Text,
  trackTimeMillis: z.number().nullish(),
  trackNumber: Count.nullish(),
  trackCount: Count.nullish(),
  primaryGenreName: Text,
});

/** A price; -1 for what is not sold by itself. */
const priceOf = (amount: number | null | undefined, currency: string | null | undefined) =>
  typeof amount === "number" && amount >= 0 && currency ? { amount, currency } : undefined;

/** What Apple says of a song, an album or an artist. */
function itemOf(entry: z.output<typeof Entry>) {
  const { trackName, collectionName, artistName } = entry;
  const explicitness = entry.trackExplicitness ?? entry.collectionExplicitness;
  return {
    title: trackName ?? collectionName ?? artistName ?? "",
    url: [entry.trackViewUrl, entry.collectionViewUrl, entry.artistLinkUrl, entry.artistViewUrl].find(Boolean),
    snippet: line(artistName, collectionName),
    id: entry.trackId ?? entry.collectionId ?? entry.artistId,
    type: entry.kind ?? entry.collectionType ?? entry.artistType ?? entry.wrapperType,
    artist: artistName,
    album: collectionName,
    date: isoDate(entry.releaseDate),
    durationSeconds: entry.trackTimeMillis ? entry.trackTimeMillis / 1000 : undefined,
    trackNumber: entry.trackNumber,
    tracks: entry.trackCount,
    genres: entry.primaryGenreName ? [entry.primaryGenreName] : undefined,
    price: priceOf(trackName ? entry.trackPrice : entry.collectionPrice, entry.currency),
    explicit: explicitness ? explicitness === "explicit" : undefined,
    previewUrl: webUrl(entry.previewUrl),
    image: webUrl(entry.artworkUrl100?.replace("100x100bb", "600x600bb")),
  };
}

/** Who asks too often is refused by 403, too. */
const tooOften: Judge = ({ status }) =>
  status === 403
    ? new SourceError("rate-limited", "itunes.apple.com refuses for a while: some 20 requests a minute are allowed.")
    : undefined;

export const itunesMusic = defineSource({
  id: "itunes_music",
  title: "iTunes / Apple Music search",
  docs: "https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/",
  terms: "some 20 requests a minute; previews and covers may be shown only to promote what the store sells",
  query: query({
    describe: "words to search the store for, or an iTunes id (of an album: its songs, too)",
    example: "daft punk one more time",
    options: Options,
    parse: (text, options): Input => ({ ...options, text, ...(/^\d{6,12}$/.test(text) && { id: text }) }),
  }),
  item: MusicItem.extend({ price: Money.optional() }),
  polite: { concurrency: 1, minIntervalMs: 3000 },
  read: json({
    pages: ({ text: term, id, type = "song", country = "us", page }: Input & PageRequest) =>
      id
        ? get(`${SITE}/lookup`, { id, entity: "song", country, limit: 200 })
        : get(`${SITE}/search`, {
            term,
            media: "music",
            entity: ENTITIES[type],
            country,
            limit: PER_PAGE,
            offset: (page - 1) * PER_PAGE,
          }),
    judge: tooOften,
    body: z.object({ results: z.array(Entry) }),
    items: ({ results }, { id }, _response, { notice }) => {
      if (id) notice({ kind: "note", text: `understood as the iTunes id ${id}` });
      return results.map(itemOf);
    },
    next: ({ results }, { id }) => (id || results.length < PER_PAGE ? null : undefined),
  }),
});
