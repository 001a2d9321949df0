import type { Words } from "../../words/en.ts";

export interface Kind {
  readonly id: string;
  readonly word: keyof Words;
  /** The category whose sources are asked; the web's engines are asked by a search of their own. */
  readonly category?: string;
  /** Sources of it that take other than words: a DOI, coordinates, code. */
  readonly not?: readonly string[];
}

const WEB: Kind = { id: "web", word: "kindWeb" };

export const KINDS: readonly Kind[] = [
  WEB,
  { id: "images", word: "kindImages", category: "images" },
  { id: "news", word: "kindNews", category: "news" },
  { id: "videos", word: "kindVideos", category: "videos" },
  { id: "scholar", word: "kindScholar", category: "scholar", not: ["unpaywall", "biorxiv", "orcid", "opencitations"] },
  { id: "code", word: "kindCode", category: "code", not: ["github_trending", "software_heritage"] },
  { id: "packages", word: "kindPackages", category: "packages" },
  { id: "shopping", word: "kindShopping", category: "marketplace" },
  {
    id: "places",
    word: "kindPlaces",
    category: "geo",
    not: ["overpass", "osrm", "open_meteo_elevation", "wikimedia_geosearch"],
  },
];

export const kindOf = (id: string | null): Kind => KINDS.find((kind) => kind.id === id) ?? WEB;
