import { z } from "zod";
import { SourceError } from "../../errors.ts";
import { defineSource } from "../define.ts";
import { figure, json } from "../kit/readers/json.ts";
import type { PageRequest } from "../kit/readers/paged.ts";
import { rowsRemain } from "../kit/requests/further.ts";
import { query } from "../kit/requests/query.ts";
import { get } from "../kit/requests/request.ts";
import type { Judge } from "../kit/responses/answer.ts";
import { upstreamMessage } from "../kit/responses/refusals.ts";
import { lucene } from "../kit/services/internet-archive.ts";
import { isoDate } from "../kit/values/dates.ts";
import { Count, HttpUrl, IsoDate } from "../kit/values/fields.ts";
import { line, MusicItem } from "./item.ts";

const SITE = "https://musicbrainz.org";
const PER_PAGE = 25;

/** What there is to look for, and what a look at one of them brings along. */
const KINDS = {
  recording: "artist-credits+releases+isrcs+tags+url-rels",
  artist: "tags+url-rels",
  release: "artist-credits+labels+tags+url-rels",
  "release-group": "artist-credits+releases+tags+url-rels",
  work: "tags+url-rels",
  label: "tags+url-rels",
} as const;
type Kind = keyof typeof KINDS;
const isKind = (word: string): word is Kind => Object.hasOwn(KINDS, word);

const Options = z.object({
  type: z
    .string()
    .refine(isKind, `one of ${Object.keys(KINDS).join(", ")}`)
    .optional()
    .describe(`what to look for: ${Object.keys(KINDS).join(", ")}; default recording`),
});

interface Input {
  readonly kind: Kind;
  readonly words: string;
  readonly mbid?: string | undefined;
}

const MBID = /^(?:(?:https?:\/\/)?musicbrainz\.org\/([a-z-]{4,20})\/)?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

function parse(q: string, { type = "recording" }: z.output<typeof Options>): Input {
  const [, named = "", mbid] = MBID.exec(q) ?? [];
  if (mbid) return { kind: isKind(named) ? named : type, words: q, mbid: mbid.toLowerCase() };
  return { kind: type, words: lucene(q) };
}

const Text = z.string().nullish();

/** Any entity: which fields it has depends on its kind. */
const Entity = z
  .object({
    id: z.string(),
    title: Text,
    name: Text,
    score: figure,
    disambiguation: Text,
    "artist-credit": z
      .array(z.object({ name: Text, joinphrase: Text, artist: z.object({ name: Text }).nullish() }))
      .nullish(),
    length: figure,
    "first-release-date": Text,
    date: Text,
    /** Objects in answers of old. */
    isrcs: z.array(z.union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])).nullish(),
    releases: z.array(z.object({ title: z.string(), date: Text })).nullish(),
    type: Text,
    "primary-type": Text,
    status: Text,
    country: Text,
    "life-span": z.object({ begin: Text, end: Text }).nullish(),
    tags: z.array(z.object({ name: z.string() })).nullish(),
    "label-info": z.array(z.object({ label: z.object({ name: Text }).nullish() })).nullish(),
    barcode: Text,
    "track-count": Count.nullish(),
    relations: z.array(z.object({ type: z.string(), url: z.object({ resource: z.string() }).nullish() })).nullish(),
  })
  .refine(({ title, name }) => title || name, "neither title nor name");

const Lone = z.object({ id: z.string() });

/** Rows under the name of their kind, or an entity by itself. */
const List = z
  .preprocess(
    (body) => (Lone.safeParse(body).success ? { recordings: [body] } : body),
    z.object({
      count: Count.nullish(),
      recordings: z.array(Entity).nullish(),
      artists: z.array(Entity).nullish(),
      releases: z.array(Entity).nullish(),
      "release-groups": z.array(Entity).nullish(),
      works: z.array(Entity).nullish(),
      labels: z.array(Entity).nullish(),
    }),
  )
  .transform(({ count, ...lists }, context) => {
    const found = Object.values(lists).find((list) => list);
    if (!found) context.addIssue("none of the known lists");
    return { count, found: found ?? [] };
  });

