import { type Catalogue, pathName } from "../../../sources/by-name.ts";
import type { ListedSource } from "../../../sources/source.ts";

/** SearXNG's categories, each with the sources of ours that answer it; a category of ours stands for all of its sources. */
const CATEGORIES = {
  general: ["search"],
  images: [
    "images/bing_images",
    "images/duckduckgo_images",
    "images/qwant_images",
    "images/openverse",
    "images/wikimedia_commons",
    "images/unsplash",
  ],
  videos: [
    "videos/youtube",
    "videos/bing_videos",
    "videos/duckduckgo_videos",
    "videos/dailymotion",
    "videos/peertube",
    "videos/odysee",
  ],
  news: ["news/google_news", "news/bing_news", "news/duckduckgo_news", "news/gdelt", "news/guardian", "news/nytimes"],
  map: ["geo/nominatim", "geo/photon", "geo/geonames"],
  music: ["music/deezer", "music/itunes_music", "music/musicbrainz", "music/radio_browser"],
  it: [
    "code/github_repositories",
    "code/gitlab",
    "code/codeberg",
    "community/stackoverflow",
    "packages/npm",
    "packages/crates",
    "packages/docker_hub",
    "tech/hackernews",
  ],
  science: [
    "scholar/openalex",
    "scholar/crossref",
    "scholar/arxiv",
    "scholar/pubmed",
    "scholar/europepmc",
    "scholar/semantic_scholar",
  ],
  files: ["apps/fdroid", "apps/flathub", "apps/google_play", "apps/app_store", "apps/mozilla_addons"],
  "social media": ["community/reddit", "community/bluesky", "community/lemmy", "community/mastodon"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type SearxngCategory = keyof typeof CATEGORIES;

export const CATEGORY_NAMES = Object.keys(CATEGORIES).filter(isCategory);

function isCategory(name: string): name is SearxngCategory {
  return Object.hasOwn(CATEGORIES, name);
}

/** SearXNG's names of engines that are called otherwise here, folded. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    appleappstore: "apps/app_store",
    cratesio: "packages/crates",
    github: "code/github_repositories",
    googleplayapps: "apps/google_play",
    huggingface: "code/huggingface_models",
    lemmyposts: "community/lemmy",
    mastodonhashtags: "community/mastodon",
    openstreetmap: "geo/nominatim",
    pkggodev: "packages/go_packages",
    pubdev: "packages/pub",
    wikicommons: "images/wikimedia_commons",
    wikicommonsimages: "images/wikimedia_commons",
  }),
);

/** Categories of ours whose sources are asked with words: any of them may be named. */
const WORDED = [
  "search",
  "encyclopedia",
  "images",
  "videos",
  "news",
  "scholar",
  "code",
  "community",
  "tech",
  "packages",
  "apps",
  "music",
  "geo",
  "books",
  "games",
  "food",
  "jobs",
  "screen",
  "marketplace",
];

const folded = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** A source, and the category of SearXNG in which it is asked. */
export interface PlacedSource {
  readonly source: ListedSource;
  readonly category: SearxngCategory;
}

export interface Directory {
  /** The sources of a category. */
  of(category: SearxngCategory): readonly PlacedSource[];
  /** Who is meant by names of engines, within categories or anywhere; unknown names mean nobody. */
  named(names: readonly string[], categories: readonly SearxngCategory[]): readonly PlacedSource[];
  /** Names that mean nobody. */
  unknown(names: readonly string[]): readonly string[];
}

/** The sources by SearXNG's names of categories and engines. */
export function directoryOf(catalogue: Catalogue): Directory {
  const worded = WORDED.flatMap((id) => catalogue.sources.filter(({ category }) => category === id));
  const placeOf = new Map(
    CATEGORY_NAMES.toReversed().flatMap((category) => of(category).map(({ source }) => [source, category] as const)),
  );

  function of(category: SearxngCategory): readonly PlacedSource[] {
    return CATEGORIES[category]
      .flatMap((name) => catalogue.sources.filter((source) => source.category === name || pathName(source) === name))
      .map((source) => ({ source, category }));
  }

  const place = (source: ListedSource): PlacedSource => ({ source, category: placeOf.get(source) ?? "general" });

  function find(name: string): ListedSource | undefined {
    const short = folded(name);
    const path = NAMES.get(short);
    return worded.find(
      (source) =>
        folded(source.id) === short || pathName(source) === name || (path !== undefined && pathName(source) === path),
    );
  }

  /** `bing` among images is the search of images that Bing has. */
  const within = (name: string, category: SearxngCategory): PlacedSource | undefined => {
    const short = folded(name);
    return of(category).find(
      ({ source }) => [short, short + folded(category)].includes(folded(source.id)) || find(name) === source,
    );
  };

  return {
    of,
    named: (names, categories) => {
      const special = categories.filter((category) => category !== "general");
      const fitting = special.flatMap((category) => names.flatMap((name) => within(name, category) ?? []));
      // Where no general results are wanted, only what is of the categories, if there is any.
      const narrow = fitting.length > 0 && special.length === categories.length;
      const anywhere = narrow ? [] : names.flatMap((name) => find(name) ?? []).map(place);
      const meant = [...anywhere, ...fitting];
      return [...new Map(meant.map((placed) => [placed.source.id, placed])).values()];
    },
    unknown: (names) => names.filter((name) => !find(name)),
  };
}

/** The sources that an ask is for: the engines it names, else its categories', else the general ones. */
export function sourcesFor(
  { engines, categories }: { readonly engines: readonly string[]; readonly categories: readonly string[] },
  directory: Directory,
): { readonly placed: readonly PlacedSource[]; readonly chosen: boolean } {
  const known = [...new Set(categories.map((name) => name.replaceAll("_", " ")).filter(isCategory))];
  const named = directory.named(engines, known);
  if (named.length > 0) return { placed: named, chosen: true };
  const asked = known.length > 0 ? known : (["general"] as const);
  const all = asked.flatMap((category) => directory.of(category));
  return { placed: [...new Map(all.map((placed) => [placed.source.id, placed])).values()], chosen: false };
}
