import { WORLD as DRUGS } from "../health/registers.ts";
import { FEED, feed, page as post } from "../monitor/feeds.ts";
import { WORLD as INDEXES } from "../research/indexes.ts";
import { WORLD as KETTLE_PAGE, KETTLES } from "../seo/kettles.ts";
import { SHOP } from "../seo/shop.ts";
import { WORLD as TRAILS } from "../seo/trails.ts";
import type { Page, World } from "../world.ts";
import * as events from "../worlds/events.ts";
import * as hreflang from "../worlds/hreflang.ts";
import * as kwvolume from "../worlds/kwvolume.ts";
import { HOSTS as LAITERIE, SIREN } from "../worlds/laiterie.ts";
import * as opengraph from "../worlds/opengraph.ts";
import * as pagespeed from "../worlds/pagespeed.ts";
import * as portfolio from "../worlds/portfolio.ts";
import * as product from "../worlds/product.ts";
import * as robots from "../worlds/robots-txt.ts";
import * as sentiment from "../worlds/sentiment.ts";
import * as serp from "../worlds/serp-features.ts";
import * as trends from "../worlds/trends.ts";
import * as trip from "../worlds/trip.ts";
import { NOW, HOSTS as VALFLEURI } from "../worlds/valfleuri.ts";

/** One question to an analysis, and the world that it is asked in. */
export interface Question {
  readonly path: string;
  readonly given: Readonly<Record<string, string>>;
  readonly world: World;
  /** What the entity is called in its rows; none: the question is about no single thing. */
  readonly names: readonly string[];
  /** What another thing is called that may be taken for it; default: a word that is nothing like it. */
  readonly likeness?: string;
  /** The fields of rows that are keys of it: rows that have none of them cannot be told apart. */
  readonly keys: readonly string[];
  /** The sources whose rows identify their entity by name only, without an identifier; default: none. */
  readonly byName?: readonly string[] | "all";
  /** The sources of which a key is what they are asked for; default: none. */
  readonly unkeyed?: readonly string[];
}

const now = (): number => NOW;
const XML = { "content-type": "application/rss+xml" };
const NEWS: World = {
  hosts: {
    "news.example": ({ pathname }) => {
      if (pathname === "/feed") return { body: feed([3, 2, 1]), headers: XML };
      const number = /^\/post\/(\d+)$/.exec(pathname)?.[1];
      return number ? { body: post(Number(number)) } : undefined;
    },
  },
  now: () => Date.parse("2026-01-05T00:00:00Z"),
};
const PLACE = ["insee", "postcode", "department", "latitude", "longitude", "distanceMetres"];
/** The shop, whose host without www leads to the other everywhere. */
const moved = (path: string): Page => ({
  body: "",
  status: 301,
  headers: { location: `https://www.shop.example${path}` },
});
const WHOLE_SHOP: World = {
  ...SHOP,
  pages: {
    ...SHOP.pages,
    "https://shop.example/robots.txt": moved("/robots.txt"),
    "https://shop.example/map.xml": moved("/map.xml"),
    "https://shop.example/sitemap.xml": moved("/map.xml"),
  },
};
const SHOES = { q: "trail running shoes" };

/** Every analysis once. */
export const QUESTIONS: readonly Question[] = [
  { path: "/seo/corpus", given: SHOES, world: TRAILS, names: [], keys: [] },
  {
    path: "/seo/audit",
    given: { q: "shop.example" },
    world: WHOLE_SHOP,
    names: [],
    keys: ["domain"],
    unkeyed: ["reverse_dns"],
  },
  { path: "/seo/competitors", given: SHOES, world: TRAILS, names: [], keys: [] },
  { path: "/seo/content", given: { q: KETTLES }, world: KETTLE_PAGE, names: [], keys: [] },
  { path: pagespeed.PATH, given: { q: "shop.example" }, world: pagespeed.WORLD, names: [], keys: [] },
  { path: serp.PATH, given: serp.q, world: serp.WORLD, names: [], keys: [] },
  { path: hreflang.PATH, given: { q: "shop.example/en" }, world: hreflang.WORLD, names: [], keys: [] },
  { path: opengraph.PATH, given: { q: "shop.example/kettle" }, world: opengraph.WORLD, names: [], keys: [] },
  { path: robots.PATH, given: robots.Q, world: robots.WORLD, names: [], keys: [] },
  { path: kwvolume.PATH, given: kwvolume.q, world: kwvolume.WORLD, names: [], keys: [] },
  {
    path: "/france/living",
    given: { q: "Valfleuri" },
    world: { hosts: VALFLEURI, now },
    names: ["Valfleuri"],
    keys: PLACE,
  },
  {
    path: "/france/company",
    given: { q: SIREN },
    world: { hosts: LAITERIE, now },
    names: ["Laiterie du Pré", "LDP"],
    keys: [...PLACE, "siren", "siret", "sirens", "registerNumber", "vat"],
    byName: ["boamp"],
  },
  {
    path: "/realestate/estimate",
    given: { q: "Valfleuri" },
    world: { hosts: VALFLEURI, now },
    names: ["Valfleuri"],
    keys: PLACE,
  },
  {
    path: product.PATH,
    given: product.Q,
    world: product.WORLD,
    names: ["WH-1000XM5", "WH1000XM5"],
    keys: ["gtin"],
    byName: "all",
  },
  {
    path: sentiment.PATH,
    given: sentiment.Q,
    world: sentiment.WORLD,
    names: ["electric", "cars", "electriccars"],
    keys: [],
    byName: "all",
  },
  {
    path: portfolio.PATH,
    given: portfolio.Q,
    world: portfolio.WORLD,
    names: ["BTC", "ETH", "AAPL", "Bitcoin", "Apple"],
    keys: [],
    byName: "all",
  },
  {
    path: trends.PATH,
    given: trends.Q,
    world: trends.WORLD,
    names: ["webassembly", "wasm"],
    likeness: "webassemblyphile",
    keys: [],
    byName: "all",
  },
  {
    path: trip.PATH,
    given: trip.Q,
    world: trip.WORLD,
    names: ["Lisbon", "Lisboa"],
    keys: ["countryCode", "latitude", "longitude", "distanceMetres"],
  },
  { path: events.PATH, given: events.Q, world: events.WORLD, names: ["Lyon"], keys: [...PLACE, "countryCode"] },
  {
    path: "/health/drugs",
    given: { q: "Ibuprofen" },
    world: DRUGS,
    names: ["ibuprofen", "ibuprofène", "ibuprofene"],
    keys: [],
    byName: "all",
  },
  { path: "/research/literature", given: { q: "floods of towns" }, world: INDEXES, names: [], keys: [] },
  { path: "/monitor/track", given: { q: FEED, peek: "true" }, world: NEWS, names: [], keys: [] },
];