/** What MusicBrainz says of an entity. */
function itemOf(entity: z.output<typeof Entity>, kind: Kind) {
  const { releases } = entity;
  const artist = entity["artist-credit"]
    ?.map(({ name, joinphrase, artist }) => `${name ?? artist?.name ?? ""}${joinphrase ?? ""}`)
    .join("");
  const life = entity["life-span"];
  const date = isoDate(entity["first-release-date"]) ?? isoDate(entity.date) ?? isoDate(releases?.[0]?.date);
  const made = line(artist, releases?.[0]?.title);
  return {
    title: entity.title ?? entity.name ?? "",
    url: `${SITE}/${kind}/${entity.id}`,
    snippet: made ? `${made}${date ? ` (${date})` : ""}` : entity.disambiguation,
    id: entity.id,
    type: entity.type ?? entity["primary-type"] ?? kind,
    artist,
    album: kind === "recording" ? releases?.[0]?.title : undefined,
    date: date ?? isoDate(life?.begin),
    endDate: isoDate(life?.end),
    durationSeconds: entity.length ? entity.length / 1000 : undefined,
    disambiguation: entity.disambiguation,
    isrc: entity.isrcs,
    releases: releases?.map(({ title }) => title),
    status: entity.status,
    country: entity.country,
    tags: entity.tags?.map(({ name }) => name),
    labels: entity["label-info"]?.flatMap(({ label }) => label?.name ?? []),
    barcode: entity.barcode ? [entity.barcode] : undefined,
    tracks: entity["track-count"],
    links: entity.relations?.flatMap(({ type, url }) => (url ? [{ type, url: url.resource }] : [])),
    score: entity.score,
  };
}

/** Who comes too fast is answered 503, with words. */
const tooFast: Judge = (response) => {
  const said = response.status === 503 ? upstreamMessage(response) : undefined;
  return said?.includes("rate limit") ? new SourceError("rate-limited", `MusicBrainz: ${said}`) : undefined;
};

export const musicbrainz = defineSource({
  id: "musicbrainz",
  title: "MusicBrainz",
  docs: "https://musicbrainz.org/doc/MusicBrainz_API",
  terms: "one request a second, with a User-Agent that names who asks; data CC0, tags and ratings CC BY-NC-SA 3.0",
  query: query({
    describe: "words, a query in Lucene's syntax (artist:queen AND recording:“love of my life”), an MBID or its page",
    example: "bohemian rhapsody",
    options: Options,
    parse,
  }),
  item: MusicItem.extend({
    endDate: IsoDate.optional().describe("of an artist or label"),
    disambiguation: z.string().optional().describe("what tells it from others of its name"),
    releases: z.array(z.string()).optional().describe("titles of what it appeared on"),
    status: z.string().optional().describe("Official, Promotion, Bootleg …"),
    tags: z.array(z.string()).optional(),
    links: z.array(z.object({ type: z.string(), url: HttpUrl })).optional(),
    score: z.number().min(0).max(100).optional().describe("how well it fits the words"),
  }),
  polite: { concurrency: 1, minIntervalMs: 1000 },
  read: json({
    pages: ({ kind, words, mbid, page }: Input & PageRequest) =>
      mbid
        ? get(`${SITE}/ws/2/${kind}/${mbid}?fmt=json&inc=${KINDS[kind]}`)
        : get(`${SITE}/ws/2/${kind}`, { query: words, fmt: "json", limit: PER_PAGE, offset: (page - 1) * PER_PAGE }),
    judge: tooFast,
    body: List,
    items: ({ found }, { kind, mbid }, _response, { notice }) => {
      if (mbid) notice({ kind: "note", text: `understood as the MBID of a ${kind}` });
      return found.map((entity) => itemOf(entity, kind));
    },
    next: ({ count, found }, { mbid }, response) => (mbid ? null : rowsRemain(response, "offset", found.length, count)),
  }),
});
