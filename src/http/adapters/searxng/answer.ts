import type { ErrorKind } from "../../../errors.ts";
import type { SourceOutcome } from "../../../events.ts";
import type { SearchResult } from "../../../pipelines/search/search.ts";
import type { SearxngCategory } from "./engines.ts";
import type { SearxngFound } from "./search.ts";

/** What SearXNG says of an engine that gave nothing, by our kinds. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    timeout: "timeout",
    "rate-limited": "too many requests",
    changed: "parsing error",
    "unsupported-type": "parsing error",
    "too-large": "parsing error",
    "missing-key": "access denied",
    "forbidden-target": "access denied",
    unreachable: "HTTP error",
    "not-found": "HTTP error",
    "bad-query": "HTTP error",
  } satisfies Partial<Record<ErrorKind, string>>),
);

/** An engine that gave nothing, in SearXNG's words; one that rests is suspended there. */
function unresponsive({ id, status, items, error = "" }: SourceOutcome): readonly (readonly [string, string])[] {
  if (status === "ok" || status === "empty" || status === "stale" || items > 0) return [];
  const blocked = /captcha|challenge|for a bot/i.test(error) ? "CAPTCHA" : "access denied";
  const text = status === "blocked" ? blocked : (TEXTS.get(status) ?? "unexpected crash");
  return [[id, / is (?:resting|being asked again after its rest) until /.test(error) ? `Suspended: ${text}` : text]];
}

/** The fields of SearXNG's answer. */
export function searxngAnswerOf(q: string, { items, sources, categoryOf }: SearxngFound) {
  const results = items.flatMap((item) => resultOf(item, categoryOf(item.source)));
  return {
    query: q,
    number_of_results: results.length,
    results,
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: sources.flatMap(unresponsive),
  };
}

const text = (value: unknown): string | undefined => (typeof value === "string" && value.trim() ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

type Item = Readonly<Record<string, unknown>>;

/** A result as SearXNG has it; one without an address has no place there. */
function resultOf(item: SearchResult, category: SearxngCategory): readonly object[] {
  const url = text(item["url"]);
  const parsed = url === undefined ? null : URL.parse(url);
  if (url === undefined || !parsed) return [];
  const content = text(item["snippet"]) ?? "";
  const published = text(item["publishedAt"]) ?? text(item["date"]) ?? null;
  const thumbnail = text(item["thumbnail"]) ?? text(item["image"]) ?? "";
  return [
    {
      url,
      title: text(item["title"]) ?? url,
      content,
      description: content,
      engine: item.source,
      engines: item.engines,
      positions: item.ranks ?? [],
      score: item.score,
      category,
      template: "default.html",
      parsed_url: [
        parsed.protocol.slice(0, -1),
        parsed.host,
        parsed.pathname,
        "",
        parsed.search.slice(1),
        parsed.hash.slice(1),
      ],
      publishedDate: published,
      published,
      thumbnail,
      img_src: category === "images" ? (text(item["image"]) ?? "") : "",
      ...FURTHER[category]?.(item, thumbnail),
    },
  ];
}

/** What the results of a category have besides. */
const FURTHER: Readonly<Partial<Record<SearxngCategory, (item: Item, thumbnail: string) => object>>> = {
  images: (item, thumbnail) => ({
    template: "images.html",
    thumbnail_src: thumbnail,
    ...known({
      resolution: number(item["width"]) && number(item["height"]) && `${item["width"]} x ${item["height"]}`,
      img_format: text(item["format"]),
      source: text(item["siteName"]),
      author: text(item["author"]),
    }),
  }),
  videos: (item) => ({
    template: "videos.html",
    ...known({
      iframe_src: text(item["embed"]),
      author: text(item["author"]),
      length: clock(number(item["duration"])),
      views: number(item["views"])?.toString(),
    }),
  }),
  news: (item) => known({ author: text(item["author"]), metadata: text(item["publisher"]) }),
  map: (item) => ({
    template: "map.html",
    ...known({ latitude: number(item["latitude"]), longitude: number(item["longitude"]) }),
  }),
  science: (item) => ({
    template: "paper.html",
    ...known({ doi: text(item["doi"]), authors: namesIn(item["authors"]), type: text(item["type"]) }),
  }),
};

const known = (fields: Item): Item => Object.fromEntries(Object.entries(fields).filter(([, value]) => value));

/** Seconds as `1:09:50`. */
function clock(seconds: number | undefined): string | undefined {
  if (!seconds) return undefined;
  const [s, m, h] = [seconds % 60, (seconds / 60) % 60, seconds / 3600].map(Math.floor);
  const two = (part = 0): string => String(part).padStart(2, "0");
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

const namesIn = (authors: unknown): readonly string[] | undefined =>
  Array.isArray(authors)
    ? authors.flatMap((author: unknown) =>
        typeof author === "object" && author !== null && "name" in author ? (text(author.name) ?? []) : [],
      )
    : undefined;
