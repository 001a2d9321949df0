import { z } from "zod";
import { figure } from "../kit/readers/json.ts";
import { BaseItem, Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";

/** A recording, a release, an artist, a station: what catalogues of music hold. */
export const MusicItem = BaseItem.extend({
  title: z.string(),
  id: z.union([z.int(), z.string()]).optional().describe("the catalogue's own id"),
  type: z.string().optional().describe("the catalogue's word for its kind: track, album, artist, Group, release …"),
  artist: z.string().optional().describe("as it is credited"),
  album: z.string().optional(),
  date: IsoDate.optional().describe("first release, or an artist's beginning"),
  durationSeconds: z.number().positive().optional(),
  trackNumber: Count.optional(),
  tracks: Count.optional().describe("how many tracks the release has"),
  genres: z.array(z.string()).optional(),
  labels: z.array(z.string()).optional().describe("record labels"),
  country: z.string().optional(),
  isrc: z.array(z.string()).optional().describe("International Standard Recording Codes"),
  barcode: z.array(z.string()).optional(),
  explicit: z.boolean().optional(),
  previewUrl: HttpUrl.optional().describe("a piece of the recording; may expire"),
  image: HttpUrl.optional().describe("cover or portrait"),
});

/** A figure of which 0 means that it is not known. */
export const Known = figure.transform((value) => value || undefined);

/** The words that tell a recording by: `Queen, A Night at the Opera`. */
export const line = (...parts: readonly (string | null | undefined)[]): string => parts.filter(Boolean).join(", ");
